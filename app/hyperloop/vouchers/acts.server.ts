import { recipientForm } from "~/domain/backoffice/people/forms";
import { giveNewCode } from "~/domain/backoffice/people/gift-corrections.server";
import { UNDO_MINUTES } from "~/domain/diary/loops/completion";
import { formatStartToStaff } from "~/domain/diary/loops/starting";
import { deliveryWindow } from "~/domain/diary/rules/calendar";
import { formatFigureOf, formatNumber, numberInWords } from "~/domain/kernel/text/numbers";
import { londonDay } from "~/domain/kernel/time/days";
import { formatDay, formatDayRange } from "~/domain/kernel/time/format-days";
import { nothingForm, reasonForm } from "~/domain/people/staff/forms";
import { type VoucherData, voucherData } from "~/domain/shop/vouchers/admin-vouchers.server";
import { cancelBatch, extendBatch } from "~/domain/shop/vouchers/batch-changes.server";
import { batchCounts, batchData } from "~/domain/shop/vouchers/batch-records.server";
import { withdrawBatch } from "~/domain/shop/vouchers/batches.server";
import { extendForm, manualRedeemForm } from "~/domain/shop/vouchers/forms";
import {
  cancelVoucher,
  extendVoucher,
  redeemForCustomer,
  resendVoucher,
} from "~/domain/shop/vouchers/voucher-actions.server";
import { choice, date, reason, text } from "~/hyperloop/act-fields";
import { act, actOnSelected, type StaffAct } from "~/hyperloop/declared-acts.server";
import { loopOptions } from "~/hyperloop/loop-options";
import { PATHS } from "~/hyperloop/paths";
import type { StaffRequest } from "~/hyperloop/staff-route.server";
import { notFound } from "~/web/responses.server";
import { batchChanger, mayChangeBatch } from "./batch-rights";
import {
  EXTEND_BATCH_REFUSALS,
  EXTEND_REFUSALS,
  NEW_CODE_REFUSALS,
  REDEEM_REFUSALS,
  RESEND_REFUSALS,
  toVoucher,
  WHO_GAVE,
  WITHDRAW_REFUSALS,
} from "./voucher-labels";

/** What staff do with a voucher, with the selected ones, and with a partner order. */

const voucherOf = ({ param, now }: StaffRequest) => voucherData(param("voucher"), now) ?? notFound();

const voucher = ({ param }: StaffRequest) => toVoucher(param("voucher"));

const batch = ({ param }: StaffRequest) => ({ label: "Partner order", href: `${PATHS.batches}/${param("batch")}` });

function batchToChange({ staff, param, now }: StaffRequest) {
  const batch = batchData(param("batch")) ?? notFound();
  if (!mayChangeBatch(staff, batch)) notFound();
  return { batch, counts: batchCounts(batch.id, now) ?? notFound() };
}

/** Finds a selected voucher by the end of its code, with why it is left out. */
const finding = (problemOf: (found: VoucherData) => string | null) => (id: string, now: Date) => {
  const found = voucherData(id, now);
  if (!found) return null;
  const { recipientName, recipientEmail } = found.voucher;
  const name = [found.line.code, recipientName || recipientEmail].filter(Boolean).join(", for ");
  return { name, problem: problemOf(found) };
};

const SELECTED = { back: { label: "Vouchers", href: PATHS.vouchers }, one: "voucher", many: "vouchers" };
const figure = (count: number) => formatFigureOf(count, "voucher", "vouchers");

const NOT_OPEN = "It can no longer be cancelled.";
const GONE = "It no longer exists.";
const UNDO = `We don’t email anybody. You can undo this for ${numberInWords(UNDO_MINUTES)} minutes.`;

