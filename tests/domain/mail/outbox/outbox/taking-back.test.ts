import { eq } from "drizzle-orm";
import { beforeEach, expect, it } from "vitest";
import { db } from "#db/client.server";
import { emails } from "#db/schema";
import { paragraph } from "~/domain/mail/layout/email-blocks";
import {
  canTakeBack,
  holdEmail,
  isQueued,
  queueEmail,
  releaseEmail,
  takeBackEmail,
  withdrawEmail,
} from "~/domain/mail/outbox/outbox.server";
import { later, NOW } from "../../../../support/people";
import { colleague } from "../../../people/staff/colleagues";

beforeEach(() => {
  db.delete(emails).run();
  for (const key of ["first", "second"]) write(key);
  write("gone");
  db.update(emails).set({ state: "sent" }).where(isOf("gone")).run();
});

const isOf = (key: string) => eq(emails.dedupeKey, key);

/** An email that leaves in a minute. */
function write(dedupeKey: string, email = "ada@example.com") {
  const message = { kind: "shipped", subject: "Shipped", preview: "", blocks: [paragraph("Words")] } as const;
  const to = { name: "Ada", email };
  return db.transaction((tx) =>
    queueEmail(tx, { accountId: null, to, dedupeKey, message, now: NOW, dueAt: later(60) }),
  );
}

const rowOf = (key: string) => db.select().from(emails).where(isOf(key)).get();
/** What became of the others while something was done to the second. */
const others = () => [rowOf("first"), rowOf("gone")];

it("an email can be taken back until it is due, and no other is", () => {
  const before = others();
  expect([canTakeBack("second", later(60)), takeBackEmail("second", later(60))]).toEqual([false, false]);
  expect([canTakeBack("gone", NOW), takeBackEmail("gone", NOW)]).toEqual([false, false]);
  expect([canTakeBack("second", later(59)), takeBackEmail("second", later(59))]).toEqual([true, true]);
  expect([isQueued("second"), isQueued("first")]).toEqual([false, true]);
  expect([canTakeBack("second", later(99)), takeBackEmail("second", later(99))]).toEqual([true, true]);
  expect(others()).toEqual(before);
});

it("an email that waits leaves now, or is held by a colleague, and no other is", async () => {
  const before = others();
  const { id: staffId } = await colleague("super_admin");
  for (const key of ["second", "gone"]) holdEmail(key, { staffId, until: later(300) });
  expect(rowOf("second")).toMatchObject({ sentByStaffId: staffId, nextTryAt: later(300) });
  for (const key of ["second", "gone"]) releaseEmail(key, later(30));
  expect(rowOf("second")?.nextTryAt).toEqual(later(30));
  expect(others()).toEqual(before);
});

it("an email that a colleague stops stays in the lists, and the others as they are", () => {
  const before = others();
  db.transaction((tx) => withdrawEmail(tx, rowOf("second")?.id ?? ""));
  expect(rowOf("second")?.state).toBe("cancelled");
  expect(others()).toEqual(before);
});

it("an address may have 254 characters", () => {
  const addressOf = (length: number) => `${"a".repeat(60)}@${"b".repeat(length - 69)}.example`.slice(-length);
  expect(write("long", addressOf(254))).not.toBeNull();
  expect(() => write("longer", addressOf(255))).toThrow("exactly one plain address");
});
