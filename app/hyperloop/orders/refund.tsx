import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react";
import { data } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { formatPence } from "~/domain/kernel/money/pounds";
import { APPROVAL_LIMIT_HOURS } from "~/domain/shop/discounts/approval-limits";
import { approvalLimits } from "~/domain/shop/discounts/approval-limits.server";
import { giveRefund, quoteRefund, refundChoices } from "~/domain/shop/orders/admin-refunds.server";
import { type RefundInput, refundChoiceForm, refundForm } from "~/domain/shop/orders/forms";
import { REFUND_ALONE_PENCE } from "~/domain/shop/orders/refund-limits";
import { refundRequestsOf } from "~/domain/shop/orders/refund-requests.server";
import { sendRefund } from "~/domain/shop/orders/refunds.server";
import { FactsAside } from "~/hyperloop/beside";
import { StaffFrame } from "~/hyperloop/frame";
import { staffAction, staffLoader } from "~/hyperloop/staff-route.server";
import { Banner } from "~/ui/banner";
import { problemsOf } from "~/ui/conform-field";
import { ErrorSummary } from "~/ui/error-summary";
import { PostForm } from "~/ui/post-form";
import { currentTime } from "~/web/clock.server";
import type { Flash } from "~/web/flash";
import { readForm } from "~/web/read-form";
import { notFound, seeOther, unprocessable } from "~/web/responses.server";
import type { ScreenHandle } from "~/web/screen";
import { orderFacts } from "./order-facts.server";
import { REFUND_REFUSALS } from "./order-labels";
import { formatConsequences } from "./refund-consequences";
import { RefundFields } from "./refund-fields";

export const handle: ScreenHandle = { title: "Refund an order – HyperLoop", noindex: true };

export const loader = staffLoader("refunds.give", ({ staff, param }) => {
  const choices = refundChoices(param("order")) ?? notFound();
  const waiting = refundRequestsOf(choices.id).find(({ request }) => request.state === "waiting");
  const asked = waiting ? { by: waiting.requestedBy, amountPence: waiting.request.amountPence } : null;
  return { limit: approvalLimits()[staff.role], asked, beside: orderFacts(choices.id), ...choices };
});

export const action = staffAction("refunds.give", async ({ staff, param, form }) => {
  const about = { orderId: param("order"), staffId: staff.staffId };
  return form.get("intent") === "sum" ? showSum(form, about) : await give(form, about);
});

interface About {
  orderId: string;
  staffId: string;
}

const chosenIn = ({ lines, goodwill, voucher, evenIfUsed }: Omit<RefundInput, "reason">) => ({
  taken: lines,
  goodwillPence: goodwill,
  voucher: voucher ?? null,
  evenIfUsed,
});

const again = (reply: SubmissionResult) => unprocessable("refund", reply, { quote: null, chosen: null });

/** Says what would go back; nothing moves. */
function showSum(form: FormData, { orderId, staffId }: About) {
  const submission = readForm(form, refundChoiceForm);
  if (submission.status !== "success") return again(submission.reply());
  const quote = quoteRefund({ orderId, ...chosenIn(submission.value) }, staffId, currentTime());
  if (!quote.ok) return again(submission.reply(problemIn(quote.reason)));
  const { taken, goodwillPence, voucher } = chosenIn(submission.value);
  const chosen = { taken, goodwillPence, voucher };
  return data({ intent: "sum", reply: submission.reply(), quote, chosen });
}

/** Writes the refund down, then asks the provider; where it does not respond now, the worker asks again. */
async function give(form: FormData, { orderId, staffId }: About) {
  const submission = readForm(form, refundForm);
  if (submission.status !== "success") return again(submission.reply());
  const { reason } = submission.value;
  const given = giveRefund({ orderId, ...chosenIn(submission.value), reason }, staffId, currentTime());
  if (!given.ok) return again(submission.reply(problemIn(given.reason)));
  const order = `/hyperloop/orders/${orderId}`;
  if ("requestId" in given) {
    const message = `${formatPence(given.amountPence)} is waiting for a second person to approve it.`;
    return await seeOther(order, { flash: { tone: "ok", message } });
  }
  const status = await sendRefund(given.refundId, currentTime());
  return await seeOther(order, { flash: formatStatus(status, formatPence(given.amountPence)) });
}

