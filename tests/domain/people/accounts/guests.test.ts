import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { db, write } from "#db/client.server";
import {
  accountNotes,
  accounts,
  addresses,
  discounts,
  discountUses,
  emails,
  loopCredits,
  loops,
  orders,
  staff,
  vouchers,
} from "#db/schema";
import { accountById } from "~/domain/people/accounts/accounts.server";
import {
  changeGuest,
  claimByAddress,
  claimFromGuest,
  gatherGuests,
  guestOf,
  guestsLike,
  saveGuest,
} from "~/domain/people/accounts/guests.server";
import { anAddress } from "../../../support/addresses";
import { creditToBegin, later, loopOf, NOW, person } from "../../../support/people";
import { voucher } from "../../../support/vouchers";

const NAMES = { email: "pays-as-guest@example.com", firstName: "Gwen", lastName: "Marsh" };
const at = { createdAt: NOW, updatedAt: NOW };

let counted = 0;
beforeEach(() => {
  counted += 1;
});
const mailbox = () => `guest-${counted}@example.com`;

function guest(basketKey: string, email = mailbox(), now = NOW) {
  return saveGuest({ guestId: undefined, basketKey: `${basketKey}-${counted}` }, { ...NAMES, email }, now);
}

const order = (accountId: string, basketKey: string) =>
  db
    .insert(orders)
    .values({
      ...{ number: `LP-${basketKey}-${accountId}`, accountId, basketKey, kind: "gift", status: "PAID", ...at },
      ...{ subtotalPence: 1, totalPence: 1, pricing: "{}", email: mailbox() },
    })
    .returning()
    .get().id;

/** One of everything that a guest's purchases leave behind, but for a year. */
function buy(id: string, basketKey: string) {
  const orderId = order(id, basketKey);
  creditToBegin(id);
  voucher({ purchasedByAccountId: id });
  const written = { kind: "receipt", toName: "", subject: "", textBody: "", htmlBody: "" } as const;
  const keys = { dedupeKey: `receipt:${orderId}`, messageId: orderId };
  db.insert(emails)
    .values({ accountId: id, toEmail: mailbox(), ...written, ...keys, nextTryAt: NOW, createdAt: NOW })
    .run();
  const staffId =
    db.select().from(staff).get()?.id ??
    db
      .insert(staff)
      .values({ email: "bea@loop.example", name: "Bea", role: "support", createdAt: NOW })
      .returning()
      .get().id;
  db.insert(accountNotes).values({ accountId: id, staffId, note: "Rang us up", at: NOW }).run();
  const discount = { code: `C${orderId}`, type: "FIXED_AMOUNT", value: 1, ...at } as const;
  const { id: discountId } = db.insert(discounts).values(discount).returning().get();
  db.insert(discountUses).values({ discountId, orderId, customerKey: id, state: "counted", createdAt: NOW }).run();
  db.insert(addresses)
    .values({ accountId: id, kind: "shipping", ...anAddress(), ...at })
    .run();
  db.update(accounts)
    .set({ phone: `07700 ${basketKey}` })
    .where(eq(accounts.id, id))
    .run();
}

/** How many of each there are of an account. */
const holdingsOf = (accountId: string) =>
  Object.fromEntries(
    Object.entries({
      orders: db.select().from(orders).where(eq(orders.accountId, accountId)),
      credits: db.select().from(loopCredits).where(eq(loopCredits.accountId, accountId)),
      years: db.select().from(loops).where(eq(loops.accountId, accountId)),
      vouchers: db.select().from(vouchers).where(eq(vouchers.purchasedByAccountId, accountId)),
      emails: db.select().from(emails).where(eq(emails.accountId, accountId)),
      notes: db.select().from(accountNotes).where(eq(accountNotes.accountId, accountId)),
      discounts: db.select().from(discountUses).where(eq(discountUses.customerKey, accountId)),
      addresses: db.select().from(addresses).where(eq(addresses.accountId, accountId)),
    }).map(([name, query]) => [name, query.all().length]),
  );
const ONE = { orders: 1, credits: 1, years: 0, vouchers: 1, emails: 1, notes: 1, discounts: 1, addresses: 1 };
const NONE = Object.fromEntries(Object.keys(ONE).map((name) => [name, 0]));

const basketsOf = (accountId: string) =>
  db
    .select()
    .from(orders)
    .where(eq(orders.accountId, accountId))
    .all()
    .map(({ basketKey }) => basketKey);

