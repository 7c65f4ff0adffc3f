import { createHmac, randomBytes } from "node:crypto";
import type { Transaction } from "#db/client.server";
import { newId } from "#db/identifiers";
import { vouchers } from "#db/schema";
import { seal } from "#db/sealing.server";
import { settings } from "~/adapters/settings.server";
import { findLoopType } from "../catalogue/catalogue";
import { londonDay } from "../time/days";
import { lastFourOf, VOUCHER_ALPHABET, VOUCHER_CODE_LENGTH } from "./code";
import { lastValidInstant } from "./validity";

/**
 * A voucher is a right to one loop of any type, whoever holds its code. The code itself stands nowhere in the
 * database: a keyed hash finds it when somebody types it, and a sealed copy lets its buyer see it again. Both are
 * made with the settings' secrets, so a secret must stay among them for as long as vouchers made with it live.
 */

export const VOUCHER_SEAL = "voucher-code";

export interface VoucherToIssue {
  /** Its face value in the books; a loop is what it buys whatever this says. More than 0. */
  valuePence: number;
  /** The loop the giver had in mind, preselected when it is redeemed; null leaves it open. */
  choice: { theme: string; type: string } | null;
  purchasedByAccountId: string | null;
  orderId: string | null;
  recipient: {
    name: string | null;
    email: string | null;
    message: string | null;
    /** The day in London it is to be sent; null for at once, or for a voucher its buyer hands over. */
    sendOnDay: string | null;
  };
  isTest?: boolean;
  isDemo?: boolean;
}

/**
 * Issues one voucher inside the caller's transaction, valid from now until twelve months after it was bought or
 * is sent, whichever is later.
 * @returns its id and its code, twelve signs without dashes; the code is not told again.
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
  const code = newVoucherCode();
  const expiresAt = lastValidInstant(londonDay(now), recipient.sendOnDay);
  tx.insert(vouchers)
    .values({
      id: voucherId,
      codeHash: hashVoucherCode(code, settings.secrets[0]),
      codeSealed: seal(VOUCHER_SEAL, code),
      lastFour: lastFourOf(code),
      valuePence: wanted.valuePence,
      theme: choice?.theme ?? null,
      type: choice?.type ?? null,
      validFrom: now,
      expiresAt,
      recipientName: recipient.name,
      recipientEmail: recipient.email,
      giftMessage: recipient.message,
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

/** The hashes a code may be found under, the newest secret's first. */
export function voucherHashes(code: string): string[] {
  return settings.secrets.map((secret) => hashVoucherCode(code, secret));
}

function hashVoucherCode(code: string, secret: string): string {
  return createHmac("sha256", `voucher:${secret}`).update(code).digest("base64url");
}

/** Five bits of a random byte choose each sign, so that every code is as likely as every other. */
export function newVoucherCode(): string {
  return [...randomBytes(VOUCHER_CODE_LENGTH)].map((byte) => VOUCHER_ALPHABET[byte & 31]).join("");
}
