import { launchByPuppeteer, type PuppeteerElement, type PuppeteerFrame } from "../../../scripts/testing/puppeteer";
import { findInPage, isSelected, readPage, selectContent } from "./in-page";
import { walkOver } from "./scripted";
import type { WalkingBrowser } from "./walking-browser";

const WIDE = { width: 1440, height: 900 };

/** Firefox reports as an error that a page was left while its font was still on its way (NS_BINDING_ABORTED). */
const NS_BINDING_ABORTED = "status=2152398850";

/** Firefox over WebDriver BiDi, Chromium over its own protocol, both without a window. */
export async function openByPuppeteer(
  name: "firefox" | "chrome",
  executablePath: string,
  origin: string,
): Promise<WalkingBrowser> {
  const browser = await launchByPuppeteer({
    browser: name,
    executablePath,
    headless: true,
    defaultViewport: WIDE,
    args: name === "chrome" ? ["--no-sandbox", "--disable-gpu"] : [],
    extraPrefsFirefox: {
      // Nothing is asked of anybody but the product.
      "app.normandy.enabled": false,
      "datareporting.policy.dataSubmissionEnabled": false,
      "network.captive-portal-service.enabled": false,
      "network.connectivity-service.enabled": false,
      "services.settings.server": "",
    },
  });
  const problems: string[] = [];
  const newTab = async () => {
    const tab = await browser.newPage();
    tab.on("pageerror", (error) => {
      const message = error instanceof Error ? error.message : String(error);
      const wasLeft = message.includes("downloadable font") && message.includes(NS_BINDING_ABORTED);
      if (!wasLeft) problems.push(`script: ${message}`);
    });
    return tab;
  };
  let page = await newTab();
  const frameOf = async (title?: string): Promise<PuppeteerFrame | null> => {
    if (!title) return page.mainFrame();
    const element = await page.$(`iframe[title="${title}"]`);
    return (await element?.contentFrame()) ?? null;
  };
  return walkOver<PuppeteerElement>(
    {
      goTo: async (url) => {
        // Firefox never tells Puppeteer that the frames of a page left for one with another opener policy are gone, and
        // Puppeteer waits for that before it goes anywhere else in the tab.
        const left = page;
        page = await newTab();
        await left.close();
        const go = () => page.goto(url, { waitUntil: "domcontentloaded" });
        // A page that refreshes at the same moment aborts this request, so it is made again.
        await go().catch((error: unknown) => {
          if (!String(error).includes("ERR_ABORTED")) throw error;
          return go();
        });
      },
      find: async (kind, words, frame) => {
        const handle = await (await frameOf(frame))?.evaluateHandle(findInPage, kind, words);
        return handle?.asElement() ?? null;
      },
      read: () => page.evaluate(readPage),
      url: async () => page.url(),
      click: (element) => element.click(),
      type: async (element, text) => {
        await element.evaluate(selectContent);
        await element.type(text);
      },
      isSelected: (element) => element.evaluate(isSelected),
      attach: (element, path) => element.uploadFile(path),
      close: () => browser.close(),
    },
    origin,
    problems,
  );
}