describe("what a guest has bought", () => {
  it("moves to the account that claims it, and nothing of another guest or account does", () => {
    const [claimant, other, bystander] = [person("Ada"), person("Ben"), person("Cid")];
    loopOf(other.id);
    const [first, second] = [guest("first"), guest("second")];
    buy(other.id, "other");
    buy(first, "first");
    buy(second, "second");
    claimFromGuest(first, claimant.id);
    expect([claimant.id, first, second, other.id].map(holdingsOf)).toEqual([ONE, NONE, ONE, { ...ONE, years: 1 }]);
    expect([guestOf(first), guestOf(second)?.id]).toEqual([undefined, second]);
    expect([basketsOf(claimant.id), basketsOf(second)]).toEqual([["first"], ["second"]]);
    expect([claimant.id, other.id, bystander.id].map((id) => accountById(id)?.phone)).toEqual([
      ...["07700 first", "07700 other", null],
    ]);
  });

  it("keeps an account’s own telephone number and addresses, and a basket that it has ordered too gets another key", () => {
    const claimant = person("Ada", { phone: "01947 555123" });
    db.insert(addresses)
      .values({ accountId: claimant.id, kind: "shipping", ...anAddress(), ...at })
      .run();
    order(claimant.id, "twice");
    order(claimant.id, "other");
    const paid = guest("twice");
    buy(paid, "twice");
    order(paid, "once");
    claimFromGuest(paid, claimant.id);
    expect(holdingsOf(claimant.id)).toMatchObject({ orders: 4, addresses: 1 });
    expect(basketsOf(claimant.id).sort()).toEqual(["once", "other", "twice", `twice-${paid}`]);
    expect(accountById(claimant.id)?.phone).toBe("01947 555123");
  });

  it("stays where a year of it is begun, until its reader proves the address", () => {
    const [claimant, reader] = [person("Ada"), person("Ben", { email: mailbox().toUpperCase() })];
    const writer = guest("begun");
    loopOf(writer);
    claimFromGuest(writer, claimant.id);
    expect([claimant.id, writer].map((id) => holdingsOf(id).years)).toEqual([0, 1]);
    write((tx) => claimByAddress(tx, reader.id));
    expect([reader.id, writer].map((id) => holdingsOf(id).years)).toEqual([1, 0]);
    expect(guestOf(writer)).toBeUndefined();
  });

  it("is claimed by address from every guest with it, and by nobody who has not proven it", () => {
    const unproven = person("Ada", { email: mailbox(), emailVerifiedAt: null });
    const registered = person("Ada", { email: mailbox(), emailVerifiedAt: null });
    const [first, second, other] = [guest("one"), guest("two"), guest("three", "other@example.com")];
    for (const id of [first, second, other, registered.id]) order(id, id);
    write((tx) => claimByAddress(tx, unproven.id));
    write((tx) => claimByAddress(tx, "nobody"));
    expect([first, second].map((id) => holdingsOf(id).orders)).toEqual([1, 1]);
    const reader = person("Ada", { email: mailbox().toUpperCase() });
    write((tx) => claimByAddress(tx, reader.id));
    expect([reader.id, other, registered.id].map((id) => holdingsOf(id).orders)).toEqual([2, 1, 1]);
  });

  it("is not moved from an account, which is no guest", () => {
    const [ada, ben] = [person("Ada"), person("Ben")];
    guest("bystander");
    buy(ben.id, "ben");
    claimFromGuest(ben.id, ada.id);
    expect([holdingsOf(ada.id), holdingsOf(ben.id)]).toEqual([NONE, ONE]);
  });

  it("is gathered in one row before an address is erased: of guests with it, and of nobody else", () => {
    const erased = guest("erased");
    const [same, other] = [guest("same", mailbox().toUpperCase()), guest("other", "elsewhere@example.com")];
    const registered = person("Ada", { email: mailbox(), emailVerifiedAt: null });
    for (const id of [same, other, registered.id]) order(id, id);
    write((tx) => gatherGuests(tx, "nobody"));
    write((tx) => gatherGuests(tx, erased));
    expect([erased, same, other, registered.id].map((id) => holdingsOf(id).orders)).toEqual([1, 0, 1, 1]);
    expect(guestOf(erased)?.id).toBe(erased);
  });
});

describe("a guest", () => {
  it("is a row that has a guest’s digest and no proven address", () => {
    const one = guest("one");
    const [registered, proven] = [person("Ada", { emailVerifiedAt: null }), guest("two")];
    db.update(accounts).set({ emailVerifiedAt: NOW }).where(eq(accounts.id, proven)).run();
    expect([one, registered.id, proven, "nobody"].map((id) => guestOf(id)?.id)).toEqual([one, ...Array(3)]);
  });

  it("is renamed by their own basket, until they have begun a year or an account", () => {
    loopOf(person("Ada").id);
    const [free, writes, owns] = [guest("free"), guest("writes"), guest("owns")];
    loopOf(writes);
    db.update(accounts).set({ passwordHash: "chosen since", emailVerifiedAt: NOW }).where(eq(accounts.id, owns)).run();
    const renamed = { ...NAMES, email: mailbox(), firstName: "Gwendolen" };
    for (const basket of ["free", "writes", "owns"])
      saveGuest({ guestId: undefined, basketKey: `${basket}-${counted}` }, renamed, later(60));
    expect([free, writes, owns].map((id) => accountById(id)?.firstName)).toEqual(["Gwendolen", "Gwen", "Gwen"]);
    expect(saveGuest({ guestId: free, basketKey: "another" }, NAMES, later(60))).toBe(free);
    expect(accountById(free)?.firstName).toBe("Gwen");
  });

  it("changes their own details, and nobody’s who is no guest any more", () => {
    const [one, other, owns] = [guest("one"), guest("other"), person("Ada")];
    const words = { ...NAMES, firstName: "Gwendolen", phone: "07700 900412" };
    for (const id of [one, owns.id]) changeGuest(id, words, later(60));
    expect([one, other, owns.id].map((id) => accountById(id)?.firstName)).toEqual(["Gwendolen", "Gwen", "Ada"]);
  });

  it("is one person with the other guests of that address, the newest first", () => {
    const [older, newer] = [guest("older"), guest("newer", mailbox().toUpperCase(), later(1))];
    const [stranger, registered] = [
      guest("stranger", `x-${mailbox()}`),
      person("Ada", { email: mailbox(), emailVerifiedAt: null }),
    ];
    const proven = guest("proven", mailbox(), later(2));
    db.update(accounts).set({ emailVerifiedAt: NOW }).where(eq(accounts.id, proven)).run();
    expect([...guestsLike([older, registered.id])]).toEqual([[older, [newer, older]]]);
    expect([...guestsLike([stranger])]).toEqual([[stranger, [stranger]]]);
  });
});
