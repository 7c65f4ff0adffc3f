import { expect, it } from "vitest";
import { rowOf } from "../screens/support/records";
import { bookInLine } from "../screens/support/shipments";
import { openApp } from "../support/app";
import { staffBrowser } from "../support/staff";

const app = await openApp();
const LIST = "/hyperloop/print-queue";

it("what somebody has had sent is on top of each of their pages, and is taken back from there", async () => {
  const book = await bookInLine(app);
  const { browser } = await staffBrowser(app, "production");
  const empty = await browser.visit("/hyperloop/dashboard");
  expect(empty.text(".staff-tray")).toBe("Nothing to undo");
  expect(empty.links().filter(({ words }) => words === "Nothing to undo")).toEqual([]);
  await browser.visit(`${LIST}/batch/send?shipments=${book.id}`);
  await browser.submit("Mark as sent to the printer");
  const page = await browser.visit("/hyperloop/dashboard");
  expect(page.text(".staff-tray")).toMatch(/1 thing can be undone, until \d\d:\d\d/);
  const { browser: other } = await staffBrowser(app, "production");
  expect((await other.visit("/hyperloop/dashboard")).body).not.toContain("can be undone");
  const [, title = ""] = /(At the printer: email to [\w ]+?) You sent it/.exec(page.text(".staff-tray")) ?? [];
  await browser.submit(`Undo, ${title}`);
  expect(browser.page.path).toBe("/hyperloop/dashboard");
  expect(browser.page.text("main")).toContain("Undone. Nothing was sent.");
  expect(rowOf("SELECT state FROM shipments WHERE id = ?", book.id).state).toBe("waiting");
});

it("what has left is listed for the day, and can no longer be taken back", async () => {
  const book = await bookInLine(app);
  const { browser } = await staffBrowser(app, "production");
  expect((await browser.visit("/hyperloop/inbox")).links()).toContainEqual({
    words: "Sent earlier today",
    href: "/hyperloop/undo",
  });
  expect((await browser.visit("/hyperloop/undo")).text("main")).toContain("Nothing of yours has gone out today.");
  await browser.visit(`${LIST}/batch/send?shipments=${book.id}`);
  await browser.submit("Mark as sent to the printer");
  const before = await browser.visit("/hyperloop/undo");
  expect(before.text("main")).toContain("Not sent yet At the printer: email to");
  expect(before.text("main")).toContain("Nothing of yours has gone out today.");
  const [, title = ""] = /Not sent yet (At the printer: email to [\w ]+?) You sent it/.exec(before.text("main")) ?? [];
  await browser.submit(`Send now, ${title}`);
  const after = await browser.visit("/hyperloop/undo");
  expect(after.text("main")).toMatch(/Nothing to undo\. Sent earlier today At the printer: email to .+going out now/);
});
