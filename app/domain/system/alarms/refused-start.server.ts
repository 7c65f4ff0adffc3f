import { createHash } from "node:crypto";
import { rmSync, type Stats, statSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { HOUR_MS } from "~/domain/kernel/time/durations";
import { type Channels, notifyWithoutRow } from "./telling.server";

/**
 * A start that was refused: the shop is closed, and a platform tries again all night. It is reported without the
 * database, once an hour, whatever the reason: reasons have the numbers of requests in them. When it was last reported
 * is the time of an empty file, which a full disk still takes; in the data folder, or in another where the volume takes
 * no writes.
 */

const AGAIN_MS = HOUR_MS;
/** An email is read on a phone; the rest is in the log. */
const MOST_CHARACTERS = 4_000;
/** Where nothing can be noted, it is reported in these minutes of an hour alone. */
const UNNOTED_MINUTES = 3;

/** Reports why a start was refused, unless that was reported less than an hour ago. */
export async function reportRefusedStart(
  why: string,
  [dataFolder, otherFolder]: readonly [string, string],
  now: Date,
  channels: Channels,
): Promise<boolean> {
  const notes = [dataFolder, otherFolder].map((folder) => noteIn(folder, dataFolder));
  const note = notes.find(makeNote);
  const told = note === undefined ? undefined : statSync(note);
  const isQuiet = told ? !isDue(told, now) : now.getUTCMinutes() >= UNNOTED_MINUTES;
  if (isQuiet) return false;
  const event = told && wasTold(told) ? "reminder" : "opened";
  const since = event === "reminder" && told && told.birthtimeMs > 0 ? told.birthtime : now;
  const message = why.slice(-MOST_CHARACTERS);
  const isTaken = await notifyWithoutRow({ kind: "start_refused", message, event, since }, now, channels);
  if (isTaken && note !== undefined) utimesSync(note, now, now);
  return isTaken;
}

/** Reports that the shop is open, where it was reported closed. */
export async function reportOpenedStart(dataFolder: string, now: Date, channels: Channels): Promise<void> {
  const note = noteIn(dataFolder, dataFolder);
  const told = statSync(note, { throwIfNoEntry: false });
  rmSync(note, { force: true });
  if (!told || !wasTold(told)) return;
  const alarm = { kind: "start_refused", message: "The shop is open.", event: "ended" } as const;
  await notifyWithoutRow({ ...alarm, since: told.birthtime }, now, channels);
}

/** A note from the future was written while the clock was ahead. */
const isDue = ({ mtimeMs }: Stats, now: Date) => Math.abs(now.getTime() - mtimeMs) >= AGAIN_MS;
const wasTold = ({ mtimeMs }: Stats) => mtimeMs > 0;

function noteIn(folder: string, dataFolder: string): string {
  const hash = createHash("sha256").update(dataFolder).digest("hex");
  return join(folder, `start-refused-${hash.slice(0, 8)}`);
}

/** Makes one as old as can be, where nothing was reported yet. False where the disk takes no writes. */
function makeNote(note: string): boolean {
  try {
    const isNew = statSync(note, { throwIfNoEntry: false }) === undefined;
    writeFileSync(note, "", { flag: "a", mode: 0o600 });
    if (isNew) utimesSync(note, 0, 0);
    return true;
  } catch (error) {
    console.error(
      `We couldn’t record that we’ve told anybody: ${error instanceof Error ? error.message : String(error)}`,
    );
    return false;
  }
}
