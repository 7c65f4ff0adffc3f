import { join } from "node:path";
import { defineConfig, devices } from "playwright/test";
import { usualChromium } from "../../scripts/testing/browser.ts";
import { BROWSERS } from "../../scripts/testing/browsers.ts";
import { JOURNEYS_FOLDER, REPORT_FILE } from "./support/places";
import { givenOrigin } from "./support/world";

const EVERY_BROWSER = "**/every-browser.spec.ts";

/**
 * The product is started once for all journeys, by `npm start`; each journey runs with JavaScript and without, and the
 * main ones once more in each browser.
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
    // These need scripts: the card element and the wallets are some, hostile texts try to run one, keys of the reviewers
    // are one, and so is what looks for barriers.
    {
      name: "without JavaScript",
      use: { javaScriptEnabled: false },
      testIgnore: [
        EVERY_BROWSER,
        ...[
          "**/card-element.spec.ts",
          "**/wallet.spec.ts",
          "**/hostile-words.spec.ts",
          "**/staff-pages.spec.ts",
          "**/whole-day.spec.ts",
        ],
      ],
    },
  ],
});
