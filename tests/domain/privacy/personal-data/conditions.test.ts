import { eq } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import { beforeEach, describe, expect, it } from "vitest";
import { db, write } from "#db/client.server";
import * as schema from "#db/schema";
import { hashEmail } from "~/domain/people/accounts/accounts.server";
import { saveGuest } from "~/domain/people/accounts/guests.server";
import * as those from "~/domain/privacy/personal-data/conditions.server";
import { rowsOf } from "~/domain/privacy/personal-data/row-kind.server";
import { creditToBegin, later, loopOf, NOW, person } from "../../../support/people";
import { givePhoto } from "../../../support/photo-rows";

const at = { createdAt: NOW, updatedAt: NOW };
const { accounts, attempts, bookFiles, emails, enquiries, entries, entryViews, impersonations, jobs } = schema;
const { loopCredits, orders, reprintRequests, restoreRequests, shipments, staff } = schema;

let [ada, ben] = [person("Ada"), person("Ben")];
let [hers, his] = ["", ""];
let staffId = "";
beforeEach(() => {
  for (const table of [attempts, emails, enquiries, restoreRequests]) db.delete(table).run();
  [ada, ben] = [person("Ada"), person("Ben")];
  [hers, his] = [loopOf(ada.id).id, loopOf(ben.id).id];
  const bea = { email: `bea-${ada.id}@loop.example`, name: "Bea", role: "support", createdAt: NOW } as const;
  staffId = db.insert(staff).values(bea).returning().get().id;
});
const known = () => ({ account: ada, orderIds: [], loopIds: [hers] });

/** The values of a column in the rows that are hers. */
const found = (table: SQLiteTable, whose: Parameters<typeof rowsOf>[1], column: string) =>
  db
    .select()
    .from(table)
    .where(rowsOf(table, whose, known()))
    .all()
    .map((row) => String((row as Record<string, unknown>)[column]));

/** Rows come in any order. */
const expectRows = (rows: readonly string[], expected: readonly string[]) =>
  expect(rows.toSorted()).toEqual(expected.toSorted());