export const VOUCHER_ACTS: Readonly<Record<string, StaffAct>> = {
  "/hyperloop/vouchers/:voucher/cancel": act("vouchers.cancel", {
    tab: "Cancel this voucher?",
    back: voucher,
    schema: reasonForm,
    ask: (at) => {
      const { line } = voucherOf(at);
      return {
        title: "Cancel this voucher?",
        lead: line.code,
        button: "Cancel Voucher",
        variant: "danger",
        says: ["Nobody will be able to use it. To return the money, refund the order."],
      };
    },
    run: (input, { staff, param, now }) => ({
      result: cancelVoucher({ voucherId: param("voucher"), reason: input.reason }, staff.staffId, now),
      done: "The voucher is cancelled.",
      refused: () => "This voucher can no longer be cancelled.",
    }),
  }),

  "/hyperloop/vouchers/ticked/cancel": actOnSelected("vouchers.cancel", {
    ...SELECTED,
    tab: "Cancel these vouchers",
    schema: reasonForm,
    find: finding(({ line }) => (line.status === "ACTIVE" || line.status === "SUSPENDED" ? null : NOT_OPEN)),
    title: "Cancel these vouchers?",
    lead: "We’ll cancel these",
    button: (count) => `Cancel ${figure(count)}`,
    variant: "danger",
    says: ["Nobody will be able to use them. To return the money, refund the orders."],
    fields: () => [reason()],
    run: (voucherId, input, { staff, now }) => cancelVoucher({ voucherId, ...input }, staff.staffId, now),
    done: "cancelled",
    refused: () => NOT_OPEN,
  }),

  "/hyperloop/vouchers/:voucher/extend": act("vouchers.extend", {
    tab: "Extend a voucher",
    back: voucher,
    schema: extendForm,
    ask: (at) => {
      const { line } = voucherOf(at);
      return {
        title: "Extend a voucher",
        lead: `${line.code}, valid until ${formatDay(londonDay(line.expiresAt))}`,
        button: "Extend",
        fields: [date("expiresOn", "Valid until"), reason()],
      };
    },
    run: (input, { staff, param, now }) => ({
      result: extendVoucher(param("voucher"), input, staff.staffId, now),
      done: `The voucher is valid until ${formatDay(input.expiresOn)}.`,
      beside: (refusal: keyof typeof EXTEND_REFUSALS) => ({ expiresOn: EXTEND_REFUSALS[refusal] }),
    }),
  }),

  "/hyperloop/vouchers/ticked/extend": actOnSelected("vouchers.extend", {
    ...SELECTED,
    tab: "Extend these vouchers",
    schema: extendForm,
    find: finding(({ line }) =>
      line.status === "ACTIVE" || line.status === "EXPIRED" ? null : `${EXTEND_REFUSALS.not_open}.`,
    ),
    title: "Extend these vouchers",
    lead: "We’ll extend these",
    button: (count) => `Extend ${figure(count)}`,
    says: ["Vouchers already valid for longer stay as they are."],
    fields: () => [date("expiresOn", "Valid until"), reason()],
    run: (voucherId, extension, { staff, now }) => extendVoucher(voucherId, extension, staff.staffId, now),
    done: "extended",
    refused: (refusal: keyof typeof EXTEND_REFUSALS | "not_found") =>
      refusal === "not_found" ? GONE : `${EXTEND_REFUSALS[refusal]}.`,
  }),

  "/hyperloop/vouchers/ticked/send-again": actOnSelected("vouchers.resend", {
    ...SELECTED,
    tab: "Send these vouchers again",
    schema: nothingForm,
    find: finding(({ line, voucher }) => {
      if (line.status !== "ACTIVE") return RESEND_REFUSALS.not_open;
      return voucher.recipientEmail === null ? RESEND_REFUSALS.no_address : null;
    }),
    title: "Send these vouchers again?",
    lead: "We’ll email these to their recipients",
    button: (count) => `Send ${figure(count)} again`,
    run: (voucherId, _, { staff, now }) => resendVoucher(voucherId, staff.staffId, now),
    done: "being sent again",
    refused: (refusal: keyof typeof RESEND_REFUSALS | "not_found") =>
      refusal === "not_found" ? GONE : RESEND_REFUSALS[refusal],
  }),

  "/hyperloop/vouchers/:voucher/new-code": act("vouchers.cancel", {
    tab: "Give a gift a new code",
    back: voucher,
    schema: recipientForm,
    ask: (at) => {
      const { line, voucher } = voucherOf(at);
      return {
        title: "Give this gift a new code",
        lead: line.code,
        button: "Give a new code",
        variant: "danger",
        says: [
          "For a gift that a stranger has received. The old code stops working at once. The order, its price and the last day stay the same. We email the new code to the giver, and to this person once the gift is due. You can’t undo this.",
        ],
        defaults: { recipientName: voucher.recipientName ?? "", recipientEmail: voucher.recipientEmail ?? "" },
        fields: [
          text("recipientName", "Their name", { autoComplete: "off" }),
          text("recipientEmail", "Their email address", { type: "email", autoComplete: "off" }),
          reason(WHO_GAVE),
        ],
      };
    },
    run: (input, { staff, param, now }) => ({
      result: giveNewCode(param("voucher"), input, staff.staffId, now),
      done: "The gift has a new code, and the old one no longer works. We’re emailing its giver.",
      beside: (refusal: keyof typeof NEW_CODE_REFUSALS) => ({ recipientEmail: NEW_CODE_REFUSALS[refusal] }),
    }),
  }),

  "/hyperloop/vouchers/:voucher/redeem": act("vouchers.redeem", {
    tab: "Manual Redeem",
    back: voucher,
    schema: manualRedeemForm,
    ask: (at) => {
      const { line, voucher } = voucherOf(at);
      const { theme, type, recipientEmail } = voucher;
      const { recommended, earliest, latest } = deliveryWindow(londonDay(at.now));
      return {
        title: "Manual Redeem",
        lead: line.code,
        button: "Redeem",
        says: ["Only when the customer asks. It uses the voucher and gives their loop its dates."],
        defaults: {
          email: recipientEmail ?? "",
          loop: theme && type ? `${theme}/${type}` : "",
          deliveryDay: recommended,
        },
        fields: [
          text("email", "Customer’s email", { type: "email" }),
          choice("loop", "Loop", { options: loopOptions("redeem"), placeholder: "Choose a loop" }),
          date("deliveryDay", "Delivery date", { hint: formatDayRange(earliest, latest) }),
          reason(),
        ],
      };
    },
    run: (input, { staff, param, now }) => {
      const voucherId = param("voucher");
      const result = redeemForCustomer(voucherId, input, staff.staffId, now);
      if (!result.ok && !voucherData(voucherId, now)) notFound();
      return {
        result,
        done: `Voucher redeemed. ${formatStartToStaff(input.deliveryDay, londonDay(now))}, and the book is due on ${formatDay(input.deliveryDay)}.`,
        beside: (refusal: keyof typeof REDEEM_REFUSALS) => REDEEM_REFUSALS[refusal],
      };
    },
  }),

  /** Takes back one's own partner order, before it is approved or while it is being made. */
  "/hyperloop/vouchers/batches/:batch/withdraw": act("vouchers.generate", {
    tab: "Withdraw a partner order?",
    back: batch,
    schema: reasonForm,
    ask: ({ param }) => {
      const batch = batchData(param("batch"));
      if (batch?.state !== "waiting" && batch?.state !== "making") notFound();
      const isMaking = batch.state === "making";
      return {
        title: isMaking ? "Stop making them?" : "Withdraw this partner order?",
        lead: batch.note,
        button: isMaking ? "Stop making them" : "Withdraw it",
        variant: "danger",
        says: [isMaking ? "We’ll cancel any made so far." : "Nobody will be asked to approve it any more."],
      };
    },
    run: (input, { staff, param, now }) => {
      const result = withdrawBatch(param("batch"), input.reason, staff.staffId, now);
      return {
        result,
        done: result.ok && result.wasMaking ? "Stopped. None of them works." : "Withdrawn. None of them works.",
        refused: (refusal: keyof typeof WITHDRAW_REFUSALS) => WITHDRAW_REFUSALS[refusal],
      };
    },
  }),

  "/hyperloop/vouchers/batches/:batch/extend": act("vouchers.change_orders", {
    tab: "Extend a partner order",
    back: batch,
    schema: extendForm,
    ask: (at) => {
      const { batch, counts } = batchToChange(at);
      const many = formatNumber(counts.open + counts.expired);
      return {
        title: `Extend ${many} vouchers`,
        lead: batch.note,
        button: `Extend ${many}`,
        says: [`Vouchers that end later or have been redeemed stay as they are. ${UNDO}`],
        fields: [date("expiresOn", "New last day"), reason()],
      };
    },
    run: (input, { staff, param, now }) => {
      const result = extendBatch(param("batch"), input, batchChanger(staff), now);
      return {
        result,
        done: result.ok
          ? `${formatNumber(result.changed)} vouchers are valid until ${formatDay(input.expiresOn)}.`
          : "",
        beside: (refusal: keyof typeof EXTEND_BATCH_REFUSALS) => ({ expiresOn: EXTEND_BATCH_REFUSALS[refusal] }),
      };
    },
  }),

  "/hyperloop/vouchers/batches/:batch/cancel": act("vouchers.change_orders", {
    tab: "Cancel what is left?",
    back: batch,
    schema: reasonForm,
    ask: (at) => {
      const { batch, counts } = batchToChange(at);
      const many = formatNumber(counts.open);
      return {
        title: `Cancel ${many} vouchers?`,
        lead: batch.note,
        button: `Cancel ${many}`,
        variant: "danger",
        says: [
          `Nobody will be able to use them. The ${formatNumber(counts.redeemed)} already redeemed stay as they are. ${UNDO}`,
        ],
      };
    },
    run: (input, { staff, param, now }) => {
      const result = cancelBatch(param("batch"), input.reason, batchChanger(staff), now);
      return {
        result,
        done: result.ok ? `${formatNumber(result.changed)} vouchers are cancelled.` : "",
        refused: () => "They’ve all been used or cancelled.",
      };
    },
  }),
};
