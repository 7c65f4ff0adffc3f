import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "playwright/test";
import PostalMime, { type Email } from "postal-mime";
import { dataFolder } from "./world";

export interface ArrivedLetter {
  subject: string;
  text: string;
  html: string;
}

/** How long a letter may take: the worker looks every few seconds. */
const MOST_MS = 30_000;

/** Waits for a letter to this address whose subject has these words in it, and gives the newest. */
export async function newestLetterTo(address: string, subject = ""): Promise<ArrivedLetter> {
  let found: ArrivedLetter | undefined;
  await expect
    .poll(
      async () => {
        found = (await lettersTo(address)).findLast((letter) => letter.subject.includes(subject));
        return found !== undefined;
      },
      { message: `a letter "${subject}" to ${address}`, timeout: MOST_MS },
    )
    .toBe(true);
  if (!found) throw new Error(`No letter "${subject}" came to ${address}.`);
  return found;
}

/** All letters to this address, in the order they were posted. */
export async function lettersTo(address: string): Promise<ArrivedLetter[]> {
  const letters = await Promise.all(letterFiles().map((file) => PostalMime.parse(readFileSync(file))));
  return letters.filter((letter) => recipientsOf(letter).includes(address.toLowerCase())).map(asArrived);
}

function letterFiles(): string[] {
  const folder = join(dataFolder(), "mail");
  try {
    const names = readdirSync(folder).filter((name) => name.endsWith(".eml"));
    return names.sort().map((name) => join(folder, name));
  } catch {
    // Before the first letter there is no folder.
    return [];
  }
}

function recipientsOf(letter: Email): string[] {
  return (letter.to ?? []).map(({ address }) => (address ?? "").toLowerCase());
}

function asArrived({ subject, text, html }: Email): ArrivedLetter {
  return { subject: subject ?? "", text: text ?? "", html: html ?? "" };
}
