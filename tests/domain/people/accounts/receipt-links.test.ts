import { expect, it } from "vitest";
import { db } from "#db/client.server";
import { accounts } from "#db/schema";
import { RECEIPT_LINK_DAYS } from "~/domain/people/accounts/codes";
import { guestOf, saveGuest } from "~/domain/people/accounts/guests.server";
import { newReceiptToken, openAccountByReceipt, readReceiptToken } from "~/domain/people/accounts/receipt-links.server";

const NOW = new Date("2026-11-23T12:00:00Z");
const inDays = (days: number) => new Date(NOW.getTime() + days * 86_400_000);

it("a receipt’s link opens an account for thirty days, and none from then on", async () => {
  expect(RECEIPT_LINK_DAYS).toBe(30);
  const email = "link@receipt.example";
  const id = saveGuest({ guestId: undefined, basketKey: "b1" }, { email, firstName: "Ada", lastName: "" }, NOW);
  const token = newReceiptToken({ id, email }, NOW);
  const lastMoment = new Date(inDays(30).getTime() - 1);
  expect(readReceiptToken(token, lastMoment).kind).toBe("guest");
  expect(readReceiptToken(token, inDays(30)).kind).toBe("late");
  expect(await openAccountByReceipt(token, null, inDays(30))).toBeNull();
  expect(guestOf(id)).toBeDefined();
  expect(await openAccountByReceipt(token, null, lastMoment)).toMatchObject({ accountId: id });
  expect([guestOf(id), db.select().from(accounts).all().length]).toEqual([undefined, 1]);
});
