/** Lighthouse in Debian's Chromium, on the page as `fabrikit sim` serves it. */
import { launch } from "chrome-launcher";
import lighthouse, { desktopConfig } from "lighthouse";

const FLAGS = ["--headless=new", "--no-sandbox", "--disable-dev-shm-usage"];

/** One report: the scores in hundredths, what lost points, and the raw numbers of the loading. */
export async function audit(address, { form, categories }) {
  const chrome = await launch({ chromePath: process.env.CHROMIUM ?? "/usr/bin/chromium", chromeFlags: FLAGS, logLevel: "silent" });
  try {
    const { lhr } = await lighthouse(address, { port: chrome.port, onlyCategories: categories, logLevel: "silent" }, form === "desktop" ? desktopConfig : undefined);
    if (lhr.runtimeError) throw new Error(`${lhr.runtimeError.code}: ${lhr.runtimeError.message}`);
    const scores = Object.fromEntries(Object.values(lhr.categories).map(({ id, score }) => [id, Math.round(score * 100)]));
    const lost = Object.values(lhr.categories).flatMap(({ auditRefs }) =>
      auditRefs.filter(({ id, weight }) => weight > 0 && lhr.audits[id].score !== null && lhr.audits[id].score < 1).map(({ id }) => `${id}: ${lhr.audits[id].title} ${lhr.audits[id].displayValue ?? ""}`));
    const numbers = Object.fromEntries(["first-contentful-paint", "largest-contentful-paint", "total-blocking-time", "cumulative-layout-shift"].map((id) => [id, lhr.audits[id]?.numericValue]));
    return { scores, lost, numbers };
  } finally {
    chrome.kill();
  }
}
