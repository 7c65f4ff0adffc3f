import { useLoaderData } from "@remix-run/react";
import { findLoopType } from "~/domain/catalogue/catalogue";
import { giftDestinationOf } from "~/domain/printing/book-destinations.server";
import { auditEventsOn } from "~/domain/staff/audit-trail.server";
import { isPermitted } from "~/domain/staff/permissions";
import { londonDay } from "~/domain/time/days";
import { formatDay, formatMoment } from "~/domain/time/format-days";
import { voucherData } from "~/domain/vouchers/admin-vouchers.server";
import { resendVoucher } from "~/domain/vouchers/voucher-actions.server";
import { StaffFrame } from "~/hyperloop/frame";
import { answerOutcome } from "~/hyperloop/outcome.server";
import { staffAction, staffLoader } from "~/hyperloop/staff-route.server";
import { StatusBadge } from "~/hyperloop/statuses";
import { AuditPanel } from "~/ui/audit-panel";
import { GiftGoesTo } from "~/ui/book-address";
import { Button, LinkButton } from "~/ui/button";
import { DescriptionList } from "~/ui/description-list";
import { PostForm } from "~/ui/post-form";
import { notFound } from "~/web/answers.server";
import type { ScreenHandle } from "~/web/screen";
import { faceValue, RESEND_REFUSALS } from "./voucher-labels";

export const handle: ScreenHandle = { title: "Voucher – HyperLoop", noindex: true };

export const loader = staffLoader("vouchers.read", ({ staff, param, now }) => {
  const view = voucherData(param("voucher"), now);
  if (!view) notFound();
  const mayReadGifts = isPermitted(staff.role, "orders.read");
  const hidden = { recipientName: null, recipientEmail: null, giftMessage: null };
  const voucher = { ...view.voucher, ...(mayReadGifts || view.voucher.orderId === null ? {} : hidden) };
  const days = {
    from: londonDay(voucher.validFrom),
    until: londonDay(voucher.expiresAt),
  };
  const loopInMind = findLoopType(voucher.theme ?? "", voucher.type ?? "")?.displayName ?? null;
  const actions = auditEventsOn("voucher", voucher.id);
  const gift = mayReadGifts ? giftDestinationOf({ voucherId: voucher.id }) : null;
  const isHeld = voucher.sentAt !== null && voucher.sentAt > now;
  return { ...view, voucher, isHeld, days, loopInMind, gift, actions };
});

/** Sends the voucher once more. */
export const action = staffAction("vouchers.resend", async ({ staff, param, now }) => {
  const voucherId = param("voucher");
  return await answerOutcome({
    result: resendVoucher(voucherId, staff.staffId, now),
    to: `/hyperloop/vouchers/${voucherId}`,
    done: "We’re sending the voucher.",
    refused: (refusal) => RESEND_REFUSALS[refusal],
  });
});

