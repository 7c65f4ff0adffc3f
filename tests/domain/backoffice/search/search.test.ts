import { eq } from "drizzle-orm";
import { afterEach, describe, expect, it } from "vitest";
import { db, rawConnection } from "#db/client.server";
import {
  accounts,
  addresses,
  entries,
  loopCredits,
  orderLines,
  orders,
  payments,
  refundRequests,
  shipments,
  voucherBatches,
  vouchers,
} from "#db/schema";
import { unseal } from "#db/sealing.server";
import { foundOrders } from "~/domain/backoffice/search/found-orders.server";
import { foundPeople } from "~/domain/backoffice/search/found-people.server";
import { foundBatches, foundVouchers } from "~/domain/backoffice/search/found-vouchers.server";
import type { Kind } from "~/domain/backoffice/search/kinds";
import { search, searchAddresses } from "~/domain/backoffice/search/search.server";
import { saveGuest } from "~/domain/people/accounts/guests.server";
import { formatVoucherCode } from "~/domain/shop/vouchers/code";
import { issueVoucher, VOUCHER_SEAL } from "~/domain/shop/vouchers/vouchers.server";
import { loopOf, NOW, person } from "../../../support/people";
import { plansOf } from "../../../support/query-plans";
import { colleague } from "../../people/staff/colleagues";

afterEach(() => {
  const connection = rawConnection();
  connection.exec("DELETE FROM shipments; DELETE FROM loop_credits; DELETE FROM payments; DELETE FROM order_lines");
  connection.exec("DELETE FROM vouchers; DELETE FROM voucher_batches; DELETE FROM orders; DELETE FROM accounts");
});

const found = (words: string, kind: Kind, role: Parameters<typeof search>[1] = "super_admin") =>
  search(words, role).find((one) => one.kind === kind)?.ids ?? [];

const PLACE = {
  firstName: "Aled",
  lastName: "Pritchard",
  line1: "8 Coburn Street",
  line2: "",
  city: "Cardiff",
};

let ordered = 0;
function order(accountId: string, given: Partial<typeof orders.$inferInsert> = {}) {
  ordered += 1;
  return db
    .insert(orders)
    .values({
      number: `LP-BDNB-M7E${ordered}`,
      accountId,
      basketKey: `basket-${ordered}`,
      kind: "loop",
      status: "PAID",
      subtotalPence: 6999,
      totalPence: 6999,
      pricing: "{}",
      deliveryAddress: JSON.stringify({ ...PLACE, county: "", postcode: "CF10 3NP" }),
      email: "aled@example.org",
      firstName: "Aled",
      lastName: "Pritchard",
      createdAt: NOW,
      paidAt: NOW,
      updatedAt: NOW,
      ...given,
    })
    .returning()
    .get();
}

describe("a person", () => {
  it.each(["gwen", "pritch", "Gwen Pritch", "pritchard gwen", "gwen.p@", "07700900142", "HX7 8AB", "hx78ab"])(
    "is found by %j",
    (words) => {
      const { id } = person("Gwen", {
        lastName: "Pritchard",
        email: "gwen.p@example.org",
        phone: "07700 900142",
      });
      const where = { firstName: "G", lastName: "P", line1: "1", city: "Hebden Bridge", postcode: "hx7 8ab" };
      db.insert(addresses)
        .values({ accountId: id, ...where, createdAt: NOW, updatedAt: NOW })
        .run();
      person("Somebody", { lastName: "Else" });
      expect(found(words, "person")).toEqual([id]);
      expect(foundPeople([id])[0]).toMatchObject({
        name: "Gwen Pritchard",
        postcode: "HX7 8AB",
        isGuest: false,
      });
    },
  );

  it("of two letters is found by the whole name", () => {
    const { id } = person("Li", { lastName: "Wu" });
    person("Jo", { lastName: "Ng" });
    expect([found("wu", "person"), found("li", "person"), found("W", "person")]).toEqual([[id], [id], []]);
  });

  it("is found by a new name and no longer by the old one, and not once deleted", () => {
    const { id } = person("Gwen", { lastName: "Pritchard" });
    db.update(accounts).set({ lastName: "Lowe" }).where(eq(accounts.id, id)).run();
    expect([found("pritchard", "person"), found("gwen lowe", "person")]).toEqual([[], [id]]);
    db.delete(accounts).where(eq(accounts.id, id)).run();
    expect(found("gwen lowe", "person")).toEqual([]);
  });

  it("who bought twice as a guest is one person with two orders", () => {
    const words = { email: "aled@example.org", firstName: "Aled", lastName: "Pritchard" };
    const guests = ["one", "two"].map((basketKey) => saveGuest({ guestId: undefined, basketKey }, words, NOW));
    for (const guest of guests) order(guest);
    const ids = found("cf10 3np", "person");
    expect(ids).toHaveLength(1);
    expect(foundPeople(ids)[0]).toMatchObject({ isGuest: true, orderCount: 2, postcode: "CF10 3NP" });
  });
});

