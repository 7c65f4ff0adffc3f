import { eq } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { db } from "#db/client.server";
import { isIn, prepareAll } from "#db/queries.server";
import {
  accountNotes,
  accounts,
  alarms,
  discountRequests,
  discounts,
  disputes,
  emails,
  entries,
  loops,
  orders,
  refundRequests,
  restoreRequests,
  staff,
  voucherBatches,
} from "#db/schema";
import { findLoopType } from "~/domain/diary/catalogue/catalogue";
import { formatPence } from "~/domain/kernel/money/pounds";
import { capitalise, formatCountOf, formatNumber, formatOrdinal } from "~/domain/kernel/text/numbers";
import { formatLondonDay } from "~/domain/kernel/time/format-days";
import { shipmentsNamed } from "~/domain/operations/printing/print-queue.server";
import { reprintRequestsNamed } from "~/domain/operations/printing/reprint-requests.server";
import { ROLE_NAMES } from "~/domain/people/staff/permissions";
import { superAdminRequested } from "~/domain/people/staff/staff.server";
import { approvalLimitRequestsNamed } from "~/domain/shop/discounts/approval-limit-requests.server";
import { formatApprovalLimit } from "~/domain/shop/discounts/approval-limits";
import { approvalLoopPence, costOfVouchers } from "~/domain/shop/discounts/approval-limits.server";
import { possibleCostPence } from "~/domain/shop/discounts/rules";
import { disputeReason } from "~/domain/shop/orders/dispute-reasons";
import { formatWhatIsMissed } from "~/domain/system/backups/restore-requests";
import { describeAlarm } from "~/domain/system/checks/checks.server";
import type { WorkKind } from "./work-kinds";

/** A description of each piece of waiting work for the inbox. No line quotes what a customer wrote. */

export interface Subject {
  id: string;
  title: string;
  facts: string;
  /** The row whose page is the way to act. */
  pageId: string;
  /** By when somebody outside expects an answer. */
  dueAt?: Date | null;
}

const nameOf = (one: { firstName: string; lastName: string; email: string }) =>
  `${one.firstName} ${one.lastName}`.trim() || one.email || "a former customer";

const asked = (by: string | null) => `${by ?? "A former colleague"} asked`;

const codeExportAskers = alias(staff, "seal_askers");

/** The descriptions of things of one kind, by their ids. */
export const SUBJECTS_OF: Readonly<Record<WorkKind, (ids: string[], now: Date) => Subject[]>> = {
  dispute: (ids) =>
    listDisputes(ids).map(({ dispute, order }) => ({
      id: dispute.id,
      pageId: order.id,
      title: `${nameOf(order)}’s bank ${dispute.stage === "inquiry" ? "asks about" : "disputes"} ${formatPence(dispute.amountPence)}`,
      facts: `${order.number}. “${disputeReason(dispute.reason)}”`,
      dueAt: dispute.dueAt,
    })),
  refund: (ids) =>
    listRefundRequests(ids).map(({ request, order, by }) => ({
      id: request.id,
      pageId: request.id,
      title: `Refund of ${formatPence(request.amountPence)} to ${nameOf(order)}`,
      facts: `${order.number}. ${asked(by)}`,
    })),
  reprint: (ids) =>
    reprintRequestsNamed(ids).map(({ request, requestedBy, line }) => ({
      id: request.id,
      pageId: request.id,
      title: `Print “${line.title}” for the ${formatOrdinal(request.printing)} time`,
      facts: `${line.reference}. ${asked(requestedBy)}. Costs about ${formatPence(request.costPence)}`,
    })),
  vouchers: (ids, now) =>
    listBatches(ids).map(({ batch, by }) => ({
      id: batch.id,
      pageId: batch.id,
      title: `${formatCountOf(batch.count, "voucher", "vouchers")} for ${batch.note || "a partner"}`,
      facts: `${asked(by)}. Costs us ${formatPence(costOfVouchers(batch.count, now))} if all are redeemed`,
    })),
  seal: (ids) =>
    listBatches(ids).map(({ batch, sealBy }) => ({
      id: batch.id,
      pageId: batch.id,
      title: `Open the codes of ${batch.note || "a partner order"} again`,
      facts: `${asked(sealBy)}: ${batch.codeExportAskedReason ?? ""}`,
    })),
  discount: (ids, now) =>
    listDiscounts(ids)
      .filter(({ state }) => state === "waiting")
      .map(({ discount, by }) => {
        const off = discount.type === "PERCENTAGE" ? `${discount.value}% off` : `${formatPence(discount.value)} off`;
        const uses = discount.maxUses === null ? "any number of uses" : `${formatNumber(discount.maxUses)} uses`;
        const later = discount.startsAt && now < discount.startsAt ? discount.startsAt : null;
        const cost = possibleCostPence(discount, approvalLoopPence(now));
        const upTo = cost === null ? "No limit to what it costs" : `Costs us up to ${formatPence(cost)}`;
        return {
          id: discount.id,
          pageId: discount.id,
          title: `Discount ${discount.code}, ${off}, ${uses}`,
          facts: `${asked(by)}. ${upTo}${later ? `. Works from ${formatLondonDay(later)}` : ""}`,
        };
      }),
  exposure: (ids) =>
    approvalLimitRequestsNamed(ids).map(({ request, requestedBy }) => ({
      id: request.id,
      pageId: request.id,
      title: `New limits for ${ROLE_NAMES[request.role]}: ${formatApprovalLimit(request)}`,
      facts: `${asked(requestedBy)}: ${request.reason}`,
    })),
  super_admin: (ids, now) =>
    listStaff(ids).map(({ id, name }) => {
      const request = superAdminRequested(id, now);
      return {
        id,
        pageId: id,
        title: `${name} as a super admin`,
        facts: `${asked(request?.by ?? null)}${request?.reason ? `: ${request.reason}` : ""}`,
      };
    }),
  restore: (ids) =>
    listRestoreRequests(ids).map(({ request, by }) => ({
      id: request.id,
      pageId: request.id,
      title: `Bring back ${formatWhatIsMissed(request.report?.rows ?? {})}`,
      facts: `${request.account}. ${asked(by)}: ${request.reason}`,
    })),
  email: (ids) =>
    listEmails(ids).map(({ id, kind, name, to, why }) => ({
      id,
      pageId: id,
      title: `${name || to}: ${kind.replaceAll("_", " ")}`,
      facts: `${to}${why ? `, ${why}` : ""}`,
    })),
  shipment: (ids) =>
    chunksOf(ids, 25)
      .flatMap((some) => shipmentsNamed(some))
      .map(({ id, title, reference, owner, state, filesState, isReprint }) => ({
        id,
        pageId: id,
        title,
        facts: `${reference}, ${owner}. ${state === "printing" ? "The printer isn’t printing it" : filesState === "failed" ? "The files couldn’t be made" : isReprint ? "Waiting to be printed again" : "To print"}`,
      })),
  week: (ids) =>
    listWeeks(ids).map(({ id, week, theme, type }) => ({
      id,
      pageId: id,
      title: `${findLoopType(theme, type)?.displayName ?? "Loop"}, week ${week}`,
      facts: "Flagged. The book can’t print until somebody decides",
    })),
  alarm: (ids) =>
    listAlarms(ids).map(({ id, kind, message }) => ({
      id,
      pageId: id,
      title: capitalise(describeAlarm(kind).title),
      facts: message,
    })),
  note: (ids) =>
    listNotes(ids).map(({ note, account, number }) => ({
      id: note.id,
      pageId: note.orderId ?? note.accountId,
      title: note.note,
      facts: number ? `Order ${number}` : nameOf(account),
    })),
};

