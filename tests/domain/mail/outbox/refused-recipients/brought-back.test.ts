import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { db } from "#db/client.server";
import { emails, serviceChecks } from "#db/schema";
import {
  endDoubts,
  endOldDoubts,
  giveUpRecipient,
  putOffRecipient,
  REFUSED_ADDRESSES,
  showsThatItWorks,
  stopWhereRelayKnowsNobody,
} from "~/domain/mail/outbox/refused-recipients.server";
import { later, NOW } from "../../../../support/people";

const UNKNOWN = "550 5.1.1 User unknown";
const REFUSED = { state: "dead", failure: UNKNOWN, refusedAt: NOW } as const;
beforeEach(() => {
  for (const table of [emails, serviceChecks]) db.delete(table).run();
});

let count = 0;
type Given = Partial<typeof emails.$inferInsert>;
function put(given: Given = {}) {
  count += 1;
  const to = { toName: "Ada", toEmail: `ada@place${count}.example` };
  const words = { kind: "shipped", subject: "Shipped", textBody: "Words", htmlBody: "Words" };
  const key = { dedupeKey: `put:${count}`, messageId: `put${count}@loop.example` };
  return db
    .insert(emails)
    .values({ ...to, ...words, ...key, isTransactional: true, nextTryAt: NOW, createdAt: NOW, ...given })
    .returning()
    .get();
}
const rowOf = (id: string) => db.select().from(emails).where(eq(emails.id, id)).get();
/** As many as show that the relay knows nobody. */
const many = (given: Given = {}) => Array.from({ length: REFUSED_ADDRESSES }, () => put({ ...REFUSED, ...given }));

describe("an email that was refused for its recipient", () => {
  it.each<[string, boolean, (id: string) => Given | null]>([
    ["which nothing has replaced", true, () => null],
    ["which was sent again", false, (id) => ({ resendOf: id })],
    ["which was sent again, and that was withdrawn", true, (id) => ({ resendOf: id, state: "cancelled" })],
    ["of which another was sent again", true, () => ({ resendOf: "another" })],
    ["whose gift was sent later", false, () => ({ kind: "gift", dedupeKey: "gift:v1:3000", state: "sent" })],
    ["whose gift was sent before", true, () => ({ kind: "gift", dedupeKey: "gift:v1:1000", state: "sent" })],
    ["with another gift", true, () => ({ kind: "gift", dedupeKey: "gift:v2:3000", state: "sent" })],
  ])("%s waits again: %s", (_, waits, replacement) => {
    const others = many();
    const email = put({ ...REFUSED, kind: "gift", dedupeKey: "gift:v1:2000" });
    const replaced = replacement(email.id)?.resendOf === email.id ? put(REFUSED) : email;
    const other = replacement(replaced.id);
    if (other) put({ toEmail: "ben@loop.example", ...other });
    const back = stopWhereRelayKnowsNobody(later(60));
    expect(back.filter((id) => id === replaced.id)).toEqual(waits ? [replaced.id] : []);
    expect(rowOf(replaced.id)?.state).toBe(waits ? "waiting" : "dead");
    expect(new Set(others.map(({ id }) => rowOf(id)?.state))).toEqual(new Set(["waiting"]));
  });

  it("is given up for good where the relay gives no code, and once it was brought back", () => {
    const [first, plain, back] = [put(), put(), put({ refusedAt: NOW })];
    giveUpRecipient(first, UNKNOWN, NOW);
    giveUpRecipient(plain, "550 No", NOW);
    giveUpRecipient(back, UNKNOWN, NOW);
    expect([first, plain, back].map(({ id }) => rowOf(id)?.refusedAt)).toEqual([NOW, null, null]);
    expect([putOffRecipient(plain, "550 No", NOW), putOffRecipient(plain, UNKNOWN, NOW)]).toEqual([null, later(60)]);
  });
});

describe("the relay", () => {
  it.each<[string, number, Given]>([
    ["somebody who was reached before", 1, { state: "sent" }],
    ["somebody who was never reached", 0, { state: "dead" }],
    ["one of our own, which was reached before", 0, { state: "sent", toEmail: "ada@loop.example" }],
  ])("shows a fault when it refuses %s: %i times", (_, refusals, given) => {
    const before = put(given);
    put({ state: "sent" });
    putOffRecipient(put({ toEmail: before.toEmail }), UNKNOWN, NOW);
    expect(
      db
        .select()
        .from(serviceChecks)
        .all()
        .map(({ failures }) => failures),
    ).toEqual(refusals > 0 ? [1] : []);
  });

  it.each<[string, Given]>([
    ["fewer addresses", { toEmail: "one@place.example" }],
    ["given up for good", { refusedAt: null }],
    ["which wait again", { state: "waiting" }],
    ["to our own addresses", { toEmail: "one@loop.example" }],
  ])("is not doubted for refusals of %s", (_, given) => {
    many(given);
    const { id } = put(REFUSED);
    expect(stopWhereRelayKnowsNobody(later(60))).toEqual([]);
    expect(rowOf(id)?.state).toBe("dead");
  });

  it("is trusted for ten minutes after it took an email to somebody else’s address", () => {
    many();
    put({ toEmail: "staff@loop.example", state: "sent", sentAt: later(600) });
    put({ state: "sent", sentAt: NOW });
    expect(stopWhereRelayKnowsNobody(later(599))).toEqual([]);
    expect(stopWhereRelayKnowsNobody(later(600))).toHaveLength(REFUSED_ADDRESSES);
  });

  it.each<[string, boolean, Given | null]>([
    ["while nothing is refused", true, null],
    ["while one of them is refused", true, { ...REFUSED, toEmail: "ben@loop.example" }],
    ["while another address is refused", false, REFUSED],
    ["while another address waits again", false, { failure: UNKNOWN }],
    ["while another address waits for the first time", true, {}],
    ["while another address is being tried", true, { failure: UNKNOWN, takenUntil: later(60) }],
    ["once another address was reached", true, { failure: UNKNOWN, state: "sent" }],
  ])("shows by taking one of our own addresses that it works %s: %s", (_, works, given) => {
    if (given) put(given);
    expect(showsThatItWorks(put({ toEmail: "ada@loop.example" }))).toBe(works);
    expect(showsThatItWorks(put())).toBe(true);
  });
});

it("a doubt ends after a day or once a code has run out, and all end when the relay works, for no other email", () => {
  const code = put({ ...REFUSED, kind: "verification_code" });
  const other = put({ ...REFUSED, kind: "verification_code", createdAt: later(60), refusedAt: later(60) });
  const order = put(REFUSED);
  const waiting = put({ kind: "verification_code", refusedAt: NOW });
  const doubts = () => [code, other, order, waiting].map(({ id }) => rowOf(id)?.refusedAt !== null);
  endOldDoubts(later(599));
  expect(doubts()).toEqual([true, true, true, true]);
  endOldDoubts(later(600));
  expect([doubts(), rowOf(code.id)?.textBody]).toEqual([[false, true, true, true], ""]);
  endOldDoubts(later(86_399));
  expect(doubts()).toEqual([false, false, true, true]);
  endOldDoubts(later(86_400));
  expect(doubts()).toEqual([false, false, false, true]);
  const last = put(REFUSED);
  endDoubts();
  expect([rowOf(last.id)?.refusedAt, rowOf(waiting.id)]).toEqual([null, waiting]);
});
