import { write } from "#db/client.server";
import { raiseAlarm } from "~/domain/kernel/alarms/alarms.server";

/** An email is read on a phone; the rest is in the log. */
const MOST_CHARACTERS = 2_000;

/**
 * Raises the alarm of a process that dies again and again.
 * `lastLines` is the end of what it wrote, its error last
 */
export function raiseProcessAlarm(
  { name, deaths, lastLines }: { name: string; deaths: number; lastLines: string },
  now: Date,
): void {
  const end = lastLines.trim().slice(-MOST_CHARACTERS);
  write((tx) =>
    raiseAlarm(
      tx,
      {
        kind: "process_dying",
        objectType: "program",
        objectId: name,
        message: `The ${name} process has died ${deaths} times in a short time. Its log ended with:\n${end}`,
        dedupeKey: `process_dying:${name}`,
      },
      now,
    ),
  );
}
