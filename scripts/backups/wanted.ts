import type { backups } from "../../app/adapters/adapters.server";

/** What the commands about backups have in common: a bucket has to be set, and a refusal is one message. */

export function refuse(sentence: string): never {
  console.error(sentence);
  process.exit(1);
}

export function wantedBackups(configured: typeof backups): NonNullable<typeof backups> {
  return configured ?? refuse("No bucket is set: LITESTREAM_BUCKET and the settings beside it are missing.");
}

/** The value after an option; undefined without the option. */
export function optionOf(args: readonly string[], name: string): string | undefined {
  const place = args.indexOf(name);
  return place < 0 ? undefined : (args[place + 1] ?? "");
}

/** The moment that was typed; null without one. */
export function momentOf(typed: string | undefined): Date | null {
  if (typed === undefined) return null;
  const at = new Date(typed);
  if (Number.isNaN(at.getTime()))
    refuse(`"${typed}" isn’t a time: write it as 2026-11-22T09:30:00Z, in UTC or with its zone.`);
  if (at > new Date()) refuse(`${at.toISOString()} is still to come.`);
  return at;
}
