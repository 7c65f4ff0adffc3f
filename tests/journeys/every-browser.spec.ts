import { join } from "node:path";
import Database from "better-sqlite3";
import { expect, test } from "playwright/test";
import sharp from "sharp";
import { programsOf } from "../../scripts/testing/browsers.ts";
import { buyLoop, proveAndSignOff, redeemVoucher, refund, writeWeek } from "./browsers/journeys";
import { makeStaffAndVoucher } from "./browsers/own-staff-and-voucher";
import { openByPuppeteer } from "./browsers/puppeteer";
import { openW3m } from "./browsers/w3m";
import type { WalkingBrowser } from "./browsers/walking-browser";
import { openWebKit } from "./browsers/webkit";
import { dataFolder, origin } from "./support/world";

/** The main journeys in the engines that people have, and in a browser for terminals: one project for each browser. */

const OPENERS: Readonly<Record<string, (programs: Record<string, string>) => Promise<WalkingBrowser>>> = {
  Chromium: ({ chromium = "" }) => openByPuppeteer("chrome", chromium, origin()),
  Firefox: ({ "firefox-esr": firefox = "" }) => openByPuppeteer("firefox", firefox, origin()),
  WebKit: ({ WebKitWebDriver = "", MiniBrowser = "", Xvfb = "" }) =>
    openWebKit({ driver: WebKitWebDriver, miniBrowser: MiniBrowser, screen: Xvfb }, origin()),
  w3m: ({ w3m = "", tmux = "" }) => openW3m({ w3m, tmux }, origin()),
};

// A window that is drawn by the processor takes its time on a machine with much else to do.
test.setTimeout(300_000);

// biome-ignore lint/correctness/noEmptyPattern: Playwright reads which fixtures are asked for, here none
test("buys, writes a week, sends a year to print, redeems, and is refunded", async ({}, info) => {
  const { name } = info.project;
  const programs = programsOf(name);
  info.skip(!programs, `${name} is not on this machine`);
  const open = OPENERS[name];
  if (!open || !programs) throw new Error(`Nothing opens ${name}.`);
  const email = `${name.toLowerCase()}-${Date.now()}@example.com`;
  const photo = info.outputPath("kitchen.jpg");
  await sharp({ create: { width: 1600, height: 1200, channels: 3, background: "#caa" } })
    .jpeg()
    .toFile(photo);
  const browser = await open(programs);
  try {
    await test.step("buy", () => buyLoop(browser, email));
    await test.step("write", () => writeWeek(browser, photo));
    letYearPass(email);
    await test.step("prove and sign off", () => proveAndSignOff(browser));
    const given = makeStaffAndVoucher(name);
    await test.step("redeem", () => redeemVoucher(browser, given.code));
    await test.step("refund", () => refund(browser, given, email));
    expect(browser.problems()).toEqual([]);
  } finally {
    await browser.close();
  }
});

/** Puts the start of this person's loop back, so that it is in its last week. */
function letYearPass(email: string): void {
  const connection = new Database(join(dataFolder(), "loop.db"));
  const moved = connection
    .prepare(
      `UPDATE loops SET start_day = date('now', '-360 days'), delivery_day = date('now', '+18 days')
       WHERE account_id = (SELECT id FROM accounts WHERE email = ?)`,
    )
    .run(email);
  connection.close();
  expect(moved.changes).toBe(1);
}
