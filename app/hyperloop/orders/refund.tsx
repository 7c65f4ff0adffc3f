import { getFormProps, useForm } from "@conform-to/react";
import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { writePounds } from "~/domain/catalogue/pounds";
import { type RefundAsked, refundForm } from "~/domain/orders/forms";
import { giveRefund, orderFacts } from "~/domain/orders/order-desk.server";
import { sendRefund } from "~/domain/orders/refunds.server";
import { StaffFrame } from "~/hyperloop/frame";
import { Button } from "~/ui/button";
import { Checkbox } from "~/ui/choice";
import { checkboxOf, fieldOf, problemsOf } from "~/ui/conform-field";
import { ErrorSummary } from "~/ui/error-summary";
import { TextField } from "~/ui/field";
import { formatPence } from "~/ui/format";
import { PostForm } from "~/ui/post-form";
import { goOn, PRIVATE, sayAgain } from "~/web/answers.server";
import { readClock } from "~/web/clock.server";
import { readForm } from "~/web/read-form";
import type { ScreenHandle } from "~/web/screen";
import { requireStaff } from "~/web/staff-door.server";
import { formOf } from "~/web/submission.server";
import { REFUND_REFUSALS } from "./order-words";

export const handle: ScreenHandle = { title: "Refund an order – HyperLoop", noindex: true };

export async function loader({ request, params }: LoaderFunctionArgs) {
  const staff = await requireStaff(request, "refunds.give");
  const facts = orderFacts(params.order ?? "");
  if (!facts) throw new Response(null, { status: 404 });
  const { id, number, kind, totalPence } = facts.order;
  const promised = facts.refunds.filter(({ status }) => status !== "failed");
  const leftPence = totalPence - promised.reduce((sum, { amountPence }) => sum + amountPence, 0);
  return data({ staff, id, number, kind, leftPence }, { headers: PRIVATE });
}

/** Writes the refund down, then asks the provider; where it cannot be asked now it is asked again by itself. */
export async function action({ request, params }: ActionFunctionArgs) {
  const staff = await requireStaff(request, "refunds.give");
  const submission = readForm(formOf(request), refundForm);
  if (submission.status !== "success") return sayAgain("refund", submission.reply());
  const { amount, reason, evenIfUsed } = submission.value;
  const orderId = params.order ?? "";
  const asked = { orderId, amountPence: amount, reason, evenIfUsed };
  const given = giveRefund(asked, staff.staffId, readClock());
  if (!given.ok && given.reason === "unknown_order") throw new Response(null, { status: 404 });
  if (!given.ok)
    return sayAgain("refund", submission.reply({ fieldErrors: { amount: [REFUND_REFUSALS[given.reason]] } }));
  if ("requestId" in given) {
    return await goOn(`/hyperloop/orders/${orderId}`, {
      flash: { tone: "ok", message: `${formatPence(amount)} waits for a second person to approve it.` },
    });
  }
  const status = await sendRefund(given.refundId, readClock());
  return await goOn(`/hyperloop/orders/${orderId}`, {
    flash:
      status === "failed"
        ? { tone: "bad", message: "The provider refused the refund. An alarm says why." }
        : { tone: "ok", message: `${formatPence(amount)} is on its way back.` },
  });
}

export default function Refund() {
  const { staff, id, number, kind, leftPence } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const [form, fields] = useForm<RefundAsked>({
    id: "refund",
    lastResult: answer?.reply,
    defaultValue: { amount: writePounds(Math.max(0, leftPence)) },
  });
  return (
    <StaffFrame
      staff={staff}
      title="Refund this order?"
      lead={`${number}, ${formatPence(leftPence)} left`}
      back={{ label: "Back to the order", href: `/hyperloop/orders/${id}` }}
    >
      <p>
        With the whole of it, what was bought is taken back
        {kind === "gift" && ": a voucher that nobody has used is cancelled"}. More than £250.00 of one order
        waits for a second person to approve it.
      </p>
      <ErrorSummary problems={problemsOf(form)} />
      <PostForm {...getFormProps(form)} className="form-stack">
        <TextField
          {...fieldOf(fields.amount)}
          label="Amount"
          hint="In pounds"
          inputMode="decimal"
          width="s"
        />
        <TextField {...fieldOf(fields.reason)} label="Reason" maxLength={500} />
        <Checkbox {...checkboxOf(fields.evenIfUsed)} label="Even if it has been begun, redeemed or printed" />
        <Button size="staff" variant="danger">
          Give refund
        </Button>
      </PostForm>
    </StaffFrame>
  );
}
