import { createHash } from "node:crypto";
import { and, eq } from "drizzle-orm";
import { db, type Transaction } from "#db/client.server";
import { prepareGet } from "#db/queries.server";
import { deviceSaves } from "#db/schema";

/**
 * Saves that a device sends again because it never got their response. An open page gives itself a random name and
 * numbers its saves: one that was saved before is not saved twice, and a later one goes on from it, although the page
 * never heard its revision.
 */

export interface DeviceSave {
  writer: string;
  number: number;
}

const SAVE = /^([\w-]{16,40})\.(\d{1,9})$/;

/** Reads a form's save; undefined where its page has no script. */
export function readDeviceSave(text: string): DeviceSave | undefined {
  const [, writer, number] = SAVE.exec(text) ?? [];
  return writer === undefined ? undefined : { writer, number: Number(number) };
}

interface WeekPlace {
  readonly loopId: string;
  readonly week: number;
}

export const findDeviceSave = ({ loopId, week }: WeekPlace, writer: string) => findSave(loopId, week, writer);

const findSave = prepareGet((loopId: string, week: number, writer: string) =>
  db
    .select({ number: deviceSaves.number, revision: deviceSaves.revision, digest: deviceSaves.digest })
    .from(deviceSaves)
    .where(and(eq(deviceSaves.loopId, loopId), eq(deviceSaves.week, week), eq(deviceSaves.writer, writer))),
);

/** By which a text is recognised that was sent before under the same number. */
export function digestOf(...sent: readonly unknown[]): string {
  return createHash("sha256").update(JSON.stringify(sent)).digest("base64url").slice(0, 22);
}

/** In place of a digest, where its writer has chosen between this text and another. */
const CHOSEN = "chosen";

/** Whether this was saved before, or its writer has chosen between it and what another device had saved. */
export function isSentAgain(
  { number, digest }: { number: number; digest: string },
  before: { number: number; digest: string },
): boolean {
  return before.number > number || (before.number === number && [digest, CHOSEN].includes(before.digest));
}

/** Records a choice, so that the text isn't asked about again; a later one of the same page goes on from nothing. */
export function recordChoice(tx: Transaction, place: WeekPlace, save: DeviceSave, now: Date): void {
  recordDeviceSave(tx, place, save, { digest: CHOSEN, revision: "", savedAt: now });
}

/** Records what a save led to. */
export function recordDeviceSave(
  tx: Transaction,
  { loopId, week }: WeekPlace,
  { writer, number }: DeviceSave,
  led: { digest: string; revision: string; savedAt: Date },
): void {
  const newest = { number, ...led };
  tx.insert(deviceSaves)
    .values({ loopId, week, writer, ...newest })
    .onConflictDoUpdate({ target: [deviceSaves.loopId, deviceSaves.week, deviceSaves.writer], set: newest })
    .run();
}
