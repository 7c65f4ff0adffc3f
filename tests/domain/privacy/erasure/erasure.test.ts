import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import { afterEach, describe, expect, it, vi } from "vitest";
import { db, rawConnection } from "#db/client.server";
import { findBrokenInvariants } from "#db/invariants.server";
import {
  accounts,
  bookFiles,
  emails,
  jobs,
  loopCredits,
  loops,
  orderLines,
  orders,
  payments,
  vouchers,
  webhookEvents,
} from "#db/schema";
import { storage } from "~/adapters/adapters.server";
import type { Mail } from "~/adapters/mail/contract";
import { settings } from "~/adapters/settings.server";
import { sendDueEmails } from "~/domain/mail/outbox/outbox-worker.server";
import { eraseDueAccounts } from "~/domain/privacy/erasure/erasure.server";
import { emptyWriteAheadLog } from "~/domain/privacy/erasure/write-ahead-log.server";
import { eraseSentGiftData } from "~/domain/privacy/personal-data/gifts.server";
import { redeemVoucher } from "~/domain/shop/vouchers/redemption.server";
import { later, loopOf, NOW, person } from "../../../support/people";
import { photoMark, type WholePerson, wholePerson } from "../../../support/whole-person";

afterEach(() => {
  vi.restoreAllMocks();
  const connection = rawConnection();
  connection.pragma("foreign_keys = OFF");
  connection.exec("DROP TRIGGER IF EXISTS audit_events_remain");
  for (const table of tableNames()) connection.exec(`DELETE FROM "${table}"`);
  connection.pragma("foreign_keys = ON");
});

const tableNames = () =>
  rawConnection()
    .prepare<[], string>(
      "SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite%' AND name NOT LIKE '\\_\\_%' ESCAPE '\\'",
    )
    .pluck()
    .all();

/** What the law, or a promise to somebody else, requires us to keep; none of it says whose it was. */
const KEPT: Record<string, string> = {
  "consents.wording": "Proof of what was asked and answered; the address is a hash.",
  "consents.source": "Proof of what was asked and answered; the address is a hash.",
  "disputes.reason": "Records of sales: what a bank said.",
  "disputes.answeredByStaffId": "Who of the staff answered the bank.",
  "disputes.evidenceByStaffId": "Who of the staff answered the bank.",
  "orders.number": "Records of sales.",
  "orders.basketKey": "A random key.",
  "orders.discountCode": "Records of sales.",
  "orders.pricing": "Records of sales.",
  "order_lines.itemId": "Records of sales.",
  "order_lines.name": "Records of sales.",
  "order_lines.description": "Records of sales.",
  "order_lines.edition": "Records of sales.",
  "payments.checkoutId": "Where the payment is found at the provider.",
  "payments.paymentIntentId": "Where the payment is found at the provider.",
  "payments.chargeId": "Where the payment is found at the provider.",
  "refunds.providerId": "Where the refund is found at the provider.",
  "impersonations.keyHash": "A random key of somebody of the staff.",
  "shipments.carrier": "Whom we paid for the shipment.",
  "shipments.reprintCause": "Why a book was printed again: one of a few causes.",
  "shipments.reprintPayer": "Who paid for that: one of a few.",
  "reprint_requests.cause": "Why a book is to be printed again: one of a few causes.",
  "reprint_requests.payer": "Who would pay for that: one of a few.",
  "vouchers.codeHash": "The voucher is good for its holder.",
  "vouchers.codeSealed": "The voucher is good for its holder.",
  "vouchers.lastFour": "The voucher is good for its holder.",
  "webhook_events.type": "That the provider wrote, and what was done.",
  "webhook_events.objectId": "That the provider wrote, and what was done.",
  "webhook_events.failure": "That the provider wrote, and what was done.",
};

/** The audit trail is chained by hashes and cannot be altered. */
const isRecordOfStaff = (column: string) => column.startsWith("audit_events.");

