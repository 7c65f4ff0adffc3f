import { expect, it } from "vitest";
import { db } from "#db/client.server";
import { accounts } from "#db/schema";
import { accountById } from "~/domain/people/accounts/accounts.server";
import { RECEIPT_LINK_DAYS } from "~/domain/people/accounts/codes";
import { guestOf, saveGuest } from "~/domain/people/accounts/guests.server";
import { newReceiptToken, openAccountByReceipt, readReceiptToken } from "~/domain/people/accounts/receipt-links.server";
import { person } from "../../../support/people";

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

it("a receipt’s link opens its guest’s account alone, and nothing where it was altered or the address has an account", async () => {
  const guest = (name: string) => {
    const email = `${name}@receipt.example`;
    const id = saveGuest({ guestId: undefined, basketKey: name }, { email, firstName: name, lastName: "" }, NOW);
    return { id, token: newReceiptToken({ id, email }, NOW) };
  };
  const [ben, cid, dan] = [guest("ben"), guest("cid"), guest("dan")];
  const altered = [
    `${dan.id}${ben.token.slice(dan.id.length)}`,
    ben.token.replace(/\d{13}/, "9999999999999"),
    "ben",
    "",
  ];
  for (const token of altered) {
    expect(readReceiptToken(token, NOW)).toEqual({ kind: "void" });
    expect(await openAccountByReceipt(token, null, NOW)).toBeNull();
  }
  expect(await openAccountByReceipt(ben.token, null, NOW)).toMatchObject({ accountId: ben.id });
  expect(readReceiptToken(ben.token, NOW)).toEqual({ kind: "account" });
  expect([cid, dan].map(({ id }) => accountById(id)?.emailVerifiedAt)).toEqual([null, null]);
  person("Cid", { email: "CID@receipt.example" });
  expect(readReceiptToken(cid.token, NOW)).toEqual({ kind: "account" });
  expect(await openAccountByReceipt(cid.token, null, NOW)).toBeNull();
});
