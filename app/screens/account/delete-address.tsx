import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { addressOwnedBy, deleteAddress } from "~/domain/people/accounts/addresses.server";
import { Frame } from "~/screens/frame";
import { Button } from "~/ui/button";
import { DialogPage } from "~/ui/dialog-page";
import { PostForm } from "~/ui/post-form";
import { TextLink } from "~/ui/text-link";
import { currentTime } from "~/web/clock.server";
import { logError } from "~/web/error-log.server";
import { param } from "~/web/params";
import { notFound, PRIVATE, seeOther } from "~/web/responses.server";
import type { ScreenHandle } from "~/web/screen";
import { requireCustomer } from "~/web/sessions.server";
import { labelOf, linesOf } from "./account-data.server";

const LIST = "/account-settings?tab=addresses";

export const handle: ScreenHandle = { title: "Delete this address?", noindex: true };

/** One of the customer's addresses: asks before it is deleted. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const { accountId } = await requireCustomer(request, "account");
  const address = addressOwnedBy(accountId, param(params, "address"));
  if (!address) notFound();
  return data({ label: labelOf(address), lines: linesOf(address) }, { headers: PRIVATE });
}

/** One of the customer's addresses. */
export async function action({ request, params }: ActionFunctionArgs) {
  const { accountId } = await requireCustomer(request, "account");
  const deleted = forgetAddress(accountId, param(params, "address"), request);
  if (deleted === null)
    return await seeOther(LIST, {
      flash: { tone: "bad", message: "Failed to delete address", more: "Please try again in a moment." },
    });
  if (!deleted.ok) notFound();
  return await seeOther(LIST, { flash: { tone: "ok", message: "Address deleted." } });
}

/** Deletes the address; null after an internal error, which is logged. */
function forgetAddress(accountId: string, addressId: string, request: Request) {
  try {
    return deleteAddress(accountId, addressId, currentTime());
  } catch (error) {
    logError(error, request);
    return null;
  }
}

export default function DeleteAddress() {
  const { label, lines } = useLoaderData<typeof loader>();
  return (
    <Frame variant="signed-in" width="container">
      <DialogPage title="Delete this address?" backHref={LIST}>
        <p>
          <b>{label}</b>: {lines.join(", ")}
        </p>
        <p>Orders already on their way there aren’t affected.</p>
        <PostForm className="row">
          <Button variant="danger">Delete address</Button>
          <TextLink href={LIST}>Keep it</TextLink>
        </PostForm>
      </DialogPage>
    </Frame>
  );
}