const due = (accountId: string, dueAt: Date = NOW) =>
  db.update(accounts).set({ deletionDueAt: dueAt }).where(eq(accounts.id, accountId)).run();

const isThere = (accountId: string) => db.select().from(accounts).where(eq(accounts.id, accountId)).get() !== undefined;

async function keysOf(loopId: string): Promise<string[]> {
  const keys: string[] = [];
  for (const folder of ["photos", "books"]) {
    for await (const key of storage.list(`${folder}/${loopId}/`)) keys.push(key);
  }
  return keys;
}

/** Every file below the data folder, including the database's own. */
function everyFile(): { path: string; content: Buffer }[] {
  return readdirSync(settings.dataFolder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => ({ path, content: readFileSync(path) }));
}

/** Reads every row and file, and gives the places where any of some words occur: table and column, or file. */
function readEverything(): (...words: string[]) => string[] {
  const connection = rawConnection();
  const values = tableNames().flatMap((table) =>
    (connection.prepare(`SELECT * FROM "${table}"`).all() as Record<string, unknown>[]).flatMap((row) =>
      Object.entries(row).map(([column, value]) => ({
        place: `${table}.${column}`,
        text: String(value).toLowerCase(),
      })),
    ),
  );
  const files = everyFile().map(({ path, content }) => ({ path, text: content.toString("latin1").toLowerCase() }));
  return (...words) => {
    const sought = words.map((word) => word.toLowerCase());
    const inRows = values.filter(({ text }) => sought.some((word) => text.includes(word))).map(({ place }) => place);
    const inFiles = files.flatMap(({ path, text }) =>
      sought.filter((word) => text.includes(word)).map((word) => `${path}: ${word}`),
    );
    return [...new Set([...inRows, ...inFiles])];
  };
}

const find = (words: readonly string[]) => readEverything()(...words);

const emailsTo = (email: string) => db.select().from(emails).where(eq(emails.toEmail, email)).all();

describe("a scan for somebody who was deleted", () => {
  it("finds no trace in rows, files or bytes but what is lawfully kept, and what is kept names nobody", async () => {
    const whole = await wholePerson("DELIVERED");
    const words = whole.marks
      .filter(({ column, kind }) => {
        const isTitleOfCopy = kind === "book_copies" && column !== "order_lines.edition";
        return (!(column in KEPT) || isTitleOfCopy) && !isRecordOfStaff(column);
      })
      .map((mark) => mark.words);
    const all = [...words, whole.accountId, whole.loopId, photoMark(whole.loopId)];
    const placesBefore = readEverything();
    for (const word of all) expect([word, placesBefore(word)]).not.toEqual([word, []]);
    const before = findBrokenInvariants(rawConnection(), NOW);
    // The voucher they gave is redeemed, so that nothing of it is still needed.
    db.update(vouchers).set({ status: "CANCELLED" }).where(eq(vouchers.status, "ACTIVE")).run();
    due(whole.accountId);
    expect(await eraseDueAccounts(NOW)).toEqual({ erased: 1, heldUp: 0, failures: [], log: { ok: true } });
    expect(await keysOf(whole.loopId)).toEqual([]);
    const written = whole.marks.filter(({ column }) => /^(?:entries|entry_versions|drafts|photos)\./.test(column));
    expect(written.length).toBeGreaterThan(10);
    expect(find(written.map((mark) => mark.words))).toEqual([]);
    // The receipt is all that remains, and it loses its recipient.
    const [receipt] = emailsTo(whole.email);
    expect(receipt?.kind).toBe("account_deleted");
    expect((await sendDueEmails(NOW, takesEverything)).sent).toBe(1);
    expect(emptyWriteAheadLog()).toEqual({ ok: true });
    expect(find(all.filter((word) => word !== whole.accountId && word !== whole.loopId))).toEqual([]);
    expect(find([whole.accountId]).filter((place) => !place.includes("loop.db"))).toEqual([
      "audit_events.object_id",
      "erased_accounts.account_id",
    ]);
    expect(find([whole.loopId])).toEqual([]);
    expect([before, findBrokenInvariants(rawConnection(), NOW)]).toEqual([[], []]);
  });

  it("leaves everything of everybody else as it was", async () => {
    const [gone, other] = [await wholePerson("DELIVERED"), await wholePerson()];
    due(gone.accountId);
    const rowsWith = (placesOf: ReturnType<typeof readEverything>) =>
      other.marks.map(({ words }) => [words, placesOf(words).filter((place) => !place.includes("/"))]);
    const before = rowsWith(readEverything());
    await eraseDueAccounts(NOW);
    expect(rowsWith(readEverything())).toEqual(before);
    expect(
      db
        .select()
        .from(accounts)
        .all()
        .map(({ id, status }) => [id, status]),
    ).toEqual([[other.accountId, "active"]]);
    expect(await keysOf(other.loopId)).toHaveLength(11);
  });
});

