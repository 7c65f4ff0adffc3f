import { data } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { findLoopType } from "~/domain/diary/catalogue/catalogue";
import { londonDay } from "~/domain/kernel/time/days";
import { formatDay, formatMoment } from "~/domain/kernel/time/format-days";
import { giftDestinationOf } from "~/domain/operations/printing/book-destinations.server";
import { auditEventsOn } from "~/domain/people/staff/audit-trail.server";
import { isPermitted } from "~/domain/people/staff/permissions";
import { voucherData, withoutCustomers } from "~/domain/shop/vouchers/admin-vouchers.server";
import { readGiftMessage, resendVoucher, revealCode } from "~/domain/shop/vouchers/voucher-actions.server";
import { StaffFrame } from "~/hyperloop/frame";
import { respondWithOutcome } from "~/hyperloop/outcome.server";
import { staffAction, staffLoader } from "~/hyperloop/staff-route.server";
import { StatusBadge } from "~/hyperloop/statuses";
import { AuditPanel } from "~/ui/audit-panel";
import { GiftGoesTo } from "~/ui/book-address";
import { Button } from "~/ui/button";
import { DescriptionList } from "~/ui/description-list";
import { PostForm } from "~/ui/post-form";
import { notFound, PRIVATE } from "~/web/responses.server";
import type { ScreenHandle } from "~/web/screen";
import { requireStaff } from "~/web/staff-auth.server";
import { VoucherActions } from "./voucher-actions";
import { faceValue, RESEND_REFUSALS } from "./voucher-labels";

export const handle: ScreenHandle = { title: "Voucher – HyperLoop", noindex: true };

/** A voucher; marketing sees nothing of the people of a gift. A code and a giver’s message are shown by a press alone. */
export const loader = staffLoader("vouchers.read", ({ staff, param, now }) => {
  const found = voucherData(param("voucher"), now) ?? notFound();
  const seesCustomers = isPermitted(staff.role, "orders.read");
  const view = seesCustomers ? found : withoutCustomers(found);
  const isGift = found.line.batch === null;
  const { giftMessage } = view.voucher;
  const voucher = { ...view.voucher, giftMessage: isGift ? null : giftMessage };
  const days = {
    from: londonDay(voucher.validFrom),
    until: londonDay(voucher.expiresAt),
  };
  const loopInMind = findLoopType(voucher.theme ?? "", voucher.type ?? "")?.displayName ?? null;
  const isHidden = isGift && !seesCustomers;
  const actions = isHidden ? [] : auditEventsOn("voucher", voucher.id);
  const gift = seesCustomers ? giftDestinationOf({ voucherId: voucher.id }) : null;
  const isHeld = voucher.sentAt !== null && voucher.sentAt > now;
  const hasMessage = isGift && giftMessage !== null;
  // Known to roles that don't see the address, too.
  const hasAddress = found.voucher.recipientEmail !== null;
  const hasBegun = voucher.validFrom <= now;
  return {
    ...view,
    voucher,
    isHidden,
    hasMessage,
    hasAddress,
    hasBegun,
    isHeld,
    days,
    loopInMind,
    gift,
    actions,
  };
});

/** Sends the voucher again, or shows its code or message in the response, which is read once and recorded. */
export const action = staffAction("vouchers.read_message", async ({ request, staff, param, form, now }) => {
  const voucherId = param("voucher");
  switch (form.get("intent")) {
    case "resend":
      await requireStaff(request, "vouchers.resend");
      return await respondWithOutcome({
        result: resendVoucher(voucherId, staff.staffId, now),
        to: `/hyperloop/vouchers/${voucherId}`,
        done: "We’re sending the voucher.",
        refused: (refusal) => RESEND_REFUSALS[refusal],
      });
    case "code": {
      await requireStaff(request, "vouchers.reveal");
      const shown = revealCode(voucherId, staff.staffId, now);
      return shown.ok ? data({ code: shown.code, message: null }, { headers: PRIVATE }) : notFound();
    }
    case "message": {
      const shown = readGiftMessage(voucherId, staff.staffId, now);
      return shown.ok ? data({ code: null, message: shown.message }, { headers: PRIVATE }) : notFound();
    }
    default:
      throw new Response(null, { status: 400 });
  }
});

