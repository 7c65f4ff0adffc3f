import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { installTool, PUPPETEER } from "../tools.mjs";

/** Puppeteer, which drives Debian's own Firefox, and what is used of it: its types come with it, when it is wanted. */

type InPage<Args extends unknown[], Result> = (...args: Args) => Result;

export interface PuppeteerElement {
  click(): Promise<void>;
  type(text: string): Promise<void>;
  uploadFile(path: string): Promise<void>;
  contentFrame(): Promise<PuppeteerFrame | null>;
  evaluate<Result>(read: (element: Element) => Result): Promise<Result>;
}

export interface PuppeteerFrame {
  evaluateHandle<Args extends unknown[]>(
    find: InPage<Args, unknown>,
    ...args: Args
  ): Promise<{ asElement(): PuppeteerElement | null }>;
}

interface PuppeteerPage {
  on(event: "pageerror", listen: (error: unknown) => void): void;
  mainFrame(): PuppeteerFrame;
  $(selector: string): Promise<PuppeteerElement | null>;
  goto(url: string, options: { waitUntil: "domcontentloaded" }): Promise<unknown>;
  evaluate<Result>(read: () => Result): Promise<Result>;
  url(): string;
  close(): Promise<void>;
}

interface PuppeteerBrowser {
  newPage(): Promise<PuppeteerPage>;
  wsEndpoint(): string;
  close(): Promise<void>;
}

interface LaunchOptions {
  browser?: "firefox" | "chrome";
  executablePath: string;
  headless?: boolean;
  defaultViewport?: { width: number; height: number };
  args: string[];
  extraPrefsFirefox?: Record<string, unknown>;
}

/** Starts an installed browser under Puppeteer, which npm brings the first time. */
export async function launchByPuppeteer(options: LaunchOptions): Promise<PuppeteerBrowser> {
  const entrance = join(installTool(PUPPETEER), "lib", "esm", "puppeteer", "puppeteer-core.js");
  const puppeteer: { launch(options: LaunchOptions): Promise<PuppeteerBrowser> } = await import(
    pathToFileURL(entrance).href
  );
  return await puppeteer.launch(options);
}
