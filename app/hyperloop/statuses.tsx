import type { AccountStatus } from "~/domain/backoffice/staff/account-list.server";
import type { EmailLine } from "~/domain/backoffice/staff/admin-emails.server";
import type { ModerationState } from "~/domain/diary/loops/printed-weeks";
import type { ShipmentLine } from "~/domain/operations/printing/print-queue.server";
import type { ApprovalLimitRequestState } from "~/domain/shop/discounts/approval-limit-requests.server";
import type { DiscountState } from "~/domain/shop/discounts/rules";
import type { ShipmentState } from "~/domain/shop/order-rules/shipments";
import type { Order } from "~/domain/shop/orders/orders.server";
import type { RefundRequestState } from "~/domain/shop/orders/refund-requests.server";
import type { VoucherStatus } from "~/domain/shop/vouchers/rules";
import type { RestoreState } from "~/domain/system/backups/restore-requests.server";
import { Badge, type BadgeTone } from "~/ui/badge";
import type { SelectOption } from "~/ui/field";

type Label = readonly [word: string, tone: BadgeTone];
type Labels<Status extends string> = Record<Status, Label>;

/** How each status is shown to staff, in the order of the filters. */
export const STATUSES = {
  account: {
    active: ["Active", "good"],
    inactive: ["Inactive", "off"],
    suspended: ["Suspended", "bad"],
  } satisfies Labels<AccountStatus>,
  discount: {
    waiting: ["Waiting", "pending"],
    active: ["Active", "good"],
    inactive: ["Inactive", "off"],
    expired: ["Expired", "off"],
    used_up: ["Used Up", "pending"],
    not_yet: ["Starts later", "pending"],
  } satisfies Labels<DiscountState>,
  email: {
    waiting: ["Waiting", "pending"],
    sent: ["Sent", "good"],
    dead: ["Failed", "bad"],
    cancelled: ["Withdrawn", "off"],
  } satisfies Labels<EmailLine["state"]>,
  entry: {
    PENDING: ["Pending", "pending"],
    FLAGGED: ["Flagged", "bad"],
    APPROVED: ["Approved", "good"],
    REJECTED: ["Rejected", "off"],
    HIDDEN: ["Hidden", "neutral"],
  } satisfies Labels<ModerationState>,
  order: {
    PENDING: ["Pending", "pending"],
    PAID: ["Paid", "good"],
    CANCELLED: ["Cancelled", "off"],
    PARTLY_REFUNDED: ["Partly refunded", "info"],
    REFUNDED: ["Refunded", "off"],
  } satisfies Labels<Order["status"]>,
  printFiles: {
    none: ["No files yet", "off"],
    making: ["Files being made", "pending"],
    ready: ["Files ready", "good"],
    failed: ["Files failed", "bad"],
  } satisfies Labels<ShipmentLine["filesState"]>,
  limitRequest: {
    waiting: ["Awaiting approval", "pending"],
    approved: ["Approved", "good"],
    declined: ["Declined", "off"],
    withdrawn: ["Withdrawn", "off"],
  } satisfies Labels<ApprovalLimitRequestState>,
  refundRequest: {
    waiting: ["Awaiting approval", "pending"],
    approved: ["Approved", "good"],
    declined: ["Declined", "off"],
  } satisfies Labels<RefundRequestState>,
  restoreRequest: {
    checking: ["Looking into the copy", "info"],
    refused: ["Can’t come back", "bad"],
    waiting: ["Awaiting approval", "pending"],
    approved: ["Coming back", "info"],
    done: ["Back", "good"],
    declined: ["Declined", "off"],
    withdrawn: ["Withdrawn", "off"],
    lapsed: ["Lapsed", "off"],
  } satisfies Labels<RestoreState>,
  shipment: {
    waiting: ["To print", "pending"],
    printing: ["At the printer", "info"],
    shipped: ["On its way", "info"],
    delivered: ["Delivered", "good"],
  } satisfies Labels<ShipmentState>,
  voucher: {
    ACTIVE: ["Active", "good"],
    REDEEMED: ["Redeemed", "good"],
    EXPIRED: ["Expired", "off"],
    CANCELLED: ["Cancelled", "off"],
    SUSPENDED: ["On hold", "pending"],
  } satisfies Labels<VoucherStatus>,
} as const;

type Statuses = typeof STATUSES;

interface StatusBadgeProps<Subject extends keyof Statuses> {
  readonly of: Subject;
  readonly is: keyof Statuses[Subject] & string;
}

export function StatusBadge<Subject extends keyof Statuses>({ of, is }: StatusBadgeProps<Subject>) {
  const labels: Readonly<Record<string, Label>> = STATUSES[of];
  const label = labels[is];
  return label && <Badge tone={label[1]}>{label[0]}</Badge>;
}

/** The choices of a list's filter by status: all of them, then each. */
export function statusOptions(subject: keyof Statuses): SelectOption[] {
  const each = Object.entries(STATUSES[subject]).map(([value, [label]]) => ({ value, label }));
  return [{ value: "all", label: "All" }, ...each];
}