const sentEmails: Parameters<Mail["post"]>[0][] = [];
const takesEverything: Mail = {
  post: async (message) => {
    sentEmails.push(message);
    return { ok: true };
  },
  check: async () => ({ ok: true }),
};

describe("the instant of deletion", () => {
  it("is the second it was promised for, not one earlier", async () => {
    const { id } = person("Ada", { deletionDueAt: NOW });
    const stays = person("Bea");
    expect(await eraseDueAccounts(later(-1))).toEqual({ erased: 0, heldUp: 0, failures: [], log: null });
    expect(isThere(id)).toBe(true);
    expect((await eraseDueAccounts(NOW)).erased).toBe(1);
    expect(isThere(id)).toBe(false);
    expect(db.select().from(accounts).all()).toEqual([stays]);
  });

  it.each<[string, (id: string) => void]>([
    ["is withdrawn", (id) => db.update(accounts).set({ deletionDueAt: null }).where(eq(accounts.id, id)).run()],
    ["is put off", (id) => due(id, later(1))],
    [
      "has to wait for a book",
      (id) => db.update(loops).set({ status: "PRINTING" }).where(eq(loops.accountId, id)).run(),
    ],
    ["was done by another process", (id) => db.delete(accounts).where(eq(accounts.id, id)).run()],
  ])("deletes no rows of an account whose deletion %s while its files go", async (_, change) => {
    const { id } = person("Ada", { deletionDueAt: NOW });
    const waits = person("Bea", { deletionDueAt: NOW });
    loopOf(id, { status: "DELIVERED" });
    loopOf(waits.id, { status: "PRINTING" });
    const list = storage.list.bind(storage);
    let isChanged = false;
    vi.spyOn(storage, "list").mockImplementation((folder) => {
      if (!isChanged) change(id);
      isChanged = true;
      return list(folder);
    });
    expect(await eraseDueAccounts(NOW)).toEqual({ erased: 0, heldUp: 2, failures: [], log: null });
    expect(db.select().from(emails).all()).toEqual([]);
    expect(isThere(waits.id)).toBe(true);
  });

  it("a second late is as good, and an account nobody asked to delete stays", async () => {
    const [late, stays] = [person("Ada", { deletionDueAt: later(-1) }), person("Bea")];
    expect((await eraseDueAccounts(NOW)).erased).toBe(1);
    expect([isThere(late.id), isThere(stays.id)]).toEqual([false, true]);
  });

  it("happens once, with one receipt, however often the job runs", async () => {
    const { email } = person("Ada", { deletionDueAt: NOW });
    for (let run = 0; run < 3; run += 1) await eraseDueAccounts(later(run * 60));
    expect(emailsTo(email).map(({ kind }) => kind)).toEqual(["account_deleted"]);
  });
});

