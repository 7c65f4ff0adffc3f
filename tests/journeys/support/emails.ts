import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "playwright/test";
import PostalMime, { type Email } from "postal-mime";
import { dataFolder } from "./world";

export interface ArrivedMessage {
  subject: string;
  text: string;
  html: string;
}

/** How long an email may take in milliseconds: the worker polls every few seconds. */
const MOST_MS = 30_000;

/** Waits for an email to this address whose subject contains this text. Gives the newest. */
export async function newestEmailTo(address: string, subject = ""): Promise<ArrivedMessage> {
  let found: ArrivedMessage | undefined;
  await expect
    .poll(
      async () => {
        found = (await emailsTo(address)).findLast((message) => message.subject.includes(subject));
        return found !== undefined;
      },
      { message: `an email "${subject}" to ${address}`, timeout: MOST_MS },
    )
    .toBe(true);
  if (!found) throw new Error(`No email "${subject}" came to ${address}.`);
  return found;
}

/** All emails to this address, in the order they were sent. */
export async function emailsTo(address: string): Promise<ArrivedMessage[]> {
  const emails = await Promise.all(emailFiles().map((file) => PostalMime.parse(readFileSync(file))));
  return emails.filter((message) => recipientsOf(message).includes(address.toLowerCase())).map(asArrived);
}

function emailFiles(): string[] {
  const folder = join(dataFolder(), "mail");
  try {
    const names = readdirSync(folder).filter((name) => name.endsWith(".eml"));
    return names.sort().map((name) => join(folder, name));
  } catch {
    // The folder is created with the first email.
    return [];
  }
}

function recipientsOf(message: Email): string[] {
  return (message.to ?? []).map(({ address }) => (address ?? "").toLowerCase());
}

function asArrived({ subject, text, html }: Email): ArrivedMessage {
  return { subject: subject ?? "", text: text ?? "", html: html ?? "" };
}
