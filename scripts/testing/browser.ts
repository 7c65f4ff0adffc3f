import { existsSync } from "node:fs";
import { runNode, runWithin } from "./programs.ts";

/**
 * External programs that the journeys need: a Chromium, and poppler to read PDFs. Installed ones are used; missing ones
 * are installed where possible.
 */

/** Debian's Chromium without windows, in which the journeys take two thirds of the time. */
const HEADLESS_SHELL = "/usr/bin/chromium-headless-shell";

const USUAL_PLACES = [
  HEADLESS_SHELL,
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/usr/bin/google-chrome-stable",
  "/opt/google/chrome/chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
];

/** The usual place of a Chromium on this machine, without trying to start it. */
export function usualChromium(): string | undefined {
  return process.env.CHROMIUM_PATH ?? USUAL_PLACES.find((place) => existsSync(place));
}

/** Finds or installs a Chromium that starts. Returns its path, or undefined. */
export async function ensureChromium(): Promise<string | undefined> {
  const wanted = process.env.CHROMIUM_PATH;
  if (wanted) {
    if (await starts(wanted)) return wanted;
    console.error(`CHROMIUM_PATH is ${wanted}, but that does not start.`);
  }
  const attempts = [
    async () => {
      if (!existsSync(HEADLESS_SHELL)) await installByApt("chromium-headless-shell");
      return await firstThatStarts(USUAL_PLACES);
    },
    async () => await firstThatStarts([await placeOfPlaywrights()]),
    async () => {
      console.log("No Chromium here; asking Playwright for its own …");
      const install = ["node_modules/playwright/cli.js", "install", "--no-shell", "chromium"];
      const code = await runNode(5, install, { quiet: true });
      if (code !== 0) console.log("That could not be had from here.");
      return await firstThatStarts([await placeOfPlaywrights()]);
    },
    async () => {
      await installByApt("chromium");
      return await firstThatStarts(USUAL_PLACES);
    },
  ];
  for (const attempt of attempts) {
    const found = await attempt();
    if (found) return found;
  }
  return undefined;
}

/** Whether pdftotext and pdfimages can be run, after installing them if they were missing. */
export async function ensurePoppler(): Promise<boolean> {
  if (await hasPoppler()) return true;
  await installByApt("poppler-utils");
  return await hasPoppler();
}

async function hasPoppler(): Promise<boolean> {
  for (const program of ["pdftotext", "pdfimages"]) {
    if ((await runWithin(0.5, program, ["-v"], { quiet: true })) !== 0) return false;
  }
  return true;
}

async function firstThatStarts(paths: readonly string[]): Promise<string | undefined> {
  for (const path of paths) if (existsSync(path) && (await starts(path))) return path;
  return undefined;
}

/** A browser without its libraries, or a stub that only offers to install one, prints no version. */
async function starts(path: string): Promise<boolean> {
  return (await runWithin(0.5, path, ["--version"], { quiet: true })) === 0;
}

async function placeOfPlaywrights(): Promise<string> {
  const { chromium } = await import("playwright");
  return chromium.executablePath();
}

let isAptFresh = false;

/** Only as root and with apt, because a test run must not ask for a password. */
export async function installByApt(...names: readonly string[]): Promise<void> {
  if (process.getuid?.() !== 0 || !existsSync("/usr/bin/apt-get")) return;
  console.log(`Installing Debian's ${names.join(", ")} …`);
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  if (!isAptFresh) isAptFresh = (await runWithin(3, "apt-get", ["update", "-q"], { env })) === 0;
  await runWithin(10, "apt-get", ["install", "-y", "-q", "--no-install-recommends", ...names], { env });
}
