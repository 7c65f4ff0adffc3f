import { expect, it } from "vitest";
import { DAY_MS } from "~/domain/kernel/time/durations";
import { countExpiringSoon, voucherFigures } from "~/domain/shop/vouchers/voucher-figures.server";
import { NOW } from "../../../support/people";
import { voucher } from "../../../support/vouchers";

const inMs = (ms: number) => ({ expiresAt: new Date(NOW.getTime() + ms) });

it("vouchers run out soon from their last instant back to seven days before, where they can still be redeemed", () => {
  for (const ms of [-1, 0, 1, 7 * DAY_MS, 7 * DAY_MS + 1]) voucher({}, inMs(ms));
  voucher({}, { ...inMs(1), isTest: true });
  voucher({}, { ...inMs(1), status: "REDEEMED", redeemedAt: NOW });
  for (const status of ["EXPIRED", "CANCELLED", "SUSPENDED"] as const) voucher({}, { ...inMs(1), status });
  expect(countExpiringSoon(NOW)).toBe(3);
  expect(voucherFigures(NOW)).toMatchObject({ total: 9, active: 4, expired: 2, redeemed: 1, expiringSoon: 3 });
});
