import { readFileSync } from "node:fs";
import { join } from "node:path";
import { DESIGN_INKS, type Inks } from "./design-inks";
import type { Printer, PrintingCondition } from "./printer";

/**
 * What is read is printed on the black plate alone, so that plates which print a hair apart cannot blur it; soft text
 * as a tint.
 */
const BLACK: Readonly<Record<string, Inks>> = {
  "#000000": [0, 0, 0, 1],
  "#231f1a": [0, 0, 0, 1],
  "#6a6053": [0, 0, 0, 0.72],
};
const NOTHING: Inks = [0, 0, 0, 0];
const WHITE = "#ffffff";
const PAGE_TINT = "#fdfaf3";

/**
 * The inks of these colours ("#rrggbb") under a printer's condition. Those of the design are in a table; any other, such
 * as an emoji's, is converted through the profile by sharp, which is loaded only then because it takes some 40 MB.
 */
export async function inksOf(colours: Iterable<string>, printer: Printer): Promise<Map<string, Inks>> {
  const inks = new Map<string, Inks>();
  const others: string[] = [];
  for (const colour of new Set(colours)) {
    const known = fixedInks(colour, printer) ?? DESIGN_INKS[printer.condition.identifier]?.[colour];
    if (known) inks.set(colour, known);
    else others.push(colour);
  }
  if (others.length > 0) for (const [colour, converted] of await convert(others, printer)) inks.set(colour, converted);
  return inks;
}

function fixedInks(colour: string, { printsPageTint }: Printer): Inks | undefined {
  if (colour === WHITE || (colour === PAGE_TINT && !printsPageTint)) return NOTHING;
  return BLACK[colour];
}

/** Through the profile, relative to the paper's white. @throws Error where the file is no CMYK output profile. */
export async function convert(colours: readonly string[], printer: Printer): Promise<Map<string, Inks>> {
  // Where sharp can't use a profile it says nothing, and takes another.
  readProfile(printer);
  const { default: sharp } = await import("sharp");
  const pixels = Buffer.from(
    colours.flatMap((colour) => [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16))),
  );
  const data = await sharp(pixels, { raw: { width: colours.length, height: 1, channels: 3 } })
    .toColourspace("cmyk")
    .withIccProfile(profileFileOf(printer.condition))
    .raw()
    .toBuffer();
  const share = (at: number) => Math.round(((data[at] ?? 0) / 255) * 1_000) / 1_000;
  return new Map(
    colours.map((colour, index) => {
      const at = index * 4;
      return [colour, [share(at), share(at + 1), share(at + 2), share(at + 3)] as const];
    }),
  );
}

/** The path of a condition's ICC output profile. */
export function profileFileOf({ profile }: PrintingCondition): string {
  return join(process.cwd(), "app", "domain", "book", "prepress", "profiles", profile);
}

/** The profile's bytes. @throws Error where they are no output profile of four inks. */
export function readProfile({ condition }: Printer): Buffer {
  const profile = readFileSync(profileFileOf(condition));
  const [kind, space] = [profile.toString("latin1", 12, 16), profile.toString("latin1", 16, 20)];
  if (kind !== "prtr" || space !== "CMYK") throw new Error(`${condition.profile} is no CMYK output profile.`);
  return profile;
}
