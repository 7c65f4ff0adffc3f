import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { Frame } from "~/screens/frame";
import { replyAgain } from "~/web/form-again";
import { loaderHeaders } from "~/web/headers";
import type { ScreenHandle } from "~/web/screen";
import { AddressChange } from "./address-change";
import { addressView, changeAddressFrom } from "./address-change.server";
import { LINK_HEADERS, requireLinkedOrder } from "./linked-order.server";

export const handle: ScreenHandle = {
  title: "Change the address",
  noindex: true,
  formAgain: replyAgain,
  guard: { secretParams: ["link"] },
};

export const headers = loaderHeaders;

/** Public: the link in a guest's emails is the right to its order. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const { order, guestId, path } = await requireLinkedOrder(request, params);
  return data({ path, ...addressView(guestId, order.id) }, { headers: LINK_HEADERS });
}

/** Public, as the loader. */
export async function action({ request, params }: ActionFunctionArgs) {
  const { order, guestId, path } = await requireLinkedOrder(request, params);
  return await changeAddressFrom(request, guestId, order.id, path);
}

export default function YourOrderAddress() {
  const { path, ...view } = useLoaderData<typeof loader>();
  const actionData = useActionData<typeof action>();
  return (
    <Frame variant="reading" width="container">
      <AddressChange view={view} reply={actionData?.reply} back={{ href: path, words: "Back to your order" }} />
    </Frame>
  );
}
