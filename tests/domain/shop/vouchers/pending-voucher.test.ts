import { describe, expect, it } from "vitest";
import { rawConnection } from "#db/client.server";
import { formatVoucherCode } from "~/domain/shop/vouchers/code";
import { type CodeHolder, findVoucher, heldVoucher, holdVoucher } from "~/domain/shop/vouchers/pending-voucher.server";
import { redeemVoucher } from "~/domain/shop/vouchers/redemption.server";
import { later, NOW, person } from "../../../support/people";
import { voucher, voucherRow } from "../../../support/vouchers";

let strangers = 0;

/** A network address that nobody has guessed from. */
function stranger(accountId: string | null = null): CodeHolder {
  strangers += 1;
  return { accountId, person: accountId ?? `browser-${strangers}`, clientAddress: `198.51.100.${strangers}` };
}

const LOOP = { theme: "pet", type: "puppys-first-year", deliveryDay: "2027-12-03" };

describe("a code that is typed", () => {
  it("is kept for the browser under a key, and the code is in no row", () => {
    const { voucherId, code } = voucher();
    const held = holdVoucher(formatVoucherCode(code).toLowerCase(), stranger(), NOW);
    if (!held.ok) throw new Error(held.reason);
    expect(heldVoucher(held.key, null, NOW)).toMatchObject({ ok: true, voucher: { id: voucherId } });
    const rows = JSON.stringify(rawConnection().prepare("SELECT * FROM pending_vouchers").all());
    expect(rows).not.toContain(code);
    expect(rows).not.toContain(held.key);
  });

  it("opens the gift for its giver to see, unless it was the giver who typed it", () => {
    const giver = person("Jean");
    const { voucherId, code } = voucher({ purchasedByAccountId: giver.id });
    holdVoucher(code, stranger(giver.id), NOW);
    expect(voucherRow(voucherId).openedAt).toBeNull();
    holdVoucher(code, stranger(), NOW);
    expect(voucherRow(voucherId).openedAt).toEqual(NOW);
  });

  it("is opened the first time, which opens no other, and nothing is kept for a code that is refused", () => {
    const [one, other] = [voucher(), voucher()];
    for (const at of [NOW, later(60)]) expect(holdVoucher(one.code, stranger(), at).ok).toBe(true);
    expect([one, other].map(({ voucherId }) => voucherRow(voucherId).openedAt)).toEqual([NOW, null]);
    expect(holdVoucher("K7QM-4XPD-92HR", stranger(), NOW)).toEqual({ ok: false, reason: "unknown" });
  });

  it("shows who redeemed it that it is theirs, and others that it is used", () => {
    const [ada, ben] = [person("Ada"), person("Ben")];
    const { voucherId, code } = voucher();
    const held = holdVoucher(code, stranger(ada.id), NOW);
    if (!held.ok) throw new Error(held.reason);
    redeemVoucher({ accountId: ada.id, voucherId, ...LOOP }, NOW);
    expect(heldVoucher(held.key, ada.id, NOW)).toMatchObject({ ok: true, voucher: { id: voucherId } });
    for (const accountId of [ben.id, null])
      expect(heldVoucher(held.key, accountId, NOW)).toEqual({ ok: false, reason: "used" });
  });

  it("is kept for thirty days and not for a key that was made up", () => {
    const held = holdVoucher(voucher().code, stranger(), NOW);
    if (!held.ok) throw new Error(held.reason);
    const days = 86_400;
    expect(heldVoucher(held.key, null, later(30 * days - 1)).ok).toBe(true);
    expect(heldVoucher(held.key, null, later(30 * days))).toEqual({ ok: false, reason: "nothing_held" });
    expect(heldVoucher("made-up", null, NOW)).toEqual({ ok: false, reason: "nothing_held" });
    expect(heldVoucher(undefined, null, NOW)).toEqual({ ok: false, reason: "nothing_held" });
  });

  it("says what became of a voucher to whoever has its whole code, and nothing of what is no code or unknown", () => {
    const ada = person("Ada");
    const used = voucher();
    redeemVoucher({ accountId: ada.id, voucherId: used.voucherId, ...LOOP }, NOW);
    const cancelled = voucher({}, { status: "CANCELLED" }).code;
    const typed = [
      ["not a code", "unknown"],
      ["K7QM-4XPD-92HR", "unknown"],
      [cancelled, "cancelled"],
      [cancelled.slice(0, -1), "unknown"],
      [voucher({}, { status: "SUSPENDED" }).code, "on_hold"],
      [used.code, "used"],
    ] as const;
    for (const [code, reason] of typed) {
      expect([code, findVoucher(code, stranger(), NOW)]).toEqual([code, { ok: false, reason }]);
    }
    expect(findVoucher(used.code, stranger(ada.id), NOW)).toMatchObject({
      ok: false,
      reason: "yours_already",
    });
  });

  it("tells its holder that it came too late or too early", () => {
    const { code, expiresAt } = voucher();
    expect(findVoucher(code, stranger(), expiresAt).ok).toBe(true);
    expect(findVoucher(code, stranger(), new Date(expiresAt.getTime() + 1))).toEqual({
      ok: false,
      reason: "expired",
    });
    expect(findVoucher(code, stranger(), later(-1))).toEqual({ ok: false, reason: "not_yet_valid" });
  });
});

