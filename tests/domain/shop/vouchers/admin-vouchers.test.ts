import { beforeEach, describe, expect, it } from "vitest";
import { db } from "#db/client.server";
import { vouchers } from "#db/schema";
import type { StaffRole } from "~/domain/people/staff/permissions";
import { VOUCHER_LIST, voucherData } from "~/domain/shop/vouchers/admin-vouchers.server";
import { formatVoucherCode } from "~/domain/shop/vouchers/code";
import type { VoucherStatus } from "~/domain/shop/vouchers/rules";
import { voucherFigures } from "~/domain/shop/vouchers/voucher-figures.server";
import { NOW, person } from "../../../support/people";
import { plansOf } from "../../../support/query-plans";
import { partnerOrder, voucher, vouchersIn } from "../../../support/vouchers";

const DAY = 86_400_000;
const inDays = (days: number) => new Date(NOW.getTime() + days * DAY);
const reader = { now: NOW, role: "support" } as const;
const listed = (status: VoucherStatus | "all", page = 1, size = 25) =>
  VOUCHER_LIST.read({ status, page }, reader, size);

beforeEach(() => {
  db.delete(vouchers).run();
});

describe("the list of expired vouchers", () => {
  it("has those written so and those whose last day is over, newest first, page after page", () => {
    const ids = [1, 2, 3, 4, 5].map((day) => {
      const isWritten = day % 2 === 0;
      const expiresAt = inDays(-day);
      return voucher({}, { status: isWritten ? "EXPIRED" : "ACTIVE", expiresAt }, inDays(day - 400)).voucherId;
    });
    voucher();
    voucher({}, { expiresAt: NOW });
    voucher({}, { status: "CANCELLED", expiresAt: inDays(-1) });
    const newestFirst = [...ids].reverse();
    const { rows, total } = listed("EXPIRED");
    expect([rows.map(({ id }) => id), total]).toEqual([newestFirst, 5]);
    expect(listed("EXPIRED", 2, 2).rows.map(({ id }) => id)).toEqual(newestFirst.slice(2, 4));
    expect([listed("ACTIVE").total, listed("CANCELLED").total, listed("all").total]).toEqual([2, 1, 8]);
  });
});

describe("a search for vouchers", () => {
  const found = (q: string, role: StaffRole = "support") =>
    VOUCHER_LIST.read({ q }, { now: NOW, role }).rows.map(({ id }) => id);

  it("finds one by its code or the code’s end, and those of a recipient or a buyer by the beginning of their email", () => {
    const jean = person("Jean", { email: "jean.pritchard@example.org" });
    const bought = voucher({ purchasedByAccountId: jean.id }, { recipientEmail: "zoe@example.org", lastFour: "AAAA" });
    const of = partnerOrder("hal", [{ recipientEmail: "zoe.p@example.org", lastFour: "BBBB" }]);
    const id = vouchersIn(of)[0]?.id ?? "";
    voucher({}, { recipientEmail: "tim@example.org", lastFour: "CCCC" });
    expect(found(formatVoucherCode(bought.code))).toEqual([bought.voucherId]);
    expect([found("aaaa"), found("BBBB"), found("DDDD")]).toEqual([[bought.voucherId], [id], []]);
    expect([found("Jean.P"), found("jean.p", "marketing")]).toEqual([[bought.voucherId], []]);
    expect([found("Zoe").sort(), found("Zoe", "marketing")]).toEqual([[bought.voucherId, id].sort(), [id]]);
  });
});

describe("the page of a voucher", () => {
  it("is about that one, with its buyer and who redeemed it", () => {
    const [jean, maya] = [person("Jean"), person("Maya")];
    voucher({ purchasedByAccountId: maya.id });
    const { voucherId } = voucher({ purchasedByAccountId: jean.id }, { redeemedByAccountId: maya.id });
    expect(voucherData(voucherId, NOW)).toMatchObject({
      voucher: { id: voucherId },
      buyer: { email: jean.email, accountId: jean.id },
      redeemer: { email: maya.email },
    });
    expect(voucherData("nothing", NOW)).toBeUndefined();
  });
});

describe("a list of vouchers", () => {
  it("is read in its order from an index alone, for every status", () => {
    for (const status of ["all", "ACTIVE", "REDEEMED", "EXPIRED", "CANCELLED", "SUSPENDED"] as const) {
      const [, , chosen, ...sorted] = plansOf(() => listed(status));
      expect([status, chosen]).toEqual([status, "SCAN vouchers USING COVERING INDEX vouchers_created"]);
      expect([status, sorted[0]]).toEqual([status, expect.stringMatching(/^SEARCH buyers/)]);
    }
  });

  it("is read from an index alone in every order that its headings offer, for every status", () => {
    for (const sort of VOUCHER_LIST.orders) {
      for (const status of ["all", "ACTIVE", "EXPIRED", "CANCELLED"] as const) {
        const [, , chosen] = plansOf(() => VOUCHER_LIST.read({ status, sort }, reader));
        expect([sort, status, chosen]).toEqual([
          sort,
          status,
          expect.stringMatching(/^(?:SCAN|SEARCH) vouchers USING COVERING INDEX vouchers_(?:created|expires|value)\b/),
        ]);
      }
    }
  });

  it("that is sorted repeats and skips none, though all have the same value", () => {
    const made = Array.from({ length: 7 }, () => voucher().voucherId).sort();
    const pages = [1, 2, 3].flatMap((page) =>
      VOUCHER_LIST.read({ sort: "value", page }, reader, 3).rows.map(({ id }) => id),
    );
    expect(pages).toEqual(made);
  });

  it("is counted by its status", () => {
    for (const status of ["ACTIVE", "REDEEMED", "EXPIRED"] as const) {
      const plan = plansOf(() => listed(status));
      expect([status, plan.at(-1)]).toEqual([
        status,
        expect.stringMatching(/^SEARCH vouchers USING COVERING INDEX vouchers_status/),
      ]);
    }
  });

  it("that is searched reads what the words find, not all of a status", () => {
    const search = () => VOUCHER_LIST.read({ q: "callum", status: "ACTIVE" }, reader);
    expect(plansOf(search).join("\n")).toContain("vouchers_recipient_begins");
  });
});

describe("the sums above the list", () => {
  it("know every status, and pounds alone, and no test", () => {
    voucher({}, { valuePence: 100 });
    voucher({}, { valuePence: 200, expiresAt: inDays(7) });
    voucher({}, { valuePence: 400, expiresAt: inDays(-1) });
    voucher({}, { valuePence: 800, status: "EXPIRED", expiresAt: inDays(-2) });
    voucher({}, { valuePence: 1600, status: "REDEEMED", redeemedAt: NOW });
    voucher({}, { valuePence: 3200, status: "CANCELLED" });
    voucher({}, { valuePence: 6400, status: "SUSPENDED" });
    voucher({}, { valuePence: 12_800, currency: "EUR" });
    voucher({}, { valuePence: 25_600, isTest: true });
    expect(voucherFigures(NOW)).toEqual({
      total: 8,
      active: 3,
      redeemed: 1,
      expired: 2,
      expiringSoon: 1,
      totalPence: 12_700,
      redeemedPence: 1600,
      outstandingPence: 300,
    });
  });

  it("are read from an index alone", () => {
    const plan = plansOf(() => voucherFigures(NOW)).filter((line) => line.startsWith("SEARCH"));
    expect(plan).toHaveLength(7);
    for (const line of plan) expect(line).toContain("COVERING INDEX vouchers_summed (is_test=? AND status=?");
  });
});
