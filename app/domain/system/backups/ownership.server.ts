import { randomUUID } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import type { KnownOwner, Owner, OwnerObject } from "~/adapters/backups/contract";
import { writeWholeSync } from "~/adapters/files/whole-file.server";
import { stoppedContainerCommand } from "~/domain/kernel/alarms/container-commands";
import { MINUTE_MS, SECOND_MS } from "~/domain/kernel/time/durations";

/**
 * One machine at a time owns the copies of a database. It is known by its volume, so that it starts again at once after
 * a crash; another one begins when this one has released the copies, or when a person has taken them from it by
 * command. Silence alone takes nothing from anybody: a bucket that does not respond for an hour must not move a shop.
 * Ages are the bucket's, because the clocks of two machines differ.
 */

/** The owner looks this often whether it still is. */
export const LOOKS_MS = 3 * SECOND_MS;
/** It writes this often that it is alive, for people who ask whether it is. */
const RENEWALS_MS = MINUTE_MS;
/** From a taking to the new owner's first write: more than a machine needs to notice, or to give up Litestream unheard. */
export const SETTLING_MS = 30 * SECOND_MS;
/** A write between a read and ours makes us read again. */
const MOST_TRIES = 5;
const NOTE = "owner.json";

/** What the volume knows of itself; `place` is where its database was copied to, and one that may change is not there. */
interface Note {
  machine: string;
  renewal: number;
  place?: string | undefined;
}

export interface Held {
  owner: Owner;
  tag: string;
  /** Who had the copies before this start, to give them back to where nothing was opened. */
  previous: Owner | null;
}

export type Claim = { ok: true; held: Held; waitMs: number } | { ok: false; sentence: string };

/** Asks for the copies at the start. `takeOver` takes them from a machine that still has them. */
export async function claimCopies(
  object: OwnerObject,
  dataFolder: string,
  takeOver: { withThisDatabase: boolean } | null = null,
): Promise<Claim> {
  for (let attempt = 0; attempt < MOST_TRIES; attempt += 1) {
    const known = await object.read();
    const note = readNote(dataFolder);
    const other = takeOver?.withThisDatabase ? null : whyNotElsewhere(note, object.place, dataFolder);
    if (other !== null) return { ok: false, sentence: other };
    const isOurs = known !== null && isOfThisVolume(known.owner, note);
    const refusal = known && !isOurs ? whyNot(known, dataFolder, takeOver) : null;
    if (refusal !== null) return { ok: false, sentence: refusal };
    const isTaken = known !== null && (isOurs ? known.owner.state === "taken" : known.owner.state !== "released");
    const claimed: Owner = {
      // A copy of a volume has its machine's name too.
      machine: isOurs || !known ? (note?.machine ?? randomUUID()) : randomUUID(),
      host: hostname(),
      run: randomUUID(),
      generation: (known?.owner.generation ?? 0) + (isOurs ? 0 : 1),
      renewal: known?.owner.renewal ?? 0,
      state: isTaken ? "taken" : "held",
    };
    const owner = isOurs ? renewedIfPossible(dataFolder, object, claimed) : renewed(dataFolder, object, claimed);
    const tag = await object.write(owner, known?.tag ?? null);
    if (tag === null) continue;
    const previous = isOurs ? null : (known?.owner ?? null);
    return { ok: true, held: { owner, tag, previous }, waitMs: isTaken ? SETTLING_MS : 0 };
  }
  return { ok: false, sentence: "Another machine is asking for the copies at the same time. Try again." };
}

export type Look = { state: "held"; held: Held } | { state: "lost"; sentence: string };

/**
 * Looks whether the copies are still ours, and with `renew` writes that we are alive. @throws when the bucket does not
 * respond.
 */
export async function lookAfterCopies(
  object: OwnerObject,
  dataFolder: string,
  held: Held,
  renew: boolean,
): Promise<Look> {
  const known = await object.read();
  if (known && known.owner.run !== held.owner.run) return { state: "lost", sentence: lostSentence(known) };
  const current: Held = known ? { ...held, owner: known.owner, tag: known.tag } : held;
  if (!renew && known) return { state: "held", held: current };
  const owner = renewedIfPossible(dataFolder, object, { ...current.owner, state: "held" });
  const tag = await object.write(owner, known?.tag ?? null);
  if (tag !== null) return { state: "held", held: { ...current, owner, tag } };
  return await lookAfterCopies(object, dataFolder, held, false);
}

/** Whether this volume has the copies, or released them last. @throws when the bucket does not respond. */
export async function ownsCopies(object: OwnerObject, dataFolder: string): Promise<boolean> {
  const known = await object.read();
  return known !== null && isOfThisVolume(known.owner, readNote(dataFolder));
}

/** Releases the copies after the last one has been made, so that any machine may go on from it. */
export async function releaseCopies(object: OwnerObject, dataFolder: string, held: Held): Promise<boolean> {
  const look = await lookAfterCopies(object, dataFolder, held, false);
  if (look.state === "lost") return false;
  const { owner, tag } = look.held;
  const released = renewedIfPossible(dataFolder, object, { ...owner, state: "released" });
  return (await object.write(released, tag)) !== null;
}