export default function Voucher() {
  const { staff, line, voucher, buyer, redeemer, orderNumber, days, loopInMind, gift, actions, isHidden } =
    useLoaderData<typeof loader>();
  const { hasAddress, hasBegun } = useLoaderData<typeof loader>();
  const actionData = useActionData<typeof action>();
  const none = <span className="muted">None</span>;
  const may = (right: Parameters<typeof isPermitted>[1]) => isPermitted(staff.role, right);
  const emailOf = (person: { readonly email: string; readonly accountId: string | null } | null) =>
    person?.accountId && may("accounts.read") ? (
      <a href={`/hyperloop/people/${person.accountId}`}>{person.email}</a>
    ) : (
      person?.email || none
    );
  return (
    <StaffFrame
      title={line.code}
      lead={
        <>
          <StatusBadge of="voucher" is={line.status} /> {line.isTest && <span className="staff-mark">Test</span>}
        </>
      }
      actions={
        <VoucherActions
          id={line.id}
          status={line.status}
          isBought={voucher.purchasedByAccountId !== null}
          hasAddress={hasAddress}
          hasBegun={hasBegun}
        />
      }
      back={{ label: "Vouchers", href: "/hyperloop/vouchers" }}
    >
      {actionData?.code && (
        <section className="staff-panel" role="status">
          <h2>Code</h2>
          <p className="staff-code">{actionData.code}</p>
          <p className="muted">
            Anybody who has it can use it. We’ve recorded that you saw it, and this page won’t show it again.
          </p>
        </section>
      )}
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
        {!isHidden && <GiftPanel />}
        <section className="staff-panel">
          <h2>Purchase information</h2>
          <DescriptionList
            items={{
              "Bought by": isHidden ? "A customer" : buyer?.name || "Staff",
              Email: isHidden ? null : emailOf(buyer),
              Order: isHidden ? null : orderNumber ? (
                <a href={`/hyperloop/orders/${voucher.orderId}`}>{orderNumber}</a>
              ) : (
                none
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
              "Used by": may("orders.read") ? (redeemer?.name ?? "Nobody yet") : null,
              Email: may("orders.read") ? emailOf(redeemer) : null,
              When: day(voucher.redeemedAt),
              "Book goes to": may("orders.read") ? (
                <GiftGoesTo gift={gift} seesShipments={isPermitted(staff.role, "printing.read")} />
              ) : null,
            }}
          />
        </section>
      </div>
      {!isHidden && <AuditPanel actions={actions} />}
    </StaffFrame>
  );
}

const day = (at: Date | null) => (at === null ? "Not yet" : formatMoment(at));

/** Who a gift is for. What its giver wrote is read by a press; what staff wrote on their own vouchers is there. */
function GiftPanel() {
  const { staff, voucher, hasMessage, isHeld } = useLoaderData<typeof loader>();
  const message = useActionData<typeof action>()?.message ?? voucher.giftMessage;
  const none = <span className="muted">None</span>;
  const sendDay = voucher.sendOnDay
    ? formatDay(voucher.sendOnDay)
    : voucher.recipientEmail
      ? "Straight away"
      : "The giver hands it over";
  const mayRead = hasMessage && isPermitted(staff.role, "vouchers.read_message");
  return (
    <section className="staff-panel">
      <h2>Gift information</h2>
      <DescriptionList
        items={{
          For: voucher.recipientName ?? none,
          Email: voucher.recipientEmail ?? none,
          Message:
            message ??
            (mayRead ? (
              <PostForm>
                <Button size="staff" variant="line" name="intent" value="message">
                  Read the message
                </Button>
              </PostForm>
            ) : (
              none
            )),
          "Send on": sendDay,
          Sent: isHeld ? `Goes out ${day(voucher.sentAt)}` : day(voucher.sentAt),
          Opened: day(voucher.openedAt),
        }}
      />
    </section>
  );
}
