import { addressOwnedBy, makeDefault } from "~/domain/people/accounts/addresses.server";
import type { SignedIn } from "~/domain/people/accounts/sessions.server";
import { currentTime } from "~/web/clock.server";
import { notFound, seeOther } from "~/web/responses.server";
import { formOf } from "~/web/submission.server";
import { labelOf } from "./address-data.server";

export async function chooseDefault(request: Request, { accountId }: SignedIn) {
  const addressId = String(formOf(request).get("address") ?? "");
  const chosen = makeDefault(accountId, addressId, currentTime());
  const address = addressOwnedBy(accountId, addressId);
  if (!chosen.ok || !address) notFound();
  return await seeOther("/account-settings?tab=addresses", {
    flash: { tone: "ok", message: `${labelOf(address)} is your default address.` },
  });
}