describe("what is shown of those found", () => {
  it("is each one’s own: what was bought, and a refund that waits", () => {
    const [one, other] = [order(person("Gwen").id), order(person("Tom").id)];
    const line = { itemId: "book", name: "Book", unitPence: 100 };
    db.insert(orderLines)
      .values([
        { ...line, orderId: one.id, quantity: 2 },
        { ...line, orderId: other.id, quantity: 3 },
      ])
      .run();
    const asked = { amountPence: 100, reason: "Damp", evenIfUsed: false, requestedByStaffId: "one", createdAt: NOW };
    db.insert(refundRequests)
      .values([
        { ...asked, id: "declined", orderId: one.id, state: "declined", decidedAt: NOW, decidedByStaffId: "two" },
        { ...asked, id: "waiting", orderId: other.id },
      ])
      .run();
    const shown = (ids: string[]) => foundOrders(ids).map(({ quantity, requestId }) => [quantity, requestId]);
    expect(shown([one.id, other.id])).toEqual([
      [2, null],
      [3, "waiting"],
    ]);
    db.delete(refundRequests).run();
  });

  it("is where they have things sent, and not where they are billed; of those that are gone, nothing", () => {
    const { id: accountId } = person("Gwen");
    const place = {
      accountId,
      firstName: "G",
      lastName: "P",
      line1: "1",
      city: "York",
      createdAt: NOW,
      updatedAt: NOW,
    };
    db.insert(addresses)
      .values([
        { ...place, kind: "billing", isDefault: true, postcode: "YO1 7HH" },
        { ...place, kind: "shipping", postcode: "HX7 8AB" },
      ])
      .run();
    expect(foundPeople(["gone", accountId]).map(({ postcode }) => postcode)).toEqual(["HX7 8AB"]);
    expect([foundOrders(["gone"]), foundVouchers(["gone"], true, NOW), foundBatches(["gone"])]).toEqual([[], [], []]);
  });
});

describe("an order", () => {
  it.each(["LP-BDNB", "bdnb-m7", "DNBM7", "aled", "CF103NP", "8210"])("is found by %j", (words) => {
    const { id } = order(person("Other").id);
    db.insert(payments)
      .values({
        orderId: id,
        attempt: 1,
        amountPence: 6999,
        cardLast4: "8210",
        createdAt: NOW,
        updatedAt: NOW,
      })
      .run();
    expect(found(words, "order")).toEqual([id]);
    expect(foundOrders([id])[0]).toMatchObject({
      buyer: "Aled Pritchard",
      isDisputed: false,
      requestId: null,
    });
  });
});

