import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { voucherData } from "~/domain/vouchers/admin-vouchers.server";
import { cancelVoucher } from "~/domain/vouchers/voucher-actions.server";
import { answerWithReason } from "~/hyperloop/outcome.server";
import { ReasonPage } from "~/hyperloop/staff-form";
import { notFound, PRIVATE } from "~/web/answers.server";
import { currentTime } from "~/web/clock.server";
import { param } from "~/web/params";
import type { ScreenHandle } from "~/web/screen";
import { requireStaff } from "~/web/staff-auth.server";

export const handle: ScreenHandle = { title: "Cancel this voucher? – HyperLoop", noindex: true };

/** Asks before a voucher is cancelled. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const staff = await requireStaff(request, "vouchers.cancel");
  const { line } = voucherData(param(params, "voucher"), false, currentTime()) ?? notFound();
  return data({ staff, line }, { headers: PRIVATE });
}

export async function action({ request, params }: ActionFunctionArgs) {
  const staff = await requireStaff(request, "vouchers.cancel");
  const voucherId = param(params, "voucher");
  return await answerWithReason(request, "cancel", (reason) => ({
    result: cancelVoucher({ voucherId, reason }, staff.staffId, currentTime()),
    to: `/hyperloop/vouchers/${voucherId}`,
    done: "The voucher is cancelled.",
    refused: () => "This voucher can no longer be cancelled.",
  }));
}

export default function Cancel() {
  const { staff, line } = useLoaderData<typeof loader>();
  return (
    <ReasonPage
      id="cancel"
      answer={useActionData<typeof action>()}
      staff={staff}
      title="Cancel this voucher?"
      lead={line.code}
      back={{ label: "Back to the voucher", href: `/hyperloop/vouchers/${line.id}` }}
      button="Cancel Voucher"
      variant="danger"
    >
      <p>Nobody can use it any more. Money is given back with a refund of its order.</p>
    </ReasonPage>
  );
}
