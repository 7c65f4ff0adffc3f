import { useLoaderData } from "@remix-run/react";
import { londonDay } from "~/domain/kernel/time/days";
import { formatDay } from "~/domain/kernel/time/format-days";
import { voucherData } from "~/domain/shop/vouchers/admin-vouchers.server";
import { type Extension, extendForm } from "~/domain/shop/vouchers/forms";
import { extendVoucher } from "~/domain/shop/vouchers/voucher-actions.server";
import { staffFormAction } from "~/hyperloop/outcome.server";
import { FormPage, ReasonField } from "~/hyperloop/staff-form";
import { staffLoader } from "~/hyperloop/staff-route.server";
import { fieldOf } from "~/ui/conform-field";
import { DateField } from "~/ui/field";
import { notFound } from "~/web/responses.server";
import type { ScreenHandle } from "~/web/screen";
import { EXTEND_REFUSALS, toVoucher } from "./voucher-labels";

export const handle: ScreenHandle = { title: "Extend a voucher – HyperLoop", noindex: true };

export const loader = staffLoader("vouchers.extend", ({ param, now }) => {
  const { line } = voucherData(param("voucher"), now) ?? notFound();
  return { line, until: londonDay(line.expiresAt) };
});

export const action = staffFormAction("vouchers.extend", extendForm, (input, { staff, param, now }) => ({
  result: extendVoucher(param("voucher"), input, staff.staffId, now),
  to: toVoucher(param("voucher")).href,
  done: `The voucher is valid until ${formatDay(input.expiresOn)}.`,
  beside: (refusal: keyof typeof EXTEND_REFUSALS) => ({ expiresOn: EXTEND_REFUSALS[refusal] }),
}));

export default function Extend() {
  const { line, until } = useLoaderData<typeof loader>();
  return (
    <FormPage<Extension>
      title="Extend a voucher"
      lead={`${line.code}, valid until ${formatDay(until)}`}
      back={toVoucher(line.id)}
      button="Extend"
      fields={({ expiresOn, reason }) => (
        <>
          <DateField {...fieldOf(expiresOn)} label="Valid until" />
          <ReasonField of={reason} />
        </>
      )}
    />
  );
}