describe("a worker that dies half-way", () => {
  it("while files go: the account is closed, and the next run finishes", async () => {
    const whole = await wholePerson("DELIVERED");
    due(whole.accountId);
    const remove = storage.remove.bind(storage);
    let removed = 0;
    vi.spyOn(storage, "remove").mockImplementation(async (key) => {
      removed += 1;
      if (removed === 3) throw new Error("Storage does not answer.");
      await remove(key);
    });
    expect(await eraseDueAccounts(NOW)).toMatchObject({ erased: 0, failures: ["Storage does not answer."] });
    const closed = db.select().from(accounts).where(eq(accounts.id, whole.accountId)).get();
    expect(closed?.status).toBe("inactive");
    expect(await keysOf(whole.loopId)).not.toEqual([]);
    expect(emailsTo(whole.email).map(({ kind }) => kind)).not.toContain("account_deleted");
    expect((await eraseDueAccounts(later(60))).erased).toBe(1);
    expect([await keysOf(whole.loopId), isThere(whole.accountId)]).toEqual([[], false]);
  });

  it("between files and rows: the rows remember, and the next run finishes", async () => {
    const whole = await wholePerson("DELIVERED");
    due(whole.accountId);
    rawConnection().exec("CREATE TEMP TRIGGER death BEFORE DELETE ON accounts BEGIN SELECT RAISE(ABORT, 'dead'); END");
    expect((await eraseDueAccounts(NOW)).failures).toEqual(["dead"]);
    expect([await keysOf(whole.loopId), isThere(whole.accountId)]).toEqual([[], true]);
    const [order] = db.select().from(orders).where(eq(orders.accountId, whole.accountId)).all();
    expect(order?.email).toBe(whole.email);
    rawConnection().exec("DROP TRIGGER temp.death");
    // A file written late, by an upload that was still in progress.
    await storage.put(`photos/${whole.loopId}/late-original.jpg`, Buffer.from("late"), "image/jpeg");
    expect((await eraseDueAccounts(later(60))).erased).toBe(1);
    expect([await keysOf(whole.loopId), isThere(whole.accountId)]).toEqual([[], false]);
    expect(emailsTo(whole.email).map(({ kind }) => kind)).toEqual(["account_deleted"]);
  });

  it("one account that cannot be deleted does not keep the others", async () => {
    const [stuck, goes] = [await wholePerson("DELIVERED"), person("Bea", { deletionDueAt: later(-5) })];
    due(stuck.accountId, later(-10));
    vi.spyOn(storage, "remove").mockRejectedValue(new Error("Storage does not answer."));
    expect(await eraseDueAccounts(NOW)).toMatchObject({ erased: 1, failures: [expect.any(String)] });
    expect([isThere(stuck.accountId), isThere(goes.id)]).toEqual([true, false]);
  });
});

describe("an account waits", () => {
  it.each(["COMPLETED", "PRINTING", "SHIPPED"] as const)(
    "while a book is %s, and goes once it arrived",
    async (status) => {
      const { id } = person("Ada", { deletionDueAt: NOW });
      const loop = loopOf(id, { status });
      expect(await eraseDueAccounts(NOW)).toMatchObject({ erased: 0, heldUp: 1 });
      expect(db.select().from(accounts).where(eq(accounts.id, id)).get()?.status).toBe("active");
      db.update(loops).set({ status: "DELIVERED" }).where(eq(loops.id, loop.id)).run();
      expect((await eraseDueAccounts(later(60))).erased).toBe(1);
    },
  );

  it("while one of its books is being made, for as long as its maker may take", async () => {
    const { id } = person("Ada", { deletionDueAt: NOW });
    const loop = loopOf(id);
    const made = {
      loopId: loop.id,
      kind: "interior",
      contentVersion: 1,
      createdAt: NOW,
      updatedAt: NOW,
    } as const;
    const book = db.insert(bookFiles).values(made).returning().get();
    db.insert(jobs)
      .values({
        kind: "render-book",
        subjectId: book.id,
        state: "running",
        runAfter: NOW,
        takenUntil: later(60),
        createdAt: NOW,
      })
      .run();
    expect(await eraseDueAccounts(NOW)).toMatchObject({ erased: 0, heldUp: 1 });
    expect((await eraseDueAccounts(later(60))).erased).toBe(1);
    expect(db.select().from(jobs).all()).toEqual([]);
  });

  it("while somebody may still be paying, and an hour longer", async () => {
    const whole = await wholePerson();
    due(whole.accountId);
    const [order] = db.select().from(orders).where(eq(orders.accountId, whole.accountId)).all();
    if (!order) throw new Error("There is no order.");
    const isOf = eq(payments.orderId, order.id);
    db.update(orders).set({ status: "PENDING", paidAt: null }).where(eq(orders.id, order.id)).run();
    db.update(payments)
      .set({ status: "open", expiresAt: later(1800) })
      .where(isOf)
      .run();
    expect(await eraseDueAccounts(later(1800 + 3599))).toMatchObject({ erased: 0, heldUp: 1 });
    expect((await eraseDueAccounts(later(1800 + 3600))).erased).toBe(1);
  });
});

