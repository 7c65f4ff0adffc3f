import { eq } from "drizzle-orm";
import { beforeEach, expect, it } from "vitest";
import { db } from "#db/client.server";
import { bookFiles, emails, jobs, webhookEvents } from "#db/schema";
import {
  deadEmails,
  deadJobs,
  failedEvents,
  pendingWork,
  type Retried,
  tryAgain,
} from "~/domain/system/status/system-status.server";
import { later, loopOf, NOW, person } from "../../../support/people";
import { givePhoto } from "../../../support/photo-rows";
import { plansOf } from "../../../support/query-plans";
import { colleague } from "../../people/staff/colleagues";

const joan = await colleague("super_admin");
const loopId = loopOf(person("Ada").id).id;
const NEXT = later(3_600);

beforeEach(() => {
  for (const table of [jobs, bookFiles, emails, webhookEvents]) db.delete(table).run();
});

const retry = (kind: Retried, id: string) => tryAgain({ kind, id }, joan.id, NEXT);

let counted = 0;

/** A book that could not be made, and its job. */
function book(state: "dead" | "running" | "waiting", fileState: "failed" | "ready" = "failed") {
  counted += 1;
  const file = { loopId, kind: "screen", contentVersion: counted, state: fileState } as const;
  const { id: subjectId } = db
    .insert(bookFiles)
    .values({ ...file, createdAt: NOW, updatedAt: NOW })
    .returning()
    .get();
  const job = { kind: "render-book", subjectId, state, tries: 5, deaths: 2, runAfter: NOW, createdAt: NOW };
  return db.insert(jobs).values(job).returning().get();
}

const jobOf = (id: string) => db.select().from(jobs).where(eq(jobs.id, id)).get();
const fileOf = (id: string) => db.select().from(bookFiles).where(eq(bookFiles.id, id)).get()?.state;

it("a job that failed for good is tried again alone, and its book waits again", () => {
  const [other, job, running] = [book("dead"), book("dead"), book("running")];
  expect(
    deadJobs()
      .map(({ id }) => id)
      .sort(),
  ).toEqual([other.id, job.id].sort());
  expect([retry("job", running.id), retry("job", "of-nobody"), retry("job", job.id)]).toEqual([false, false, true]);
  expect(jobOf(job.id)).toMatchObject({ state: "waiting", tries: 0, deaths: 1, runAfter: NEXT });
  expect([jobOf(other.id), jobOf(running.id)]).toEqual([other, running]);
  expect([job, other, running].map(({ subjectId }) => fileOf(subjectId))).toEqual(["waiting", "failed", "failed"]);
});

it("a job that failed for good is not tried again while another for the same book waits", () => {
  const job = book("dead");
  const { subjectId } = job;
  db.insert(jobs).values({ kind: "render-book", subjectId, runAfter: NOW, createdAt: NOW }).run();
  expect(retry("job", job.id)).toBe(false);
  expect(jobOf(job.id)).toEqual(job);
});

it("a book that is there stays as it is while its job is tried again", () => {
  const job = book("dead", "ready");
  expect([retry("job", job.id), fileOf(job.subjectId)]).toEqual([true, "ready"]);
});

function email(kind: string, state: "dead" | "sent" | "waiting") {
  counted += 1;
  const words = { toName: "Ada", toEmail: "ada@example.com", subject: "s", textBody: "t", htmlBody: "h" };
  const keys = { dedupeKey: `email-${counted}`, messageId: `email-${counted}` };
  return db
    .insert(emails)
    .values({ ...words, ...keys, kind, state, tries: 6, nextTryAt: NOW, createdAt: NOW })
    .returning()
    .get();
}

const emailOf = (id: string) => db.select().from(emails).where(eq(emails.id, id)).get();

it("an email that failed for good is tried again alone, unless it carried a secret, which was erased", () => {
  const secret = email("account_deleted", "dead");
  const [other, failed, sent] = [email("shipped", "dead"), email("shipped", "dead"), email("shipped", "sent")];
  expect(Object.fromEntries(deadEmails().map(({ id, canRetry }) => [id, canRetry]))).toEqual({
    [secret.id]: false,
    [other.id]: true,
    [failed.id]: true,
  });
  expect(plansOf(deadEmails)).toEqual(["SEARCH emails USING INDEX emails_state (state=?)"]);
  const tried = [secret, sent, { id: "of-nobody" }, failed].map(({ id }) => retry("email", id));
  expect(tried).toEqual([false, false, false, true]);
  expect(emailOf(failed.id)).toMatchObject({ state: "waiting", tries: 0, nextTryAt: NEXT });
  for (const one of [secret, other, sent]) expect(emailOf(one.id)).toEqual(one);
});

function event(given: Partial<typeof webhookEvents.$inferInsert>) {
  counted += 1;
  const row = { id: `evt_${counted}`, type: "charge.updated", objectId: "ch_1", payload: "{}", deaths: 2 };
  return db
    .insert(webhookEvents)
    .values({ ...row, receivedAt: NOW, nextTryAt: NOW, ...given })
    .returning()
    .get();
}

it("a provider’s message that failed is tried again alone, and none that was worked on or waits for the first time", () => {
  const [other, failed] = [event({ failure: "Refused" }), event({ failure: "Refused" })];
  const [done, fresh] = [event({ failure: "Refused", processedAt: NOW }), event({})];
  expect(
    failedEvents()
      .map(({ id }) => id)
      .sort(),
  ).toEqual([other.id, failed.id].sort());
  expect([done, fresh, failed].map(({ id }) => retry("webhook", id))).toEqual([false, false, true]);
  const rows = new Map(
    db
      .select()
      .from(webhookEvents)
      .all()
      .map((row) => [row.id, row]),
  );
  expect(rows.get(failed.id)).toMatchObject({ nextTryAt: NEXT, deaths: 1 });
  for (const one of [other, done, fresh]) expect(rows.get(one.id)).toEqual(one);
});

it("what waits is counted", () => {
  book("waiting");
  book("running");
  email("shipped", "waiting");
  event({});
  givePhoto("photos/one.jpg", 4, 3, { loopId, week: 1, isWaiting: true });
  givePhoto("photos/two.jpg", 4, 3, { loopId, week: 2, createdAt: new Date(0) });
  expect(pendingWork()).toEqual({
    ...{ jobsPending: 1, jobsRunning: 1, emailsWaiting: 1 },
    ...{ oldestEmail: NOW, eventsPending: 1, photosWaiting: 1, oldestPhoto: NOW },
  });
});
