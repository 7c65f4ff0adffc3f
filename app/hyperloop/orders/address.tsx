import { useLoaderData } from "@remix-run/react";
import { correctAddress, orderData } from "~/domain/shop/orders/admin-orders.server";
import { type AddressCorrection, addressCorrectionForm } from "~/domain/shop/orders/forms";
import { staffFormAction } from "~/hyperloop/outcome.server";
import { FormPage, ReasonField } from "~/hyperloop/staff-form";
import { staffLoader } from "~/hyperloop/staff-route.server";
import { AddressFields } from "~/ui/address-fields";
import { notFound } from "~/web/responses.server";
import type { ScreenHandle } from "~/web/screen";
import { orderFacts } from "./order-facts.server";

export const handle: ScreenHandle = { title: "Correct an address – HyperLoop", noindex: true };

export const loader = staffLoader("orders.correct_address", ({ param }) => {
  const { order, address } = orderData(param("order")) ?? notFound();
  return { id: order.id, number: order.number, address, beside: orderFacts(order.id) };
});

export const action = staffFormAction("orders.correct_address", addressCorrectionForm, (input, at) => {
  const { reason, ...address } = input;
  const orderId = at.param("order");
  return {
    result: correctAddress(orderId, address, { staffId: at.staff.staffId, reason }, at.now),
    to: `/hyperloop/orders/${orderId}`,
    done: "Address corrected.",
    refused: () => ({
      tone: "bad",
      message: "The printer has started.",
      more: "Correct the address on the parcel’s page instead.",
    }),
  };
});

export default function Address() {
  const { id, number, address, beside } = useLoaderData<typeof loader>();
  return (
    <FormPage<AddressCorrection>
      title="Correct address"
      lead={number}
      back={{ label: "Back to the order", href: `/hyperloop/orders/${id}` }}
      defaults={address ?? undefined}
      button="Correct address"
      beside={beside}
      fields={(fields) => (
        <>
          <div className="form-grid">
            <AddressFields fields={fields} />
          </div>
          <ReasonField of={fields.reason} />
        </>
      )}
    />
  );
}
