import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { db } from "#db/client.server";
import { emails, loops } from "#db/schema";
import { beginLoopFor, changeTypeFor, moveDateFor, pauseFor } from "~/domain/backoffice/people/loop-corrections.server";
import { addDays, londonDay } from "~/domain/kernel/time/days";
import { changesForOwner } from "~/domain/people/staff/audit-trail.server";
import { creditToBegin, loopOf, NOW, person } from "../../../support/people";
import { colleague } from "../../people/staff/colleagues";

const loopNamed = (id: string) => db.select().from(loops).where(eq(loops.id, id)).get();

async function makeOwner() {
  const { id: accountId, email } = person("Ivy");
  const { id: staffId } = await colleague("support");
  return { accountId, email, by: { staffId, reason: "Rang about it" } };
}

/** A loop whose first day was so many days ago. */
const begun = (accountId: string, days: number) => loopOf(accountId, { startDay: addDays(londonDay(NOW), -days) });

describe("a customer’s year", () => {
  it("has its delivery date moved, with an email and a line in the Privacy tab", async () => {
    const { accountId, email, by } = await makeOwner();
    const { id } = loopOf(accountId);
    expect(moveDateFor({ accountId, loopId: id, deliveryDay: "2028-01-14" }, by, NOW)).toMatchObject({
      ok: true,
    });
    expect(loopNamed(id)?.deliveryDay).toBe("2028-01-14");
    const [told] = db.select().from(emails).where(eq(emails.toEmail, email)).all();
    expect(told?.textBody).toContain("We moved your delivery date to 14 January 2028.");
    expect(changesForOwner(accountId).map(({ action }) => action)).toEqual(["moved a delivery date"]);
  });

  it.each([
    ["2026-11-21", "too_early"],
    ["2039-01-01", "too_late"],
    ["2027-12-03", "same_day"],
  ])("is not moved to %s, and nobody is notified", async (deliveryDay, reason) => {
    const { accountId, email, by } = await makeOwner();
    const { id } = loopOf(accountId);
    expect(moveDateFor({ accountId, loopId: id, deliveryDay }, by, NOW)).toEqual({ ok: false, reason });
    expect([db.select().from(emails).where(eq(emails.toEmail, email)).all(), changesForOwner(accountId)]).toEqual([
      [],
      [],
    ]);
  });

  it.each([
    [-7, true],
    [0, true],
    [14, true],
    [15, false],
  ])("that began %i days ago can change its type: %s", async (days, isPossible) => {
    const { accountId, by } = await makeOwner();
    const { id } = begun(accountId, days);
    const wanted = { accountId, loopId: id, theme: "pet", type: "my-cat-and-me" };
    expect(changeTypeFor(wanted, by, NOW)).toMatchObject(isPossible ? { ok: true } : { ok: false, reason: "too_late" });
    expect(loopNamed(id)?.type).toBe(isPossible ? "my-cat-and-me" : "puppys-first-year");
  });

  it.each([
    ["pet", "puppys-first-year", "same_type"],
    ["pet", "goldfish", "unknown_type"],
  ])("does not become %s/%s", async (theme, type, reason) => {
    const { accountId, by } = await makeOwner();
    const { id } = begun(accountId, 0);
    expect(changeTypeFor({ accountId, loopId: id, theme, type }, by, NOW)).toEqual({ ok: false, reason });
  });

  it("is paused, and its book moves back", async () => {
    const { accountId, email, by } = await makeOwner();
    const { id, deliveryDay } = begun(accountId, 20);
    expect(pauseFor({ accountId, loopId: id, weeks: 9 }, by, NOW)).toEqual({ ok: false, reason: "too_long" });
    expect(pauseFor({ accountId, loopId: id, weeks: 2 }, by, NOW)).toMatchObject({ ok: true });
    expect(loopNamed(id)).toMatchObject({ pausedWeeks: 2, deliveryDay: addDays(deliveryDay, 14) });
    const told = db.select().from(emails).where(eq(emails.toEmail, email)).all();
    expect(told.map(({ textBody }) => textBody.includes("We paused your loop for 2 weeks."))).toEqual([true]);
  });

  it("is opened from an unused credit, once, and never from somebody else’s", async () => {
    const [{ accountId, email, by }, other] = [await makeOwner(), await makeOwner()];
    const { id: creditId } = creditToBegin(accountId);
    const wanted = { accountId, creditId, deliveryDay: "2027-12-31" };
    expect(beginLoopFor({ ...wanted, accountId: other.accountId }, by, NOW)).toEqual({
      ok: false,
      reason: "nothing_to_begin",
    });
    expect(beginLoopFor(wanted, by, NOW)).toMatchObject({ ok: true });
    expect(beginLoopFor(wanted, by, NOW)).toEqual({ ok: false, reason: "nothing_to_begin" });
    expect(db.select().from(loops).where(eq(loops.accountId, accountId)).all()).toHaveLength(1);
    const told = db.select().from(emails).where(eq(emails.toEmail, email)).all();
    expect(told.map(({ kind }) => kind)).toEqual(["year_dates"]);
  });
});
