import { chromium } from "playwright";
import type { TestProject } from "vitest/node";
import { ensureChromium } from "../../scripts/testing/browser.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Where the browser of this run is driven. */
    browser: string;
  }
}

/** Starts the one browser in which the scripts of pages are tested, and ends it afterwards. */
export async function setup(project: TestProject) {
  const executablePath = await ensureChromium();
  if (!executablePath) throw new Error("No Chromium was found or could be installed. Set CHROMIUM_PATH to one.");
  const server = await chromium.launchServer({ executablePath, args: ["--no-sandbox"] });
  project.provide("browser", server.wsEndpoint());
  return async () => await server.close();
}