const listDisputes = prepareAll((ids: string[]) =>
  db
    .select({ dispute: disputes, order: orders })
    .from(disputes)
    .innerJoin(orders, eq(orders.id, disputes.orderId))
    .where(isIn(disputes.id, ids)),
);

const listRefundRequests = prepareAll((ids: string[]) =>
  db
    .select({ request: refundRequests, order: orders, by: staff.name })
    .from(refundRequests)
    .innerJoin(orders, eq(orders.id, refundRequests.orderId))
    .leftJoin(staff, eq(staff.id, refundRequests.requestedByStaffId))
    .where(isIn(refundRequests.id, ids)),
);

const listBatches = prepareAll((ids: string[]) =>
  db
    .select({ batch: voucherBatches, by: staff.name, sealBy: codeExportAskers.name })
    .from(voucherBatches)
    .leftJoin(staff, eq(staff.id, voucherBatches.madeByStaffId))
    .leftJoin(codeExportAskers, eq(codeExportAskers.id, voucherBatches.codeExportAskedByStaffId))
    .where(isIn(voucherBatches.id, ids)),
);

const listDiscounts = prepareAll((ids: string[]) =>
  db
    .select({ discount: discounts, by: staff.name, state: discountRequests.state })
    .from(discounts)
    .innerJoin(discountRequests, eq(discountRequests.discountId, discounts.id))
    .leftJoin(staff, eq(staff.id, discountRequests.requestedByStaffId))
    .where(isIn(discounts.id, ids)),
);

const listEmails = prepareAll((ids: string[]) =>
  db
    .select({
      id: emails.id,
      kind: emails.kind,
      name: emails.toName,
      to: emails.toEmail,
      why: emails.failure,
    })
    .from(emails)
    .where(isIn(emails.id, ids)),
);

const listWeeks = prepareAll((ids: string[]) =>
  db
    .select({ id: entries.id, week: entries.week, theme: loops.theme, type: loops.type })
    .from(entries)
    .innerJoin(loops, eq(loops.id, entries.loopId))
    .where(isIn(entries.id, ids)),
);

const listAlarms = prepareAll((ids: string[]) => db.select().from(alarms).where(isIn(alarms.id, ids)));

const listNotes = prepareAll((ids: string[]) =>
  db
    .select({ note: accountNotes, account: accounts, number: orders.number })
    .from(accountNotes)
    .innerJoin(accounts, eq(accounts.id, accountNotes.accountId))
    .leftJoin(orders, eq(orders.id, accountNotes.orderId))
    .where(isIn(accountNotes.id, ids)),
);

const listStaff = prepareAll((ids: string[]) =>
  db.select({ id: staff.id, name: staff.name }).from(staff).where(isIn(staff.id, ids)),
);

const listRestoreRequests = prepareAll((ids: string[]) =>
  db
    .select({ request: restoreRequests, by: staff.name })
    .from(restoreRequests)
    .leftJoin(staff, eq(staff.id, restoreRequests.requestedByStaffId))
    .where(isIn(restoreRequests.id, ids)),
);

function chunksOf<One>(all: readonly One[], size: number): One[][] {
  return Array.from({ length: Math.ceil(all.length / size) }, (_, place) =>
    all.slice(place * size, (place + 1) * size),
  );
}
