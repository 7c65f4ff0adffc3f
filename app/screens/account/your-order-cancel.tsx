import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { Frame } from "~/screens/frame";
import { loaderHeaders } from "~/web/headers";
import type { ScreenHandle } from "~/web/screen";
import { CancelPage } from "./cancel-page";
import { cancelFrom, cancelView } from "./cancelling.server";
import { LINK_HEADERS, requireLinkedOrder } from "./linked-order.server";

export const handle: ScreenHandle = {
  title: "Cancel this order?",
  noindex: true,
  guard: { secretParams: ["link"] },
};

export const headers = loaderHeaders;

/** Public: the link in a guest's emails is the right to its order. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const { order, guestId, path } = await requireLinkedOrder(request, params);
  return data({ path, ...cancelView(guestId, order.id) }, { headers: LINK_HEADERS });
}

/** Public, as the loader. */
export async function action({ request, params }: ActionFunctionArgs) {
  const { order, guestId, path } = await requireLinkedOrder(request, params);
  return await cancelFrom(request, guestId, order.id, path);
}

export default function CancelYourOrder() {
  const { path, ...view } = useLoaderData<typeof loader>();
  const hasChanged = useActionData<typeof action>()?.hasChanged === true;
  return (
    <Frame variant="reading" width="container">
      <CancelPage view={view} hasChanged={hasChanged} back={{ href: path, words: "Back to your order" }} />
    </Frame>
  );
}
