import { and, eq } from "drizzle-orm";
import { beginAccess } from "../../../app/domain/people/accounts/access-tokens.server";
import { formatVoucherCode } from "../../../app/domain/shop/vouchers/code";
import { issueVoucher } from "../../../app/domain/shop/vouchers/vouchers.server";
import { db, write } from "../../../db/client.server";
import { loops, vouchers } from "../../../db/schema";
import { brokenOff, nextAddress, type Writer } from "./acknowledged";

const LOOP = { theme: "pet", type: "my-cat-and-me" };

/** Redeems one voucher after another as an API client does. */
export function voucherRedeemer(origin: string, accountId: string): Writer {
  const token = write((tx) => beginAccess(tx, accountId, new Date()));
  const redeemed: string[] = [];
  return {
    async write() {
      const recipient = { name: null, email: null, message: null, sendOnDay: null };
      const wanted = { valuePence: 6999, choice: null, purchasedByAccountId: null, orderId: null, recipient };
      const { voucherId, code } = write((tx) => issueVoucher(tx, wanted, new Date(Date.now() - 60_000)));
      const response = await fetch(`${origin}/voucher/redeem`, {
        method: "POST",
        body: JSON.stringify({ voucherCode: formatVoucherCode(code), ...LOOP }),
        headers: {
          Accept: "application/json",
          "Content-Type": "application/json",
          "X-Forwarded-For": nextAddress(),
          Authorization: `Bearer ${token}`,
        },
      }).catch(brokenOff);
      if (!response) return null;
      await response.arrayBuffer().catch(brokenOff);
      if (response.status !== 201) throw new Error(`/voucher/redeem answered ${response.status}.`);
      redeemed.push(voucherId);
      return "done";
    },
    acknowledged: () => redeemed.length,
    missing: () =>
      redeemed
        .filter(
          (id) =>
            !db
              .select({ id: vouchers.id })
              .from(vouchers)
              .innerJoin(loops, and(eq(loops.id, vouchers.loopId), eq(loops.accountId, accountId)))
              .where(and(eq(vouchers.id, id), eq(vouchers.status, "REDEEMED")))
              .get(),
        )
        .map((id) => `voucher ${id}`),
  };
}