export default function Voucher() {
  const { staff, line, voucher, buyer, redeemer, orderNumber, isHeld, days, loopInMind, gift, actions } =
    useLoaderData<typeof loader>();
  const none = <span className="muted">None</span>;
  const sendDay = voucher.sendOnDay
    ? formatDay(voucher.sendOnDay)
    : voucher.recipientEmail
      ? "Straight away"
      : "The giver hands it over";
  const may = (right: Parameters<typeof isPermitted>[1]) => isPermitted(staff.role, right);
  const emailOf = (person: { readonly email: string; readonly accountId: string | null } | null) =>
    person?.accountId && may("accounts.read") ? (
      <a href={`/hyperloop/people/${person.accountId}`}>{person.email}</a>
    ) : (
      person?.email || none
    );
  const day = (at: string | Date | null) => (at === null ? "Not yet" : formatMoment(new Date(at)));
  return (
    <StaffFrame
      title={line.code}
      lead={
        <>
          <StatusBadge of="voucher" is={line.status} />{" "}
          {line.isTest && <span className="staff-mark">Test</span>}
        </>
      }
      actions={<Actions />}
      back={{ label: "Vouchers", href: "/hyperloop/vouchers" }}
    >
      <div className="staff-panels">
        <section className="staff-panel">
          <h2>Voucher information</h2>
          <DescriptionList
            items={{
              Value: faceValue(line.valuePence, line.currency),
              "Valid from": formatDay(days.from),
              "Valid until": formatDay(days.until),
              Made: day(voucher.createdAt),
              "Loop chosen": loopInMind ?? "Open",
            }}
          />
        </section>
        <section className="staff-panel">
          <h2>Gift information</h2>
          <DescriptionList
            items={{
              For: voucher.recipientName ?? none,
              Email: voucher.recipientEmail ?? none,
              Message: voucher.giftMessage ?? none,
              "Send on": sendDay,
              Sent: isHeld ? `Leaves ${day(voucher.sentAt)}` : day(voucher.sentAt),
              Opened: day(voucher.openedAt),
            }}
          />
        </section>
        <section className="staff-panel">
          <h2>Purchase information</h2>
          <DescriptionList
            items={{
              "Bought by": buyer?.name || "Staff",
              Email: emailOf(buyer),
              Order:
                orderNumber && may("orders.read") ? (
                  <a href={`/hyperloop/orders/${voucher.orderId}`}>{orderNumber}</a>
                ) : (
                  (orderNumber ?? none)
                ),
              "Partner order": line.batch ? (
                <a href={`/hyperloop/vouchers/batches/${line.batch.id}`}>{line.batch.note || "Open it"}</a>
              ) : null,
            }}
          />
        </section>
        <section className="staff-panel">
          <h2>Redemption information</h2>
          <DescriptionList
            items={{
              "Used by": redeemer?.name ?? "Nobody yet",
              Email: emailOf(redeemer),
              When: day(voucher.redeemedAt),
              "Book goes to": may("orders.read") ? (
                <GiftGoesTo gift={gift} seesShipments={isPermitted(staff.role, "printing.read")} />
              ) : null,
            }}
          />
        </section>
      </div>
      <AuditPanel actions={actions} />
    </StaffFrame>
  );
}

function Actions() {
  const { staff, line, voucher } = useLoaderData<typeof loader>();
  const path = `/hyperloop/vouchers/${line.id}`;
  const may = (right: Parameters<typeof isPermitted>[1]) => isPermitted(staff.role, right);
  const isOpen = line.status === "ACTIVE";
  return (
    <>
      {may("vouchers.reveal") && (
        <PostForm action={`${path}/document`}>
          <Button size="staff" variant="line">
            Download Voucher
          </Button>
        </PostForm>
      )}
      {isOpen && may("vouchers.resend") && (
        <PostForm>
          <Button size="staff" variant="line">
            Resend
          </Button>
        </PostForm>
      )}
      {isOpen && voucher.purchasedByAccountId !== null && may("vouchers.resend") && (
        <LinkButton href={`${path}/recipient`} size="staff" variant="line">
          Correct recipient
        </LinkButton>
      )}
      {isOpen && voucher.purchasedByAccountId !== null && may("vouchers.cancel") && (
        <LinkButton href={`${path}/new-code`} size="staff" variant="line">
          New code
        </LinkButton>
      )}
      {(isOpen || line.status === "EXPIRED") && may("vouchers.extend") && (
        <LinkButton href={`${path}/extend`} size="staff" variant="line">
          Extend
        </LinkButton>
      )}
      {isOpen && may("vouchers.redeem") && (
        <LinkButton href={`${path}/redeem`} size="staff">
          Manual Redeem
        </LinkButton>
      )}
      {(isOpen || line.status === "SUSPENDED") && may("vouchers.cancel") && (
        <LinkButton href={`${path}/cancel`} size="staff" variant="danger">
          Cancel Voucher
        </LinkButton>
      )}
    </>
  );
}
