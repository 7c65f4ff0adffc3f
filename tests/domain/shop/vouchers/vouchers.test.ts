import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { db, rawConnection } from "#db/client.server";
import { vouchers } from "#db/schema";
import { unseal } from "#db/sealing.server";
import { generateVouchers } from "~/domain/shop/vouchers/batches.server";
import { formatVoucherCode, VOUCHER_ALPHABET, VOUCHER_CODE_LENGTH } from "~/domain/shop/vouchers/code";
import { readVoucherCode } from "~/domain/shop/vouchers/typed-code";
import {
  issueVoucher,
  newVoucherCode,
  VOUCHER_SEAL,
  type VoucherToIssue,
  voucherHashes,
} from "~/domain/shop/vouchers/vouchers.server";
import { rounds } from "../../../support/rounds";
import { colleague } from "../../people/staff/colleagues";

const NOON = new Date("2026-11-20T12:00:00Z");

const GIFT: VoucherToIssue = {
  valuePence: 6999,
  choice: { theme: "pet", type: "puppys-first-year" },
  purchasedByAccountId: null,
  orderId: null,
  recipient: { name: "Callum", email: null, message: "For you and the pup.", sendOnDay: null },
};

function issue(changes: Partial<VoucherToIssue> = {}, now = NOON) {
  return db.transaction((tx) => issueVoucher(tx, { ...GIFT, ...changes }, now), { behavior: "immediate" });
}

const rowOf = (voucherId: string) => db.select().from(vouchers).where(eq(vouchers.id, voucherId)).get();

describe("issuing a voucher", () => {
  it("gives a code that can be typed, and a voucher that is active from now for twelve months", () => {
    const { voucherId, code, expiresAt } = issue();
    expect(readVoucherCode(code)).toBe(code);
    expect(expiresAt.toISOString()).toBe("2027-11-20T23:59:59.999Z");
    expect(rowOf(voucherId)).toMatchObject({
      status: "ACTIVE",
      valuePence: 6999,
      currency: "GBP",
      theme: "pet",
      type: "puppys-first-year",
      recipientName: "Callum",
      giftMessage: "For you and the pup.",
      lastFour: code.slice(-4),
      validFrom: NOON,
      expiresAt,
      isDemo: false,
    });
  });

  it("counts the twelve months from the day it is sent, where that is later", () => {
    const recipient = { ...GIFT.recipient, email: "callum@example.com", sendOnDay: "2026-12-24" };
    expect(issue({ recipient }).expiresAt.toISOString()).toBe("2027-12-24T23:59:59.999Z");
  });

  it("keeps the code as a keyed hash and a sealed copy, and nowhere as it is", () => {
    const { voucherId, code } = issue();
    const row = rowOf(voucherId);
    expect(voucherHashes(code)).toContain(row?.codeHash);
    expect(unseal(VOUCHER_SEAL, row?.codeSealed ?? "")).toBe(code);
    const kept = rawConnection().prepare("SELECT * FROM vouchers").all();
    expect(JSON.stringify(kept)).not.toContain(code);
  });

  it("leaves no code of many in the files of the database, redeemed or not", () => {
    const codes = db.transaction(
      (tx) => Array.from({ length: rounds(1_000, 200) }, () => issueVoucher(tx, GIFT, NOON).code),
      { behavior: "immediate" },
    );
    const folder = dirname(rawConnection().name);
    const files = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isFile());
    const kept = files.map(({ name }) => readFileSync(join(folder, name), "latin1")).join("");
    expect(kept).toContain("For you and the pup.");
    expect(codes.filter((code) => kept.includes(code) || kept.includes(formatVoucherCode(code)))).toEqual([]);
  });

  it("makes a hundred thousand codes without one twice, every sign as often as every other in every place", () => {
    const CODES = 100_000;
    const seen = new Set<string>();
    const counts = Array.from({ length: VOUCHER_CODE_LENGTH }, () => new Map<string, number>());
    for (let made = 0; made < CODES; made += 1) {
      const code = newVoucherCode();
      seen.add(code);
      for (const [place, count] of counts.entries()) {
        const sign = code.charAt(place);
        count.set(sign, (count.get(sign) ?? 0) + 1);
      }
    }
    expect(seen.size).toBe(CODES);
    const expected = CODES / VOUCHER_ALPHABET.length;
    for (const count of counts) {
      const chiSquare = [...VOUCHER_ALPHABET].reduce(
        (sum, sign) => sum + ((count.get(sign) ?? 0) - expected) ** 2 / expected,
        0,
      );
      // 31 degrees of freedom: above 93 by chance once in ten million times.
      expect(chiSquare).toBeLessThan(93);
    }
  });

  it("never gives two the same code", () => {
    const codes = db.transaction((tx) => Array.from({ length: 200 }, () => issueVoucher(tx, GIFT, NOON).code), {
      behavior: "immediate",
    });
    expect(new Set(codes).size).toBe(200);
  });

  it("goes with the transaction it was issued in", () => {
    const before = db.select().from(vouchers).all().length;
    expect(() =>
      db.transaction((tx) => {
        issueVoucher(tx, GIFT, NOON);
        throw new Error("the payment was refused");
      }),
    ).toThrow("the payment was refused");
    expect(db.select().from(vouchers).all()).toHaveLength(before);
  });

  it.each([0, -1, 69.99, Number.NaN])("a value of %d pence is a mistake", (valuePence) => {
    expect(() => issue({ valuePence })).toThrow("whole number of pence");
  });

  it("a loop that is not in the catalogue is a defect, and no choice is stored as none", () => {
    expect(() => issue({ choice: { theme: "pet", type: "wedding" } })).toThrow("no loop pet/wedding");
    expect(rowOf(issue({ choice: null }).voucherId)).toMatchObject({ theme: null, type: null });
  });
});

describe("a batch of vouchers", () => {
  it.each([
    ["2027-03-28", "2027-03-28T00:00:00.000Z"],
    ["2027-10-31", "2027-10-30T23:00:00.000Z"],
  ])("for a later day is good from its first instant, also on %s when the clocks change", async (day, first) => {
    const { id: staffId } = await colleague("marketing");
    const made = generateVouchers(
      {
        count: 1,
        value: 6999,
        currency: "GBP",
        validFrom: day,
        expiresOn: "",
        note: "Spring fair",
        recipientName: "",
        recipientEmail: "",
        giftMessage: "",
        isTest: false,
      },
      staffId,
      NOON,
    );
    if (!made.ok) throw new Error("It was refused.");
    const [voucher] = db.select().from(vouchers).where(eq(vouchers.batchId, made.batchId)).all();
    expect(voucher?.validFrom.toISOString()).toBe(first);
  });
});
