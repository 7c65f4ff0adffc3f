import { join } from "node:path";
import { defineConfig, devices } from "playwright/test";
import { usualChromium } from "../../scripts/testing/browser.ts";
import { BROWSERS } from "../../scripts/testing/browsers.ts";
import { JOURNEYS_FOLDER, REPORT_FILE } from "./support/places";
import { givenOrigin } from "./support/world";

const EVERY_BROWSER = "**/every-browser.spec.ts";
/** Of these, tests with the tag `@scripts` are about what a script does. */
const WITHOUT_SCRIPTS = ["gift-and-redeem", "own-pages", "public-pages", "turning-pages", "week-first"];

/**
 * The product is started once for all journeys, by `npm start`. The journeys run with JavaScript, the main ones in each
 * browser too, and without JavaScript those whose pages look or act otherwise then: what a form does without it is shown
 * by tests/screens.
 */
// biome-ignore lint/style/noDefaultExport: Playwright reads it
export default defineConfig({
  testDir: ".",
  outputDir: join(JOURNEYS_FOLDER, "output"),
  globalSetup: "./support/start-product.ts",
  // One more than the cores: some journey is always waiting for an email.
  workers: 3,
  fullyParallel: false,
  retries: 0,
  timeout: 180_000,
  expect: { timeout: 10_000 },
  forbidOnly: true,
  reporter: [["list"], ["json", { outputFile: REPORT_FILE }]],
  use: {
    ...devices["Desktop Chrome"],
    baseURL: givenOrigin(),
    viewport: { width: 1440, height: 900 },
    locale: "en-GB",
    timezoneId: "Europe/London",
    actionTimeout: 15_000,
    navigationTimeout: 30_000,
    screenshot: "only-on-failure",
    // A trace takes as long again as the journey; `--trace retain-on-failure` turns it on.
    trace: "off",
    launchOptions: {
      executablePath: usualChromium(),
      args: [
        "--no-sandbox",
        "--disable-gpu",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
      ],
    },
  },
  projects: [
    // First, because they are the longest.
    ...BROWSERS.map((name) => ({ name, testMatch: EVERY_BROWSER })),
    { name: "with JavaScript", use: { javaScriptEnabled: true }, testIgnore: EVERY_BROWSER },
    {
      name: "without JavaScript",
      use: { javaScriptEnabled: false },
      testMatch: WITHOUT_SCRIPTS.map((name) => `**/${name}.spec.ts`),
      grepInvert: /@scripts/,
    },
  ],
});