describe("what outlives an account", () => {
  it("an order keeps its sums and lines, and a copy of a book loses the title it had", async () => {
    const whole = await wholePerson("DELIVERED");
    const before = db.select().from(orders).where(eq(orders.accountId, whole.accountId)).all();
    due(whole.accountId);
    await eraseDueAccounts(NOW);
    for (const order of before) {
      const after = db.select().from(orders).where(eq(orders.id, order.id)).get();
      expect(after).toMatchObject({
        number: order.number,
        totalPence: order.totalPence,
        paidAt: order.paidAt,
      });
      expect(after).toMatchObject({ accountId: null, email: "", firstName: "", lastName: "" });
      expect(after).toMatchObject({ deliveryAddress: null, giftDetails: null });
      const [line] = db.select().from(orderLines).where(eq(orderLines.orderId, order.id)).all();
      expect(line?.unitPence).toBe(6999);
      expect(line?.name === "Book copy").toBe(order.kind === "book_copies");
    }
    const credits = db.select().from(loopCredits).all();
    expect(credits.every(({ accountId, cancelledAt, spentAt }) => accountId === null && (cancelledAt ?? spentAt))).toBe(
      true,
    );
  });

  it("a voucher can still be redeemed, and tells nobody who gave it", async () => {
    const whole = await wholePerson("DELIVERED");
    due(whole.accountId);
    await eraseDueAccounts(NOW);
    const voucher = db.select().from(vouchers).where(eq(vouchers.status, "ACTIVE")).get();
    expect(voucher).toMatchObject({ purchasedByAccountId: null, giftMessage: null });
    expect(voucher?.recipientEmail).not.toBeNull();
    const reader = person("Bea");
    const chosen = { theme: "pet", type: "puppys-first-year", deliveryDay: "2027-12-03" };
    const redeemed = redeemVoucher({ accountId: reader.id, voucherId: voucher?.id ?? "", ...chosen }, NOW);
    expect(redeemed.ok).toBe(true);
    expect(eraseSentGiftData(NOW)).toBe(1);
    const after = db
      .select()
      .from(vouchers)
      .where(eq(vouchers.id, voucher?.id ?? ""))
      .get();
    expect(after).toMatchObject({ status: "REDEEMED", recipientEmail: null, recipientName: null });
    expect(eraseSentGiftData(NOW)).toBe(0);
  });

  it("a gift that is still to be sent keeps its words until it has gone", async () => {
    const whole = await wholePerson("DELIVERED");
    db.update(vouchers).set({ sentAt: null }).where(eq(vouchers.status, "ACTIVE")).run();
    due(whole.accountId);
    await eraseDueAccounts(NOW);
    const gift = () => db.select().from(vouchers).where(eq(vouchers.status, "ACTIVE")).get();
    expect(gift()?.giftMessage).toMatch(/^mark-/);
    expect(eraseSentGiftData(NOW)).toBe(0);
    db.update(vouchers).set({ sentAt: NOW }).where(eq(vouchers.status, "ACTIVE")).run();
    expect(eraseSentGiftData(NOW)).toBe(1);
    expect(gift()).toMatchObject({ giftMessage: null, recipientEmail: expect.stringMatching(/^mark-/) });
  });

  it("a message of the provider's that is not processed yet keeps what that takes, and no more", async () => {
    const whole = await wholePerson("DELIVERED");
    const [order] = db.select().from(orders).where(eq(orders.accountId, whole.accountId)).all();
    const base = { type: "charge.updated", objectId: "ch_9", receivedAt: NOW };
    const full = {
      object: "charge",
      id: "ch_9",
      metadata: { orderId: order?.id, who: whole.email },
      billing: whole.email,
    };
    db.insert(webhookEvents)
      .values({ ...base, id: "evt_open", payload: JSON.stringify(full) })
      .run();
    db.insert(webhookEvents)
      .values({ ...base, id: "evt_odd", payload: `no JSON, ${whole.email}` })
      .run();
    due(whole.accountId);
    await eraseDueAccounts(NOW);
    const payloadOf = (id: string) => db.select().from(webhookEvents).where(eq(webhookEvents.id, id)).get()?.payload;
    expect(JSON.parse(payloadOf("evt_open") ?? "")).toEqual({
      object: "charge",
      id: "ch_9",
      metadata: { orderId: order?.id },
    });
    expect(payloadOf("evt_odd")).toBe("{}");
  });

  it("the receipt says what went and what stays, and is forgotten too when it cannot be delivered", async () => {
    const { email } = person("Ada", { deletionDueAt: NOW });
    await eraseDueAccounts(NOW);
    const [message] = emailsTo(email);
    expect(message).toMatchObject({
      subject: "Your Loop account has been deleted",
      toName: "Ada",
      accountId: null,
    });
    expect(message?.textBody).toContain("six years");
    const refuses: Mail = {
      post: async () => ({ ok: false, permanent: true, message: `No such person: ${email}` }),
      check: async () => ({ ok: true }),
    };
    await sendDueEmails(NOW, refuses);
    const after = db
      .select()
      .from(emails)
      .where(eq(emails.id, message?.id ?? ""))
      .get();
    expect(after).toMatchObject({
      state: "dead",
      toName: "",
      toEmail: "",
      textBody: "",
      htmlBody: "",
      failure: "",
    });
  });

  it("somebody else’s old order with this address stays theirs", async () => {
    const whole: WholePerson = await wholePerson();
    const { id } = person("Bea", { email: "reused@example.org", deletionDueAt: NOW });
    db.update(orders).set({ email: "reused@example.org" }).where(eq(orders.accountId, whole.accountId)).run();
    await eraseDueAccounts(NOW);
    expect(isThere(id)).toBe(false);
    expect(db.select().from(orders).where(eq(orders.accountId, whole.accountId)).all()).toHaveLength(3);
  });

  it("an order of a guest who is gone is theirs by its address, and no other is", async () => {
    const whole: WholePerson = await wholePerson();
    const { email } = person("Bea", { deletionDueAt: NOW });
    const [theirs, others] = db.select().from(orders).where(eq(orders.accountId, whole.accountId)).all();
    for (const [order, address] of [
      [theirs, email.toUpperCase()],
      [others, "somebody.else@example.org"],
    ] as const)
      db.update(orders)
        .set({ accountId: null, email: address })
        .where(eq(orders.id, order?.id ?? ""))
        .run();
    await eraseDueAccounts(NOW);
    const emailOn = (id = "") => db.select().from(orders).where(eq(orders.id, id)).get()?.email;
    expect([theirs, others].map((order) => emailOn(order?.id))).toEqual(["", "somebody.else@example.org"]);
  });
});
