import { expect, it } from "vitest";
import type { HeldInTray } from "~/domain/backoffice/undo/undo.server";
import { UndoTray } from "~/hyperloop/undo-tray";
import { openPage } from "./support/open-page";

const NOW = new Date("2026-11-20T09:00:00Z");
const MINUTE_MS = 60_000;
const held = (id: string, minutes: number): HeldInTray => ({
  id,
  kind: "email",
  title: `Email ${id}`,
  sentAt: NOW,
  leavesAt: new Date(NOW.getTime() + minutes * MINUTE_MS),
  minutesLeft: minutes,
  msLeft: minutes * MINUTE_MS,
});

it("counts down, and what has left loses its buttons", async () => {
  const page = await openPage(<UndoTray held={[held("one", 2), held("two", 5)]} />, { hasClock: true });
  await page.clock.runFor(1_000);
  expect(await page.locator("summary").textContent()).toMatch(/2 things can be undone, 1:5\d left/);
  await page.locator("summary").click();
  expect(await page.getByRole("button", { name: /Undo/ }).count()).toBe(2);
  await page.clock.runFor(2 * MINUTE_MS);
  expect(await page.locator("summary").textContent()).toMatch(/1 thing can be undone, 2:5\d left/);
  expect(await page.locator("li").first().textContent()).toContain("It’s been sent");
  expect(await page.getByRole("button", { name: /Undo/ }).count()).toBe(1);
  await page.clock.runFor(3 * MINUTE_MS);
  expect(await page.locator("summary").textContent()).toBe("Nothing to undo");
});
