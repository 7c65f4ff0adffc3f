import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { db } from "#db/client.server";
import { type accounts, alarms, shipments, vouchers } from "#db/schema";
import { countAtOnce } from "~/domain/backoffice/analytics/counting.server";
import {
  countAccounts,
  countVoucherUsage,
  entriesToReview,
  MOST_WAITING,
  openAlarms,
  shipmentsToMake,
} from "~/domain/backoffice/staff/day-figures.server";
import { saveGuest } from "~/domain/people/accounts/guests.server";
import { creditToBegin, later, loopOf, NOW, person } from "../../../support/people";
import { plansOf } from "../../../support/query-plans";
import { voucher } from "../../../support/vouchers";
import { weekOf } from "../moderation/weeks";

it("accounts are counted by the moment they were opened, without tests and guests, and years that go on", () => {
  const span = (since: number, until: number) => ({ since: later(since), until: later(until), bins: [] });
  const [yesterday, today] = [span(0, 100), span(1000, 1100)];
  const opened = (seconds: number, given: Partial<typeof accounts.$inferInsert> = {}) =>
    person("Ada", { createdAt: later(seconds), ...given }).id;
  opened(-0.001);
  opened(0);
  opened(99.999);
  opened(100);
  const own = opened(1000);
  const test = opened(1000, { isTest: true });
  const names = { email: "guest@example.org", firstName: "Gus", lastName: "P" };
  saveGuest({ guestId: undefined, basketKey: "figures" }, names, later(1000));
  loopOf(own);
  loopOf(own, { status: "COMPLETED" });
  loopOf(test);
  expect(countAtOnce(countAccounts(today, yesterday))).toEqual({
    ...{ newAccounts: 1, newBefore: 2, accounts: 5, accountsBefore: 3, activeLoops: 1 },
  });
});

it("entries wait for review unless they were decided or their year was cancelled", () => {
  for (const moderation of ["PENDING", "FLAGGED", "FLAGGED", "APPROVED", "REJECTED"] as const)
    weekOf("Ada", { moderation });
  const { id: accountId } = person("Bea");
  const { id: loopId } = loopOf(accountId);
  creditToBegin(accountId, { loopId, cancelledAt: NOW });
  weekOf("Bea", { loopId });
  expect(entriesToReview()).toEqual({ pending: 1, flagged: 2 });
});

it("what waits is counted no further than to see that there is more than a thousand", () => {
  const alarm = { kind: "payment_paid_twice", objectType: "order", objectId: "1", message: "" };
  const at = { openedAt: NOW, raisedAt: NOW, lastSeenAt: NOW };
  for (let one = 0; one < MOST_WAITING + 5; one += 1)
    db.insert(alarms)
      .values({ ...alarm, ...at, dedupeKey: `alarm ${one}` })
      .run();
  expect(openAlarms()).toBe(MOST_WAITING + 1);
  const { id: loopId } = loopOf(person("Ada").id);
  db.insert(shipments).values({ loopId, createdAt: NOW, updatedAt: NOW }).run();
  expect(shipmentsToMake()).toBe(1);
  expect(plansOf(entriesToReview)).not.toContainEqual(expect.stringContaining("SCAN entries"));
});

const voucherUsage = () => countAtOnce(countVoucherUsage());

it("of vouchers that were not cancelled, and were no tests, a share was redeemed", () => {
  expect(voucherUsage()).toBeNull();
  voucher();
  voucher({}, { status: "CANCELLED" });
  voucher({ isTest: true });
  const { voucherId } = voucher();
  const redeemed = { status: "REDEEMED", redeemedByAccountId: person("Ada").id, redeemedAt: NOW } as const;
  db.update(vouchers).set(redeemed).where(eq(vouchers.id, voucherId)).run();
  expect(voucherUsage()).toBe(0.5);
});
