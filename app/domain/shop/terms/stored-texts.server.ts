import { createHash } from "node:crypto";
import { eq } from "drizzle-orm";
import { db } from "#db/client.server";
import { prepareGet, prepareRun } from "#db/queries.server";
import { storedTexts } from "#db/schema";
import { readPrices } from "~/domain/diary/catalogue/prices.server";
import type { WrittenPage } from "~/domain/kernel/company/written-page";
import { seller } from "~/domain/mail/layout/seller.server";
import { privacyCopy } from "./privacy-copy";
import { termsCopy } from "./terms-copy";

/**
 * The terms and the privacy notice as an order is made under them. Their figures and the company's details come from
 * settings, so the rendered text is stored, once for each wording, under its hash.
 */

/** Keeps today's texts, inside the transaction that writes their order, and says under which hashes. */
export function storeTexts(now: Date): { termsHash: string; privacyHash: string } {
  return {
    termsHash: keep(termsCopy(seller, readPrices()), now),
    privacyHash: keep(privacyCopy(seller), now),
  };
}

function keep(written: WrittenPage, now: Date): string {
  const page = JSON.stringify(written);
  const hash = createHash("sha256").update(page).digest("hex");
  insertText(hash, page, now);
  return hash;
}

const insertText = prepareRun((hash: string, page: string, storedAt: Date) =>
  db.insert(storedTexts).values({ hash, page, storedAt }).onConflictDoNothing(),
);

export function storedText(hash: string): { page: WrittenPage; storedAt: Date } | undefined {
  const row = findByHash(hash);
  return row && { page: JSON.parse(row.page) as WrittenPage, storedAt: row.storedAt };
}

const findByHash = prepareGet((hash: string) => db.select().from(storedTexts).where(eq(storedTexts.hash, hash)));
