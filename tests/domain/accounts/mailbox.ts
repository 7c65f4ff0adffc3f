import { asc, eq } from "drizzle-orm";
import { db } from "#db/client.server";
import { letters } from "#db/schema";

/** The letters written to an address, oldest first. */
export function lettersTo(email: string) {
  return db.select().from(letters).where(eq(letters.toEmail, email)).orderBy(asc(letters.createdAt)).all();
}

/** The six digits in the newest letter to an address. */
export function codeIn(email: string): string {
  const body = lettersTo(email).at(-1)?.textBody ?? "";
  const code = /\b\d{6}\b/.exec(body)?.[0];
  if (!code) throw new Error(`There is no code in the newest letter to ${email}.`);
  return code;
}

/** Six digits that are not these. */
export function wrongCode(code: string): string {
  return String((Number(code) + 1) % 1_000_000).padStart(6, "0");
}