describe("whose a row is", () => {
  it("an account is its owner’s, with the unproven registrations of its address", () => {
    const again = person("Again", { email: ada.email.toUpperCase(), emailVerifiedAt: null });
    person("Other", { emailVerifiedAt: null });
    expectRows(found(accounts, those.accountsOf, "id"), [ada.id, again.id]);
  });

  it("a guest’s address may be another’s account, which is not the guest’s", () => {
    const names = { email: ben.email, firstName: "Guest", lastName: "" };
    const guest = { id: saveGuest({ guestId: undefined, basketKey: ben.id }, names, NOW), email: ben.email };
    const theirs = rowsOf(accounts, those.accountsOf, { account: guest, orderIds: [], loopIds: [] });
    expect(
      db
        .select()
        .from(accounts)
        .where(theirs)
        .all()
        .map(({ id }) => id),
    ).toEqual([guest.id]);
  });

  it("a counter is theirs by account, address, digest of the address, and digest and client", () => {
    const digest = hashEmail(ada.email);
    const mixed = { ...ada, email: ada.email.toUpperCase() };
    const subjects = [ada.id, ada.email, mixed.email, digest, `${digest} 192.0.2.1`];
    for (const subject of [...subjects, ben.id, ben.email, hashEmail(ben.email), `${hashEmail(ben.email)} 192.0.2.1`])
      db.insert(attempts).values({ limit: "x", subject, at: NOW }).run();
    const isTheirs = rowsOf(attempts, those.attemptsOf, { ...known(), account: mixed });
    const theirs = db.select().from(attempts).where(isTheirs).all();
    expectRows(
      theirs.map(({ subject }) => subject),
      subjects,
    );
  });

  it("a job is theirs that makes a book of their year, or prepares a photo of it", () => {
    const book = (loopId: string) => {
      const made = { loopId, kind: "interior", contentVersion: 1, ...at } as const;
      const { id } = db.insert(bookFiles).values(made).returning().get();
      db.insert(jobs).values({ kind: "render-book", subjectId: id, runAfter: NOW, createdAt: NOW }).run();
      return id;
    };
    const photo = (id: string, loopId: string) => {
      givePhoto(`photos/${id}.jpg`, 4, 3, { id, loopId, week: 1, isWaiting: true });
      db.insert(jobs).values({ kind: "prepare-photo", subjectId: id, runAfter: NOW, createdAt: NOW }).run();
      return id;
    };
    const mine = [book(hers), photo("hers", hers)];
    book(his);
    photo("his", his);
    expectRows(found(jobs, those.jobsOf, "subjectId"), mine);
  });

  it("a request to bring something back is theirs by the account, its id or its address", () => {
    for (const [reason, given] of [
      ["account", { accountId: ada.id, account: "an older address" }],
      ["id", { account: ada.id }],
      ["address", { account: ada.email.toUpperCase() }],
      ["other", { accountId: ben.id, account: ben.email }],
    ] as const)
      db.insert(restoreRequests)
        .values({ ...given, reason, requestedByStaffId: staffId, createdAt: NOW })
        .run();
    expectRows(found(restoreRequests, those.restoreRequestsOf, "reason"), ["account", "id", "address"]);
  });

  it("an email is theirs by the account, or by the address where it is nobody’s; what is erased is more, and less", () => {
    const enquiry = (email: string) =>
      db.insert(enquiries).values({ name: "-", email, message: "-", at: NOW }).returning().get().id;
    const asked = enquiry(ada.email.toUpperCase());
    const askedByOther = enquiry(ben.email);
    const shout = ada.email.toUpperCase();
    for (const [dedupeKey, given] of [
      ["own, to an older address", { accountId: ada.id, toEmail: "older@example.com" }],
      ["of nobody, to theirs", { accountId: null, toEmail: shout }],
      ["of nobody, to theirs, waiting", { accountId: null, toEmail: shout, state: "waiting" }],
      ["of another, to theirs", { accountId: ben.id, toEmail: shout }],
      ["of another, to theirs, waiting", { accountId: ben.id, toEmail: shout, state: "waiting" }],
      ["of another", { accountId: ben.id, toEmail: ben.email }],
      ["of nobody", { accountId: null, toEmail: ben.email }],
      [`enquiry:${asked}`, { accountId: null, toEmail: "us@loop.example" }],
      [`enquiry:${askedByOther}`, { accountId: null, toEmail: "us@loop.example" }],
    ] as const)
      db.insert(emails)
        .values({
          ...{ kind: "gift", toName: "", subject: "", textBody: "", htmlBody: "", messageId: "-", state: "sent" },
          ...{ dedupeKey, nextTryAt: NOW, createdAt: NOW, ...given },
        })
        .run();
    expectRows(found(emails, those.isToThem, "dedupeKey"), [
      ...["own, to an older address", "of nobody, to theirs", "of nobody, to theirs, waiting"],
    ]);
    expect(those.emailsOf(known())).toHaveLength(3);
    expectRows(found(emails, those.isAboutThem, "dedupeKey"), [
      ...["own, to an older address", "of nobody, to theirs", "of another, to theirs", `enquiry:${asked}`],
    ]);
  });

  it("a reprint is theirs by the order of its shipment or by the year in it", () => {
    const sums = { subtotalPence: 1, totalPence: 1, pricing: "{}", email: "-", ...at };
    const order = (accountId: string) =>
      db
        .insert(orders)
        .values({ number: accountId, accountId, basketKey: accountId, kind: "book_copies", status: "PAID", ...sums })
        .returning()
        .get().id;
    const ordered = order(ada.id);
    for (const [reason, given] of [
      ["by order", { orderId: ordered, loopId: his }],
      ["by year", { loopId: hers }],
      ["other", { orderId: order(ben.id), loopId: his }],
    ] as const) {
      const shipment = db
        .insert(shipments)
        .values({ ...given, ...at })
        .returning()
        .get();
      const asked = { reason, cause: "damaged", payer: "us", printing: 2, costPence: 1, requestedByStaffId: staffId };
      db.insert(reprintRequests)
        .values({ shipmentId: shipment.id, ...asked, createdAt: NOW } as typeof reprintRequests.$inferInsert)
        .run();
    }
    const isTheirs = rowsOf(reprintRequests, { shipment: "shipmentId" }, { ...known(), orderIds: [ordered] });
    const theirs = db.select().from(reprintRequests).where(isTheirs).all();
    expectRows(
      theirs.map(({ reason }) => reason),
      ["by order", "by year"],
    );
  });

  it("who looked is told of their own account and weeks alone", () => {
    for (const [loopId, accountId] of [
      [hers, ada.id],
      [his, ben.id],
    ] as const) {
      const written = { loopId, week: 1, prompt: "What?", content: "This.", ...at };
      const entry = db.insert(entries).values(written).returning().get();
      db.insert(entryViews).values({ entryId: entry.id, staffId, reason: accountId, at: NOW }).run();
      const looked = { staffId, accountId, reason: accountId, startedAt: NOW, expiresAt: NOW, keyHash: accountId };
      db.insert(impersonations).values(looked).run();
    }
    expect(those.entryViewsOf(known()).map(({ reason }) => reason)).toEqual([ada.id]);
    expect(those.impersonationsOf(known()).map(({ reason }) => reason)).toEqual([ada.id]);
  });
});

it("credits that are neither spent nor cancelled are cancelled with their account, and no others", () => {
  const before = new Date(NOW.getTime() - 1);
  const credits = [
    creditToBegin(ada.id),
    creditToBegin(ada.id, { spentAt: before }),
    creditToBegin(ada.id, { cancelledAt: before }),
    creditToBegin(ben.id),
  ];
  write((tx) => those.cancelOpenCredits(tx, known(), NOW));
  const cancelledAt = (id: string) => db.select().from(loopCredits).where(eq(loopCredits.id, id)).get()?.cancelledAt;
  expect(credits.map(({ id }) => cancelledAt(id))).toEqual([NOW, null, before, null]);
});

it("an email is deleted ninety days later where it is of no account, has left, and carried no enquiry", () => {
  for (const [dedupeKey, given] of [
    ["old", {}],
    ["of an account", { accountId: ada.id }],
    ["with an enquiry", { kind: "enquiry" }],
    ["that waits", { state: "waiting" }],
    ["new", { createdAt: later(1) }],
  ] as const)
    db.insert(emails)
      .values({
        ...{ kind: "code", toName: "", toEmail: ada.email, subject: "", textBody: "", htmlBody: "", messageId: "-" },
        ...{ dedupeKey, state: "sent", nextTryAt: NOW, createdAt: NOW, ...given },
      })
      .run();
  const old = db
    .select()
    .from(emails)
    .where(those.oldOtherEmails(later(90 * 86_400 + 0.5)))
    .all();
  expect(old.map(({ dedupeKey }) => dedupeKey)).toEqual(["old"]);
});
