/** Lighthouse in Debian's Chromium. */
import lighthouse, { desktopConfig } from "lighthouse";
import puppeteer from "puppeteer-core";

export const launchChromium = () =>
  puppeteer.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox", "--disable-dev-shm-usage"], timeout: 120_000 });

/** A report, or null where Lighthouse says that its own recording failed and asks to be run again: a busy machine does that. */
async function report(address, flags, config, withoutPolicy) {
  const browser = await launchChromium();
  try {
    const page = await browser.newPage();
    await page.setBypassCSP(withoutPolicy);
    const { lhr } = await lighthouse(address, { ...flags, logLevel: "silent" }, config, page);
    if (lhr.runtimeError === undefined) return lhr;
    if (!/run Lighthouse again/.test(lhr.runtimeError.message)) throw new Error(lhr.runtimeError.message);
    return null;
  } finally {
    await browser.close();
  }
}

/** One report: the scores in hundredths, what lost points, and the raw numbers of the loading. */
export async function audit(address, { form, categories, withoutPolicy = false }) {
  let lhr = null;
  for (let attempt = 0; lhr === null; attempt += 1) {
    if (attempt === 3) throw new Error("Lighthouse could not record the loading three times");
    lhr = await report(address, { onlyCategories: categories }, form === "desktop" ? desktopConfig : undefined, withoutPolicy);
  }
  const scores = Object.fromEntries(Object.values(lhr.categories).map(({ id, score }) => [id, Math.round(score * 100)]));
  const lost = Object.values(lhr.categories).flatMap(({ auditRefs }) =>
    auditRefs.map(({ id, weight }) => ({ weight, ...lhr.audits[id] })).filter(({ weight, score }) => weight > 0 && score !== null && score < 1)
      .map(({ id, title, explanation, displayValue }) => [id, title, explanation, displayValue].filter(Boolean).join(": ")));
  const numbers = Object.fromEntries(["first-contentful-paint", "largest-contentful-paint", "total-blocking-time", "cumulative-layout-shift"].map((id) => [id, lhr.audits[id]?.numericValue]));
  return { scores, lost, numbers };
}
