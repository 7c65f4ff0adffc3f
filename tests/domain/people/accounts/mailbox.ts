import { asc, eq } from "drizzle-orm";
import { db } from "#db/client.server";
import { emails } from "#db/schema";

/** The emails queued for an address, oldest first. */
export function emailsTo(email: string) {
  return db.select().from(emails).where(eq(emails.toEmail, email)).orderBy(asc(emails.createdAt)).all();
}

/** The six digits in the newest email to an address. */
export function codeIn(email: string): string {
  const body = emailsTo(email).at(-1)?.textBody ?? "";
  const code = /\b\d{6}\b/.exec(body)?.[0];
  if (!code) throw new Error(`There is no code in the newest email to ${email}.`);
  return code;
}

/** Six digits other than these. */
export function wrongCode(code: string): string {
  return String((Number(code) + 1) % 1_000_000).padStart(6, "0");
}
