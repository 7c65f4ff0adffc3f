import { eq } from "drizzle-orm";
import { beforeEach, expect, it } from "vitest";
import { db } from "#db/client.server";
import { emails, serviceChecks } from "#db/schema";
import {
  laneStopped,
  noteAccepted,
  noteRefused,
  pauseAgain,
  pauseFrom,
  refusedEmails,
  sendingStopped,
  sendRefusedNow,
} from "~/domain/mail/outbox/circuit-breaker.server";
import { later, NOW } from "../../../../support/people";

/** Another service, which has failed longer. */
const PAYMENTS = { name: "payments", failedAt: NOW, failure: "Down", failures: 9 };
beforeEach(() => {
  for (const table of [emails, serviceChecks]) db.delete(table).run();
  db.insert(serviceChecks).values(PAYMENTS).run();
});

const rowOf = (name: string) => db.select().from(serviceChecks).where(eq(serviceChecks.name, name)).get();
const refuse = (times: number, at = NOW) => {
  for (let time = 0; time < times; time += 1) noteRefused({ lane: "weekly", tries: 1 }, "550 Blocked", false, at);
};
const again = (now: Date) => db.transaction((tx) => sendRefusedNow(tx, now));

let count = 0;
function put(given: Partial<typeof emails.$inferInsert> = {}) {
  count += 1;
  const words = { toName: "Ada", toEmail: "ada@example.com", subject: "", textBody: "", htmlBody: "" };
  const of = { kind: "shipped", lane: "weekly" } as const;
  const key = { dedupeKey: `put:${count}`, messageId: `put${count}@loop.example` };
  return db
    .insert(emails)
    .values({ ...words, ...of, ...key, isTransactional: true, nextTryAt: later(600), createdAt: NOW, ...given })
    .returning()
    .get();
}

it("the failures of another service stop no emails, and stay as they are whatever becomes of those", () => {
  expect(sendingStopped()).toBeNull();
  refuse(3);
  expect(sendingStopped()).toEqual({ until: later(60), reply: "550 Blocked", lanes: ["weekly"] });
  pauseAgain("weekly", later(60));
  again(later(70));
  noteAccepted("weekly", later(80));
  expect(sendingStopped()).toBeNull();
  expect(rowOf("payments")).toMatchObject(PAYMENTS);
});

it("sending goes on at the end of a pause, and a new pause begins no sooner", () => {
  refuse(3);
  expect(laneStopped("weekly")?.until).toEqual(later(60));
  expect(pauseFrom("weekly", later(59.999))).toEqual(later(60));
  expect(pauseFrom("weekly", later(60))).toEqual(later(120));
  pauseAgain("weekly", later(59.999));
  expect(sendingStopped()?.until).toEqual(later(60));
  pauseAgain("weekly", later(60));
  expect(sendingStopped()?.until).toEqual(later(120));
});

it("an accepted email changes nothing where none was refused before", () => {
  refuse(1);
  noteAccepted("weekly", later(10));
  noteAccepted("weekly", later(20));
  expect(rowOf("mail-sending-weekly")).toMatchObject({ failures: 0, okAt: later(10) });
});

it("the first accepted email sends what was refused before, once so many were that sending had stopped", () => {
  const { id } = put({ failure: "550 Blocked" });
  const due = () => db.select().from(emails).where(eq(emails.id, id)).get()?.nextTryAt;
  refuse(2);
  noteAccepted("weekly", later(10));
  expect(due()).toEqual(later(600));
  refuse(3, later(20));
  noteAccepted("weekly", later(30));
  expect(due()).toEqual(later(30));
});

it("an email that is tried again is counted only while sending is stopped", () => {
  const tryAgain = (at: Date) => noteRefused({ lane: "weekly", tries: 2 }, "550 Blocked", true, at);
  tryAgain(NOW);
  expect(rowOf("mail-sending-weekly")).toBeUndefined();
  refuse(3);
  tryAgain(later(60));
  expect(rowOf("mail-sending-weekly")?.failures).toBe(4);
});

it("a first refusal stops nothing when it is sent again by hand", () => {
  refuse(1);
  again(later(10));
  expect([sendingStopped(), rowOf("mail-sending-weekly")?.failedAt]).toEqual([null, NOW]);
  refuse(2, later(20));
  again(later(40));
  expect(laneStopped("weekly")?.until).toEqual(later(40));
});

it("what was refused and still waits is counted and sent again, and no other email", () => {
  expect(again(NOW)).toBe(false);
  const other = [
    put(),
    put({ failure: "550 Gone", state: "dead", nextTryAt: later(900) }),
    put({ failure: "451 Later", takenUntil: later(900), nextTryAt: later(900) }),
    put({ failure: "451 Due", nextTryAt: later(-1) }),
  ];
  const { id } = put({ failure: "550 Blocked" });
  expect(refusedEmails()).toEqual({ found: 2, reply: "550 Blocked" });
  expect(again(NOW)).toBe(true);
  const now = new Map(
    db
      .select()
      .from(emails)
      .all()
      .map((email) => [email.id, email]),
  );
  expect(now.get(id)?.nextTryAt).toEqual(NOW);
  expect(other.map((one) => now.get(one.id))).toEqual(other);
});

it.each(["codes", "orders"] as const)(
  "while %s are refused, one is tried every eight seconds in the first minute, and then ever less often",
  (lane) => {
    const until = (times: number) => {
      for (let time = 0; time < times; time += 1) noteRefused({ lane, tries: 1 }, "421 Later", time > 2, NOW);
      const stopped = laneStopped(lane)?.until;
      db.delete(serviceChecks).run();
      return stopped;
    };
    expect([3, 4, 10, 11, 12, 13, 20].map(until)).toEqual(
      [8, 8, 8, 60, 120, 300, 300].map((seconds) => later(seconds)),
    );
  },
);