describe("a voucher", () => {
  const give = () => giveTo("Tom Marsh", "tom@example.org");
  const giveTo = (name: string, email: string) =>
    db.transaction((tx) =>
      issueVoucher(
        tx,
        {
          valuePence: 6999,
          choice: null,
          purchasedByAccountId: null,
          orderId: null,
          recipient: { name, email, message: "Marmalade", sendOnDay: null },
          isTest: false,
        },
        NOW,
      ),
    );

  it("is found by its last four, its recipient and its whole code, and never by its message", () => {
    const { voucherId } = give();
    giveTo("Nobody Else", "nobody@example.org");
    const row = db.select().from(vouchers).where(eq(vouchers.id, voucherId)).get();
    const code = formatVoucherCode(unseal(VOUCHER_SEAL, row?.codeSealed ?? ""));
    for (const words of [code.slice(-4), "tom mar", "tom@example", code, code.toLowerCase()])
      expect([words, found(words, "voucher")]).toEqual([words, [voucherId]]);
    expect([found("marmalade", "voucher"), found(code.slice(0, 9), "voucher")]).toEqual([[], []]);
    expect(foundVouchers([voucherId], true, NOW)[0]).toMatchObject({
      recipient: "Tom Marsh",
      status: "ACTIVE",
    });
  });

  it("of a partner order is found with the order, by what the order is for", async () => {
    const { id: madeByStaffId } = await colleague("marketing");
    const { id } = db
      .insert(voucherBatches)
      .values({ count: 2, valuePence: 1, note: "Lowe and Sons, Christmas", madeByStaffId, createdAt: NOW })
      .returning()
      .get();
    db.insert(voucherBatches).values({ count: 1, valuePence: 1, note: "Another", madeByStaffId, createdAt: NOW }).run();
    expect(foundBatches([id])).toHaveLength(1);
    expect(found("lowe and", "batch")).toEqual([id]);
    expect(foundBatches([id])[0]).toMatchObject({ count: 2, redeemed: null });
  });

  it("is found by those who may not know customers if staff made it, or by its last four", async () => {
    const { id: madeByStaffId } = await colleague("marketing");
    const gift = give();
    const made = give();
    const other = giveTo("Callum Reid", "callum@example.org");
    const { id: batchId } = db
      .insert(voucherBatches)
      .values({ count: 2, valuePence: 1, note: "Lowe", madeByStaffId, createdAt: NOW })
      .returning()
      .get();
    for (const { voucherId } of [made, other])
      db.update(vouchers).set({ batchId }).where(eq(vouchers.id, voucherId)).run();
    expect(found("tom marsh", "voucher", "marketing")).toEqual([made.voucherId]);
    expect(found(gift.code.slice(-4), "voucher", "marketing")).toEqual([gift.voucherId]);
  });
});

describe("a shipment", () => {
  it("is found by its tracking number, however it is spaced, and by where it goes, as that changes", () => {
    const { id: accountId } = person("Gwen", { lastName: "Pritchard" });
    const loop = loopOf(accountId, { title: "Pelican summer" });
    const { id } = db
      .insert(shipments)
      .values({ loopId: loop.id, trackingNumber: "GK 4471 0932 8GB", createdAt: NOW, updatedAt: NOW })
      .returning()
      .get();
    expect([found("gk44710932", "shipment"), found("4471 0932", "shipment")]).toEqual([[id], [id]]);
    expect([found("gwen", "shipment"), found("pelican", "shipment")]).toEqual([[id], []]);
    const deliveryAddress = JSON.stringify({
      ...PLACE,
      firstName: "Tariq",
      county: "",
      postcode: "TR18 4AE",
    });
    db.update(shipments).set({ deliveryAddress }).where(eq(shipments.id, id)).run();
    expect([found("tariq", "shipment"), found("TR184AE", "shipment")]).toEqual([[id], [id]]);
    db.update(accounts).set({ firstName: "Gwendolen" }).where(eq(accounts.id, accountId)).run();
    expect(found("gwendolen", "shipment")).toEqual([id]);
  });
});

