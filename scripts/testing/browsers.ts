import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { installByApt, usualChromium } from "./browser.ts";
import { findProgram } from "./litestream-and-minio.ts";

/**
 * The browsers that walk the main journeys. Where one is absent its journeys are skipped with a line, unless
 * `SERVICES=required` says that they must run.
 */

/** Debian's packages with everything below. */
const PACKAGES = ["firefox-esr", "webkit2gtk-driver", "xvfb", "w3m", "tmux"];

/** What each browser needs: programs by their names, with their paths where they are found. */
const PROGRAMS: Readonly<Record<string, () => Readonly<Record<string, string | undefined>>>> = {
  Chromium: () => ({ chromium: usualChromium() }),
  Firefox: () => ({ "firefox-esr": findProgram("firefox-esr") }),
  WebKit: () => ({
    WebKitWebDriver: findProgram("WebKitWebDriver"),
    MiniBrowser: findMiniBrowser(),
    Xvfb: findProgram("Xvfb"),
  }),
  w3m: () => ({ w3m: findProgram("w3m"), tmux: findProgram("tmux") }),
};

export const BROWSERS = Object.keys(PROGRAMS);

function programsByName(browser: string) {
  return PROGRAMS[browser]?.() ?? {};
}

function missingOf(browser: string): string[] {
  return Object.entries(programsByName(browser)).flatMap(([name, path]) => (path ? [] : [name]));
}

/**
 * The programs of this browser, or null where one is missing; says which.
 * @throws when one is missing and `SERVICES=required`.
 */
export function programsOf(browser: string): Readonly<Record<string, string>> | null {
  const missing = missingOf(browser);
  if (missing.length === 0) return programsByName(browser) as Readonly<Record<string, string>>;
  const line = `${browser} cannot be walked without ${missing.join(" and ")} (Debian: apt-get install ${PACKAGES.join(" ")})`;
  if (process.env.SERVICES === "required") throw new Error(`${line}.`);
  console.warn(`Journeys are skipped: ${line}.`);
  return null;
}

/** Installs what is missing of them, where this is root and has apt. Gives whether all are there afterwards. */
export async function installBrowsers(): Promise<boolean> {
  const areMissing = () => BROWSERS.some((browser) => browser !== "Chromium" && missingOf(browser).length > 0);
  if (areMissing()) await installByApt(...PACKAGES);
  return !areMissing();
}

/** The window of WebKit's own driver, in a folder named after the machine and WebKit's version. */
function findMiniBrowser(): string | undefined {
  const libraries = "/usr/lib";
  if (!existsSync(libraries)) return undefined;
  return readdirSync(libraries)
    .map((machine) => join(libraries, machine, "webkit2gtk-4.1", "MiniBrowser"))
    .find((path) => existsSync(path));
}