describe("guessing", () => {
  it("ends after five codes of one browser, and begins again ten minutes later", () => {
    const guesser = stranger();
    const guess = (now: Date) => findVoucher("K7QM-4XPD-92HR", guesser, now);
    for (let time = 0; time < 5; time += 1) expect(guess(NOW)).toMatchObject({ reason: "unknown" });
    expect(guess(NOW)).toEqual({ ok: false, reason: "too_many" });
    expect(guess(later(599))).toEqual({ ok: false, reason: "too_many" });
    expect(guess(later(601))).toMatchObject({ reason: "unknown" });
  });

  it("ends after ten codes from one address, however many browsers it has: of 10,000 guesses ten are looked at", () => {
    const clientAddress = "203.0.113.7";
    const results = Array.from({ length: 10_000 }, (_, place) =>
      findVoucher("K7QM-4XPD-92HR", { accountId: null, person: `ghost-${place}`, clientAddress }, later(5000)),
    );
    const looked = results.filter((result) => !result.ok && result.reason === "unknown");
    expect(looked).toHaveLength(10);
  });

  it("a right code is no guess, whatever became of its voucher: it uses nothing up", () => {
    const holder = stranger();
    const cancelled = voucher({}, { status: "CANCELLED" }).code;
    const onHold = voucher({}, { status: "SUSPENDED" }).code;
    for (let time = 0; time < 20; time += 1) {
      expect(findVoucher(voucher().code, holder, NOW).ok).toBe(true);
      expect(findVoucher(cancelled, holder, NOW)).toMatchObject({ reason: "cancelled" });
      expect(findVoucher(onHold, holder, NOW)).toMatchObject({ reason: "on_hold" });
    }
  });

  it("a try that is not looked at uses nothing up for others of its address", () => {
    const [guesser, other] = [stranger(), stranger()];
    const clientAddress = "203.0.113.8";
    const guess = (person: string) =>
      findVoucher("K7QM-4XPD-92HR", { accountId: null, person, clientAddress }, later(9000));
    for (let time = 0; time < 20; time += 1) guess(guesser.person);
    expect(guess(other.person)).toEqual({ ok: false, reason: "unknown" });
  });

  it("of five hundred addresses together is looked at six hundred times an hour; who is signed in still redeems", () => {
    const at = later(100_000);
    let looked = 0;
    for (let address = 0; address < 500; address += 1) {
      for (let time = 0; time < 2; time += 1) {
        const ghost = { accountId: null, person: `bot-${address}`, clientAddress: `bot-${address}` };
        const result = findVoucher("K7QM-4XPD-92HR", ghost, at);
        if (!result.ok && result.reason === "unknown") looked += 1;
      }
    }
    expect(looked).toBe(600);
    const { code } = voucher();
    expect(findVoucher(code, stranger(), at)).toEqual({ ok: false, reason: "sign_in_first" });
    expect(findVoucher(code, stranger(person("Cal").id), at).ok).toBe(true);
  });
});
