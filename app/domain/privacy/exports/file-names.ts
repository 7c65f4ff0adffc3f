import { normalise } from "~/domain/kernel/text/normalisation";

/** Names of files in an archive: readable, and valid on every operating system and in HTTP headers. */

/** Names that Windows reserves. */
const RESERVED = /^(?:con|prn|aux|nul|com\d|lpt\d)$/;
const LONGEST = 60;

/** A title as a folder name: a to z, digits and hyphens. A title in another script becomes "my-loop". */
export function folderNameOf(title: string): string {
  const plain = normalise(title, "NFD")
    .replace(/[\u0300-\u036f'’]/g, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, LONGEST)
    .replace(/^-+|-+$/g, "");
  if (plain === "") return "my-loop";
  return RESERVED.test(plain) ? `${plain}-loop` : plain;
}

/** Gives each title a unique folder name: the second of the same name gets a number. */
export function folderNamesOf(titles: readonly string[]): string[] {
  const taken = new Set<string>();
  return titles.map((title) => {
    const name = folderNameOf(title);
    let free = name;
    for (let number = 2; taken.has(free); number += 1) free = `${name}-${number}`;
    taken.add(free);
    return free;
  });
}

/** Such as "week-07-1.heic"; the name of a removed photo says so. */
export function photoNameOf(photo: { week: number; place: number; takenOut: boolean; ending: string }): string {
  const week = String(photo.week).padStart(2, "0");
  return `week-${week}-${photo.takenOut ? "taken-out-" : ""}${photo.place}.${photo.ending}`;
}