/** After a start that opened nothing: the copies are again as they were. */
export async function giveCopiesBack(object: OwnerObject, dataFolder: string, held: Held): Promise<void> {
  // A machine that they were taken from by command does not get them back.
  if (held.previous?.state !== "released") {
    if (held.owner.state === "held") await releaseCopies(object, dataFolder, held);
    return;
  }
  const look = await lookAfterCopies(object, dataFolder, held, false);
  if (look.state === "held") await object.write(held.previous, look.held.tag);
}

export const isRenewalDue = (renewedMs: number, nowMs: number) => nowMs - renewedMs >= RENEWALS_MS;

/** After a restore to an earlier moment, whose next start may name another place. */
export function forgetPlace(dataFolder: string): void {
  const note = readNote(dataFolder);
  if (note) writeNote(dataFolder, { ...note, place: undefined });
}

/** A slip in the path would leave the copies that there are behind, without notice. */
function whyNotElsewhere(note: Note | null, place: string, dataFolder: string): string | null {
  const file = join(dataFolder, "loop.db");
  if (!note?.place || note.place === place || !existsSync(file)) return null;
  const takeOver = "npm run take-over -- --with-this-database";
  return `${file} was copied to ${note.place} until now, and LITESTREAM_BUCKET and LITESTREAM_PATH name ${place}. If that’s a mistake, correct them and start again. If you mean it, copy it there from now on: ${takeOver}.\nThat, in a container: ${stoppedContainerCommand(takeOver)}`;
}

/** One more, where this volume was killed between its note and its write. */
function isOfThisVolume(owner: Owner, note: Note | null): boolean {
  if (note?.machine !== owner.machine) return false;
  return note.renewal === owner.renewal || note.renewal === owner.renewal + 1;
}

function whyNot(known: KnownOwner, dataFolder: string, takeOver: { withThisDatabase: boolean } | null): string | null {
  const file = join(dataFolder, "loop.db");
  const isOlder = existsSync(file);
  const { owner } = known;
  const aside = join(dataFolder, "newer", `before-handover-${owner.generation}`);
  if (isOlder && !takeOver?.withThisDatabase)
    return `${nameOf(known)}, and ${file} may be older than its copies. What they lack of it is written down by npm run missed. To carry on from the copies, move that file away (with loop.db-wal and loop.db-shm) and start again. To carry on from this file and lose what was written elsewhere: npm run take-over -- --with-this-database.\nIn a container: ${stoppedContainerCommand("npm run missed")}\nTo carry on from the copies: ${stoppedContainerCommand(`mkdir -p ${aside} && mv ${file}* ${aside}/`)}\nFrom this file: ${stoppedContainerCommand("npm run take-over -- --with-this-database")}`;
  if (takeOver || owner.state === "released") return null;
  return `${nameOf(known)}, so the shop won’t open here. Stop Loop on that machine, which releases the copies. If that machine is lost, and you’re sure it’s off, take the copies over here: npm run take-over.\nIn a container: ${stoppedContainerCommand("npm run take-over")}`;
}

function nameOf({ owner, ageMs }: KnownOwner): string {
  const seen = ageMs < 2 * MINUTE_MS ? `${Math.round(ageMs / SECOND_MS)} s` : `${Math.round(ageMs / MINUTE_MS)} min`;
  const verb = owner.state === "released" ? "released" : "has";
  return `Another machine, ${owner.host} (volume ${owner.machine.slice(0, 8)}), ${verb} the copies of this shop, last heard of ${seen} ago`;
}

const lostSentence = (known: KnownOwner) => `${nameOf(known)}. This machine has stopped saving, and now stops.`;

function readNote(dataFolder: string): Note | null {
  const file = join(dataFolder, NOTE);
  if (!existsSync(file)) return null;
  const { machine, renewal, place } = JSON.parse(readFileSync(file, "utf8")) as Partial<Note>;
  return typeof machine === "string" && typeof renewal === "number" ? { machine, renewal, place } : null;
}

/** As the object will say it next, noted before, so that after a kill in between the volume is still known by it. */
function renewed(dataFolder: string, { place }: OwnerObject, owner: Owner): Owner {
  const next: Owner = { ...owner, renewal: owner.renewal + 1 };
  const { machine, renewal } = next;
  writeNote(dataFolder, { machine, renewal, place });
  return next;
}

const writeNote = (dataFolder: string, note: Note) => writeWholeSync(join(dataFolder, NOTE), JSON.stringify(note));

/** On a full disk the shop goes on, and what can't be noted isn't counted, or the next start would not know its volume. */
function renewedIfPossible(dataFolder: string, object: OwnerObject, owner: Owner): Owner {
  try {
    return renewed(dataFolder, object, owner);
  } catch (error) {
    console.error(`The volume’s note of its copies can’t be written: ${String(error)}`);
    return owner;
  }
}