describe("an email address", () => {
  const byAddress = (words: string, role: Parameters<typeof search>[1] = "super_admin") =>
    searchAddresses(words, role)?.flatMap(({ kind, ids }) => ids.map((id) => `${kind} ${id}`)) ?? null;

  it("is found by how it begins: people, their orders, gifts by or for them, and what was printed of them", () => {
    const { id } = person("Gwen", { email: "Gwen.P@example.org" });
    person("Bygwen", { email: "by-gwen.p@example.org" });
    const gift = order(person("Other").id, { email: "gwen.p@example.org", kind: "gift" });
    const recipient = { name: "Tom", email: "gwen.p@example.org", message: null, giverName: null, sendOnDay: null };
    const issue = (orderId: string | null, email: string | null) =>
      db.transaction((tx) =>
        issueVoucher(
          tx,
          {
            ...{ valuePence: 6999, choice: null, purchasedByAccountId: null, orderId, isTest: false },
            recipient: { ...recipient, email },
          },
          NOW,
        ),
      ).voucherId;
    const [bought, received] = [issue(gift.id, null), issue(null, "gwen.p@example.org")];
    issue(null, "tom@example.org");
    const shipment = (loopId: string | null, orderId: string | null = null) =>
      db.insert(shipments).values({ loopId, orderId, createdAt: NOW, updatedAt: NOW }).returning().get().id;
    const [own, given, others] = [loopOf(id).id, loopOf(person("Una").id).id, loopOf(person("Ivo").id).id];
    db.insert(loopCredits)
      .values({ voucherId: bought, loopId: given, theme: "family", type: "family-adventures", createdAt: NOW })
      .run();
    const printed = [shipment(own), shipment(given), shipment(null, gift.id)];
    shipment(others);
    const expected = [`person ${id}`, `order ${gift.id}`, ...[bought, received].map((one) => `voucher ${one}`)];
    const all = new Set([...expected, ...printed.map((one) => `shipment ${one}`)]);
    for (const words of ["gwen.p@", "GWEN.p@exam", "gwen.p@example.org"])
      expect([words, new Set(byAddress(words))]).toEqual([words, all]);
    expect(byAddress("gwen.p@example.org", "production")?.some((one) => one.startsWith("person"))).toBe(false);
  });

  it("of nobody, other words, and those of who may not know customers are for the search of parts", () => {
    person("Gwen", { email: "gwen.p@example.org" });
    for (const words of ["gwen@", "gwen.p", "@example.org", "gwen p@example.org", ""])
      expect([words, byAddress(words)]).toEqual([words, null]);
    const recipient = { name: "Gwen", email: "gwen.p@example.org", message: null, sendOnDay: null };
    const gift = {
      valuePence: 6999,
      choice: null,
      purchasedByAccountId: null,
      orderId: null,
      recipient,
      isTest: false,
    };
    const { voucherId } = db.transaction((tx) => issueVoucher(tx, gift, NOW));
    expect(byAddress("gwen.p@", "support")).toContain(`voucher ${voucherId}`);
    expect(byAddress("gwen.p@", "marketing")).toBeNull();
  });

  it("is looked for in the indexes of addresses alone, newest first", () => {
    const older = person("Gwen", { email: "gwen1@example.org", createdAt: new Date(NOW.getTime() - 1_000) });
    const newer = person("Gwen", { email: "gwen1@example.com" });
    expect(byAddress("gwen1@")).toEqual([`person ${newer.id}`, `person ${older.id}`]);
    const plans = plansOf(() => searchAddresses("gwen1@", "support"));
    expect(plans.filter((line) => /^SCAN (?!found|json_each)/.test(line))).toEqual([]);
    for (const index of ["accounts_email", "orders_email", "vouchers_recipient_begins"])
      expect(plans).toContainEqual(expect.stringContaining(`INDEX ${index} (<expr>>? AND <expr><?)`));
  });
});

describe("the index", () => {
  it("has nothing of what people wrote", () => {
    const { id } = person("Gwen");
    const loop = loopOf(id, { title: "Pelican", dedication: "Pelican", recipientName: "Pelican" });
    db.insert(entries)
      .values({
        loopId: loop.id,
        week: 1,
        prompt: "Pelican",
        content: "Pelican",
        createdAt: NOW,
        updatedAt: NOW,
      })
      .run();
    expect(search("pelican", "super_admin").flatMap(({ ids }) => ids)).toEqual([]);
  });

  it("finds for each role only what that role may read", () => {
    const { id } = person("Gwen");
    order(id, { firstName: "Gwen" });
    const kinds = (role: Parameters<typeof search>[1]) =>
      search("gwen", role).map(({ kind, ids }) => `${kind} ${ids.length}`);
    expect(kinds("support")).toEqual(["person 1", "order 1", "voucher 0", "shipment 0", "batch 0"]);
    expect(kinds("production")).toEqual(["order 1", "shipment 0"]);
    expect(kinds("marketing")).toEqual(["voucher 0", "batch 0"]);
    expect(kinds("analyst")).toEqual([]);
  });

  it("tells of more than a hundred without counting them", () => {
    for (let one = 0; one < 100; one += 1) person("Gwen");
    expect(search("gwen", "support")[0]).toMatchObject({ isMore: false });
    person("Gwen");
    expect(search("gwen", "support")[0]).toMatchObject({ isMore: true });
    expect(found("gwen", "person")).toHaveLength(100);
  });

  it("is true to its rows after every change", () => {
    const { id } = person("Gwen");
    order(id);
    db.delete(accounts).where(eq(accounts.id, id)).run();
    for (const kind of ["people", "orders", "vouchers", "shipments", "batches"]) {
      const index = `search_words_of_${kind}`;
      rawConnection().exec(`INSERT INTO ${index} (${index}, rank) VALUES ('integrity-check', 0)`);
    }
  });
});
