import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { Frame } from "~/screens/frame";
import { replyAgain } from "~/web/form-again";
import { param } from "~/web/params";
import { PRIVATE } from "~/web/responses.server";
import type { ScreenHandle } from "~/web/screen";
import { requireCustomer } from "~/web/sessions.server";
import { AddressChange } from "./address-change";
import { addressView, changeAddressFrom } from "./address-change.server";
import { ORDERS } from "./tabs";

export const handle: ScreenHandle = { title: "Change the address", noindex: true, formAgain: replyAgain };

/** One of the customer's orders of something that is delivered. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const { accountId } = await requireCustomer(request, "account");
  return data(addressView(accountId, param(params, "order")), { headers: PRIVATE });
}

/** One of the customer's orders. */
export async function action({ request, params }: ActionFunctionArgs) {
  const { accountId } = await requireCustomer(request, "account");
  return await changeAddressFrom(request, accountId, param(params, "order"), ORDERS.href);
}

export default function OrderAddress() {
  const view = useLoaderData<typeof loader>();
  const actionData = useActionData<typeof action>();
  return (
    <Frame variant="reading" width="container">
      <AddressChange view={view} reply={actionData?.reply} back={ORDERS} />
    </Frame>
  );
}
