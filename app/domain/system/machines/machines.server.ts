import { createHash, randomBytes } from "node:crypto";
import { and, asc, eq, gte, isNull, or, sql } from "drizzle-orm";
import { db, type Transaction, write } from "#db/client.server";
import { prepareAll, prepareGet, prepareRun } from "#db/queries.server";
import { machines } from "#db/schema";
import { writeIfFree } from "#db/write-lock.server";
import { SECOND_MS } from "~/domain/kernel/time/durations";
import { recordAuditEvent } from "~/domain/people/staff/audit.server";
import type { Task } from "./machine-tasks";

/**
 * Machines beside the one that writes. Each has a token, which is shown once and of which the hash is kept. A new one takes
 * the old one's place when it is first used, so that nothing is refused while a machine's settings are changed.
 */

export type Machine = typeof machines.$inferSelect;

/** The time of the last call is written at most this often, as idle machines ask every second. */
const TOUCH_MS = 5 * SECOND_MS;
/** One that has asked for nothing for that time is away. At work it renews its lease every ten seconds. */
const AWAY_MS = 15 * SECOND_MS;

type Refusal = { ok: false; reason: "name_taken" | "not_found" };
type WithToken = { ok: true; token: string } | Refusal;

export function addMachine({ name, tasks }: Pick<Machine, "name" | "tasks">, now: Date): WithToken {
  return write((tx): WithToken => {
    if (findNamed(name)) return { ok: false, reason: "name_taken" };
    const { token, hash } = newToken();
    const { id } = tx
      .insert(machines)
      .values({ name, tasks, tokenHash: hash, createdAt: now })
      .returning({ id: machines.id })
      .get();
    record(tx, "machines.add", id, now, { name, tasks });
    return { ok: true, token };
  });
}

/** Gives a machine a second token. The first is good until the second is used. */
export function rotateToken(name: string, now: Date): WithToken {
  return write((tx): WithToken => {
    const machine = findNamed(name);
    if (!machine) return { ok: false, reason: "not_found" };
    const { token, hash } = newToken();
    tx.update(machines).set({ nextTokenHash: hash }).where(eq(machines.id, machine.id)).run();
    record(tx, "machines.rotate", machine.id, now);
    return { ok: true, token };
  });
}

/** Ends a machine's access at once; what it has leased is made by others when the lease is over. */
export function revokeMachine(name: string, now: Date): { ok: true } | Refusal {
  return write((tx) => {
    const machine = findNamed(name);
    if (!machine) return { ok: false, reason: "not_found" };
    tx.update(machines).set({ revokedAt: now, nextTokenHash: null }).where(eq(machines.id, machine.id)).run();
    record(tx, "machines.revoke", machine.id, now);
    return { ok: true };
  });
}

export const listMachines = prepareAll(() => db.select().from(machines).orderBy(asc(machines.createdAt)));

/** The machine of a token; undefined for one that is unknown, revoked or has been replaced. Notes that it was there. */
export function machineOf(token: string, now: Date): Machine | undefined {
  const hash = hashOf(token);
  const machine = findByHash(hash, hash);
  if (!machine) return undefined;
  if (machine.nextTokenHash === hash) updateToken(hash, machine.id, hash);
  const isNoted = machine.seenAt && Math.abs(now.getTime() - machine.seenAt.getTime()) < TOUCH_MS;
  if (!isNoted) writeIfFree(() => updateSeen(now, machine.id));
  return machine;
}

/** Notes how far the copies of a machine that reads are behind. */
export const noteLag = prepareRun((lagMs: number, machineId: string) =>
  db.update(machines).set({ lagMs }).where(eq(machines.id, machineId)),
);

export const isAway = ({ seenAt }: Machine, now: Date): boolean =>
  seenAt === null || now.getTime() - seenAt.getTime() > AWAY_MS;

/** Whether a machine with this task was there lately. */
export function isThere(task: Task, now: Date): boolean {
  return listSeenSince(new Date(now.getTime() - AWAY_MS)).some(({ tasks }) => tasks.includes(task));
}

const findNamed = prepareGet((name: string) =>
  db
    .select()
    .from(machines)
    .where(and(eq(machines.name, name), isNull(machines.revokedAt))),
);

const findByHash = prepareGet((hash: string, again: string) =>
  db
    .select()
    .from(machines)
    .where(and(or(eq(machines.tokenHash, hash), eq(machines.nextTokenHash, again)), isNull(machines.revokedAt))),
);

const updateToken = prepareRun((hash: string, id: string, next: string) =>
  db
    .update(machines)
    .set({ tokenHash: hash, nextTokenHash: null })
    .where(and(eq(machines.id, id), eq(machines.nextTokenHash, next))),
);

const updateSeen = prepareRun((now: Date, id: string) =>
  db.update(machines).set({ seenAt: now }).where(eq(machines.id, id)),
);

const listSeenSince = prepareAll((since: Date) =>
  db
    .select({ tasks: machines.tasks })
    .from(machines)
    .where(and(gte(machines.seenAt, since), sql`revoked_at IS NULL`)),
);

/** 256 random bits, as in the key of a session. */
function newToken() {
  const token = randomBytes(32).toString("base64url");
  return { token, hash: hashOf(token) };
}

const hashOf = (token: string) => createHash("sha256").update(`machine:${token}`).digest("base64url");

function record(tx: Transaction, action: string, id: string, now: Date, after?: object): void {
  recordAuditEvent(tx, { staffId: null, action, object: { type: "machine", id }, after, now });
}
