import { beforeEach, describe, expect, it } from "vitest";
import { db } from "#db/client.server";
import { emails, jobs, printOrders, shipments, webhookEvents } from "#db/schema";
import { openAlarms } from "~/domain/kernel/alarms/alarms.server";
import { changeLane } from "~/domain/mail/outbox/lanes.server";
import { checkReadiness } from "~/domain/system/checks/readiness.server";
import { watchFromWorker } from "~/domain/system/checks/watch.server";
import {
  countJobs,
  lateBulkEmails,
  lateEmails,
  slowEmails,
  stoppedShipments,
  waitingEmails,
  waitingWebhooks,
} from "~/domain/system/health/waiting-work.server";
import { loopOf, NOW, person } from "../../../support/people";
import { plansOf } from "../../../support/query-plans";

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const ago = (ms: number, from = NOW) => new Date(from.getTime() - ms);

interface Email extends Partial<typeof emails.$inferInsert> {
  /** How long ago it was made, in milliseconds. */
  age: number;
}

function add({ age, ...given }: Email, key: number) {
  const words = { toName: "Ada", toEmail: "ada@example.com", subject: "s", textBody: "t", htmlBody: "h" };
  const keys = { kind: "shipped", lane: "orders", dedupeKey: `email-${key}`, messageId: `email-${key}` } as const;
  db.insert(emails)
    .values({ ...words, ...keys, createdAt: ago(age), nextTryAt: ago(age), ...given })
    .run();
}

const sent = (age: number, sentMs: number): Email => ({ age, state: "sent", sentAt: ago(sentMs) });

beforeEach(() => {
  for (const table of [emails, jobs, webhookEvents]) db.delete(table).run();
});

describe("emails that wait", () => {
  it.each<[string, readonly Email[], number]>([
    ["a new one is not late", [{ age: 15 * MINUTE - 1, tries: 1 }], 0],
    ["one that was never tried in a quarter of an hour is late", [{ age: 15 * MINUTE }], 1],
    ["one that is held for its undo is not late", [{ age: 20 * MINUTE, nextTryAt: ago(15 * MINUTE - 1) }], 0],
    ["one that was refused is late", [{ age: 20 * MINUTE, tries: 4, nextTryAt: ago(-MINUTE) }], 1],
    ["one that nobody tries again is not late", [{ age: 20 * MINUTE, state: "dead" }], 0],
    [
      "one that was refused is not late while others go out",
      [{ age: 20 * MINUTE, tries: 4 }, sent(20 * MINUTE, 15 * MINUTE - 1)],
      0,
    ],
    [
      "one that was refused is late once the others went out a quarter of an hour ago",
      [{ age: 20 * MINUTE, tries: 4 }, sent(20 * MINUTE, 15 * MINUTE)],
      1,
    ],
    ["an email of yesterday shows that they go out", [{ age: 20 * MINUTE, tries: 4 }, sent(DAY, MINUTE)], 0],
    [
      "a weekly email does not show that they go out",
      [
        { age: 20 * MINUTE, tries: 4 },
        { ...sent(20 * MINUTE, MINUTE), lane: "weekly" },
      ],
      1,
    ],
    [
      "a weekly email or reminder may wait for hours",
      [
        { age: 3 * DAY, lane: "weekly" },
        { age: DAY, lane: "reminders" },
      ],
      0,
    ],
    [
      "an email that was never sent does not show that they go out",
      [
        { age: 20 * MINUTE, tries: 4 },
        { ...sent(20 * MINUTE, MINUTE), state: "dead" },
      ],
      1,
    ],
  ])("%s", (_, given, found) => {
    given.forEach(add);
    expect(lateEmails(NOW).found).toBe(found);
  });

  it.each<[string, Email, number]>([
    ["is not slow when it was due ten minutes ago", { age: 10 * MINUTE }, 0],
    ["is slow from then on", { age: 10 * MINUTE + 1 }, 1],
    ["is not slow when nobody tries it again", { age: DAY, state: "dead" }, 0],
  ])("one %s", (_, email, found) => {
    add(email, 1);
    expect(slowEmails(NOW)).toBe(found);
  });

  it("are neither late nor slow while staff have paused them", () => {
    add({ age: DAY }, 1);
    changeLane(db, "orders", { pausedAt: NOW });
    expect([lateEmails(NOW).found, slowEmails(NOW)]).toEqual([0, 0]);
    changeLane(db, "orders", { pausedAt: null });
    expect([lateEmails(NOW).found, slowEmails(NOW)]).toEqual([1, 1]);
  });

  it("are counted without those that were sent or given up, and are as old as they are, also after a try", () => {
    [{ age: 9, nextTryAt: ago(-MINUTE) }, sent(20, 1), { age: 30, state: "dead" as const }].forEach(add);
    expect(waitingEmails()).toEqual({ found: 1, oldest: ago(9) });
  });

  it("are a finding of their own where weekly ones are due for a day, which lets the watcher outside hear of us", async () => {
    add({ age: DAY - 1, lane: "weekly" }, 1);
    expect(lateBulkEmails(NOW).found).toBe(0);
    add({ age: DAY, lane: "weekly" }, 2);
    expect(lateBulkEmails(NOW)).toEqual({ found: 1, oldest: ago(DAY) });
    await watchFromWorker(NOW);
    const kinds = openAlarms().map(({ kind }) => kind);
    expect([kinds.includes("bulk_emails_waiting"), kinds.includes("emails_waiting")]).toEqual([true, false]);
    expect((await checkReadiness(NOW)).find(({ name }) => name === "emails")?.ok).toBe(true);
  });
});

it("provider’s messages that wait are counted without those that were worked on", () => {
  for (const [id, processedAt] of [["evt_1", null] as const, ["evt_2", NOW] as const])
    db.insert(webhookEvents)
      .values({ id, type: "charge.updated", objectId: "ch_1", payload: "{}", receivedAt: NOW, processedAt })
      .run();
  expect(waitingWebhooks().found).toBe(1);
});

it("jobs are counted by their state", () => {
  const states = ["waiting", "waiting", "running", "dead"] as const;
  states.forEach((state, place) => {
    const job = { kind: "render-book", subjectId: `book-${place}`, state, runAfter: NOW, createdAt: NOW };
    db.insert(jobs).values(job).run();
  });
  expect([countJobs("waiting"), countJobs("running")]).toEqual([2, 1]);
  for (const [state, name] of [
    ["waiting", "jobs_one_waiting"],
    ["running", "jobs_running"],
  ] as const)
    expect(plansOf(() => countJobs(state))).toEqual([`SCAN jobs USING COVERING INDEX ${name}`]);
});

it("a shipment counts as stopped by the printer until staff have dealt with its order or it is out of print", () => {
  const stopped = (
    [
      ["failed", null, "printing"],
      ["in_production", null, "printing"],
      ["failed", NOW, "printing"],
      ["failed", null, "shipped"],
    ] as const
  ).map(([state, closedAt, shipment], place) => {
    const loopId = loopOf(person("Dan").id).id;
    const times = { createdAt: NOW, updatedAt: NOW };
    const { id } = db
      .insert(shipments)
      .values({ loopId, state: shipment, ...times })
      .returning()
      .get();
    db.insert(printOrders)
      .values({ shipmentId: id, idempotencyKey: `key-${place}`, state, closedAt, ...times })
      .run();
    return id;
  });
  expect(stoppedShipments()).toEqual(stopped.slice(0, 1));
  expect(plansOf(stoppedShipments)[0]).toBe("SCAN print_orders USING INDEX print_orders_trouble");
});
