/** Lighthouse in Debian's Chromium. */
import lighthouse, { desktopConfig } from "lighthouse";
import puppeteer from "puppeteer-core";

export const launchChromium = () =>
  puppeteer.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox", "--disable-dev-shm-usage"], timeout: 120_000 });

/** One report: the scores in hundredths, what lost points, and the raw numbers of the loading. */
export async function audit(address, { form, categories, withoutPolicy = false }) {
  const browser = await launchChromium();
  try {
    const page = await browser.newPage();
    await page.setBypassCSP(withoutPolicy);
    const { lhr } = await lighthouse(address, { onlyCategories: categories, logLevel: "silent" }, form === "desktop" ? desktopConfig : undefined, page);
    if (lhr.runtimeError) throw new Error(`${lhr.runtimeError.code}: ${lhr.runtimeError.message}`);
    const scores = Object.fromEntries(Object.values(lhr.categories).map(({ id, score }) => [id, Math.round(score * 100)]));
    const lost = Object.values(lhr.categories).flatMap(({ auditRefs }) =>
      auditRefs.map(({ id, weight }) => ({ weight, ...lhr.audits[id] })).filter(({ weight, score }) => weight > 0 && score !== null && score < 1)
        .map(({ id, title, explanation, displayValue }) => [id, title, explanation, displayValue].filter(Boolean).join(": ")));
    const numbers = Object.fromEntries(["first-contentful-paint", "largest-contentful-paint", "total-blocking-time", "cumulative-layout-shift"].map((id) => [id, lhr.audits[id]?.numericValue]));
    return { scores, lost, numbers };
  } finally {
    await browser.close();
  }
}
