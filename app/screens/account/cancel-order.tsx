import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { Frame } from "~/screens/frame";
import { param } from "~/web/params";
import { PRIVATE } from "~/web/responses.server";
import type { ScreenHandle } from "~/web/screen";
import { requireCustomer } from "~/web/sessions.server";
import { CancelPage } from "./cancel-page";
import { cancelFrom, cancelView } from "./cancelling.server";
import { ORDERS } from "./tabs";

export const handle: ScreenHandle = { title: "Cancel this order?", noindex: true };

/** One of the customer's orders: shows what cancelling it does, or why it cannot be cancelled. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const { accountId } = await requireCustomer(request, "account");
  return data(cancelView(accountId, param(params, "order")), { headers: PRIVATE });
}

/** One of the customer's orders. */
export async function action({ request, params }: ActionFunctionArgs) {
  const { accountId } = await requireCustomer(request, "account");
  return await cancelFrom(request, accountId, param(params, "order"), ORDERS.href);
}

export default function CancelOrder() {
  const view = useLoaderData<typeof loader>();
  const hasChanged = useActionData<typeof action>()?.hasChanged === true;
  return (
    <Frame variant="signed-in" width="container">
      <CancelPage view={view} hasChanged={hasChanged} back={ORDERS} />
    </Frame>
  );
}
