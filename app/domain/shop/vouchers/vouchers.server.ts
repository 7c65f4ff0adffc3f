import { createHmac, randomBytes } from "node:crypto";
import type { Transaction } from "#db/client.server";
import { newId } from "#db/identifiers";
import { vouchers } from "#db/schema";
import { seal } from "#db/sealing.server";
import { settings } from "~/adapters/settings.server";
import { findLoopType } from "~/domain/diary/catalogue/catalogue";
import { londonDay } from "~/domain/kernel/time/days";
import { lastValidInstant } from "~/domain/kernel/time/voucher-validity";
import { lastFourOf, VOUCHER_ALPHABET, VOUCHER_CODE_LENGTH } from "./code";

/**
 * A voucher is a credit for one loop of any type, for the holder of its code. The code itself is not stored: a keyed
 * hash finds it when it is typed, and an encrypted copy lets its buyer see it again. Both depend on the secrets in the
 * settings, so a secret must stay there until `npm run reseal` has renewed what was made with it.
 */

export const VOUCHER_SEAL = "voucher-code";

export interface VoucherToIssue {
  /** Its face value for accounting, in pence, more than 0; it buys one loop regardless. */
  valuePence: number;
  /** The giver's suggested type, preselected when it is redeemed; null leaves it open. */
  choice: { theme: string; type: string } | null;
  purchasedByAccountId: string | null;
  orderId: string | null;
  recipient: {
    name: string | null;
    email: string | null;
    message: string | null;
    /** Who it is from, as on the card; left out for the buyer's first name. */
    giverName?: string | null;
    /** The London day on which to send it; null for at once, or for a voucher that its buyer passes on by hand. */
    sendOnDay: string | null;
  };
  isTest?: boolean;
  isDemo?: boolean;
}

/**
 * Issues one voucher inside the caller's transaction, valid from now until twelve months after it was bought or is
 * sent, whichever is later.
 * @returns its id and its code, twelve characters without dashes; the code is returned only here.
 * @throws Error for a value that is not a whole number of pence above 0, and for a type not in the catalogue.
 */
export function issueVoucher(
  tx: Transaction,
  wanted: VoucherToIssue,
  now: Date,
): { voucherId: string; code: string; expiresAt: Date } {
  if (!Number.isSafeInteger(wanted.valuePence) || wanted.valuePence <= 0) {
    throw new Error(`A voucher is worth a whole number of pence above 0, not ${wanted.valuePence}.`);
  }
  const { choice, recipient } = wanted;
  if (choice && !findLoopType(choice.theme, choice.type)) {
    throw new Error(`There is no loop ${choice.theme}/${choice.type} to give.`);
  }
  const voucherId = newId();
  const { code, ...fields } = newCode();
  const expiresAt = lastValidInstant(londonDay(now), recipient.sendOnDay);
  tx.insert(vouchers)
    .values({
      id: voucherId,
      ...fields,
      valuePence: wanted.valuePence,
      theme: choice?.theme ?? null,
      type: choice?.type ?? null,
      validFrom: now,
      expiresAt,
      recipientName: recipient.name,
      recipientEmail: recipient.email,
      giftMessage: recipient.message,
      giverName: recipient.giverName ?? null,
      sendOnDay: recipient.sendOnDay,
      purchasedByAccountId: wanted.purchasedByAccountId,
      orderId: wanted.orderId,
      isTest: wanted.isTest ?? false,
      isDemo: wanted.isDemo ?? false,
      createdAt: now,
      updatedAt: now,
    })
    .run();
  return { voucherId, code, expiresAt };
}

export function newCode() {
  const code = newVoucherCode();
  const codeHash = hashVoucherCode(code, settings.secrets[0]);
  return { code, codeHash, codeSealed: seal(VOUCHER_SEAL, code), lastFour: lastFourOf(code) };
}

/** The hashes a code can be stored under, the newest secret's first. */
export function voucherHashes(code: string): string[] {
  return settings.secrets.map((secret) => hashVoucherCode(code, secret));
}

function hashVoucherCode(code: string, secret: string): string {
  return createHmac("sha256", `voucher:${secret}`).update(code).digest("base64url");
}

/** Five bits of a random byte choose each character, so that every code is equally likely. */
export function newVoucherCode(): string {
  return [...randomBytes(VOUCHER_CODE_LENGTH)].map((byte) => VOUCHER_ALPHABET[byte & 31]).join("");
}