/** A pending refund is not there yet: the provider takes days with some banks, or has not responded. */
function formatStatus(status: Awaited<ReturnType<typeof sendRefund>>, sum: string): Flash {
  if (status === "failed") return { tone: "bad", message: "The provider refused the refund. An alarm says why." };
  if (status === "succeeded") return { tone: "ok", message: `${sum} has been refunded.` };
  return {
    tone: "ok",
    message: `The refund of ${sum} is saved.`,
    more: "The payment provider hasn’t confirmed it yet. We’ll keep asking, so you don’t need to do anything.",
  };
}

/** Each refusal beside the field that puts it right. */
function problemIn(reason: keyof typeof REFUND_REFUSALS): {
  fieldErrors?: Record<string, string[]>;
  formErrors?: string[];
} {
  if (reason === "unknown_order") notFound();
  const sentences = [REFUND_REFUSALS[reason]];
  switch (reason) {
    case "used":
      return { fieldErrors: { evenIfUsed: sentences } };
    case "voucher_undecided":
      return { fieldErrors: { voucher: sentences } };
    case "not_a_sum":
    case "too_much":
      return { fieldErrors: { goodwill: sentences } };
    default:
      return { formErrors: sentences };
  }
}

export default function Refund() {
  const { limit, bar, asked, beside, id, number, lines, openVoucher, leftPence, ...order } =
    useLoaderData<typeof loader>();
  const actionData = useActionData<typeof action>();
  const [form, fields] = useForm<RefundInput>({
    id: "refund",
    lastResult: actionData?.reply,
    defaultValue: { lines: lines.map((line) => ({ lineId: line.id, quantity: "0" })) },
  });
  const page = {
    title: "Refund this order?",
    lead: `${number}, ${formatPence(leftPence)} left`,
    back: { label: "Back to the order", href: `/hyperloop/orders/${id}` },
  };
  if (bar) {
    return (
      <StaffFrame {...page}>
        <Banner tone="bad">{REFUND_REFUSALS[bar]}.</Banner>
      </StaffFrame>
    );
  }
  return (
    <StaffFrame {...page}>
      <div className="two-columns">
        <div className="stack">
          <p>
            A full refund covers everything that’s left. More than {formatPence(REFUND_ALONE_PENCE)} on one order needs
            a second person. So does anything that takes you over {formatPence(limit.dayPence)} in{" "}
            {APPROVAL_LIMIT_HOURS} hours, or over {formatPence(limit.recipientPence)} to one email address.
          </p>
          {asked && (
            <Banner tone="warn">
              {asked.by ?? "A former colleague"} asked to refund {formatPence(asked.amountPence)} of this order, and
              that’s waiting for a second person. If you refund some of it now, it may have to be asked for again.
            </Banner>
          )}
          <ErrorSummary problems={problemsOf(form)} />
          {actionData?.quote && (
            // biome-ignore lint/a11y/noAutofocus: who asked for the sum reads on from there, as from an error summary
            <div tabIndex={-1} autoFocus>
              <Sum
                quote={actionData.quote}
                said={formatConsequences(
                  { ...order, lines, openVoucher },
                  { ...actionData.quote, ...actionData.chosen },
                )}
              />
            </div>
          )}
          <PostForm {...getFormProps(form)} className="form-stack">
            <RefundFields fields={fields} lines={lines} hasOpenVoucher={openVoucher !== null} />
          </PostForm>
        </div>
        <FactsAside {...beside} />
      </div>
    </StaffFrame>
  );
}

type Quote = Extract<ReturnType<typeof quoteRefund>, { ok: true }>;

function Sum({ quote, said }: { readonly quote: Quote; readonly said: readonly string[] }) {
  const { amountPence, linesPence, isWhole, isForTwo } = quote;
  return (
    <Banner tone="info">
      <b>This refunds {formatPence(amountPence)}</b>
      {amountPence === linesPence || linesPence === 0
        ? "."
        : `: ${formatPence(linesPence)} for items and ${formatPence(amountPence - linesPence)} goodwill.`}
      {isWhole && " That’s everything that’s left, so it’s a full refund."}
      {isForTwo && " A second person has to approve it."}
      <ul className="staff-acts-done">
        {said.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </Banner>
  );
}
