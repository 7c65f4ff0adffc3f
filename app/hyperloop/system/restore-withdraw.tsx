import { useLoaderData } from "@remix-run/react";
import { reasonForm } from "~/domain/people/staff/forms";
import { isOpen } from "~/domain/system/backups/restore-requests";
import { restoreRequestData, withdrawRestore } from "~/domain/system/backups/restore-requests.server";
import { staffFormAction } from "~/hyperloop/outcome.server";
import { PATHS } from "~/hyperloop/paths";
import { ReasonPage } from "~/hyperloop/staff-form";
import { staffLoader } from "~/hyperloop/staff-route.server";
import { notFound } from "~/web/responses.server";
import type { ScreenHandle } from "~/web/screen";
import { RESTORE_REFUSALS } from "./restore-labels";

export const handle: ScreenHandle = { title: "Withdraw it? – HyperLoop", noindex: true };

export const loader = staffLoader("accounts.restore", ({ param, now }) => {
  const found = restoreRequestData(param("request"), now);
  if (!found || !isOpen(found.state)) notFound();
  return { id: found.request.id, account: found.request.account };
});

/** Takes back one's own request or approval, while nothing has come back. */
export const action = staffFormAction("accounts.restore", reasonForm, ({ reason }, { staff, param, now }) => ({
  result: withdrawRestore(param("request"), reason, staff.staffId, now),
  to: `${PATHS.restores}/${param("request")}`,
  done: "Withdrawn.",
  refused: (refusal: keyof typeof RESTORE_REFUSALS) => RESTORE_REFUSALS[refusal],
}));

export default function WithdrawRestore() {
  const { id, account } = useLoaderData<typeof loader>();
  return (
    <ReasonPage
      title="Withdraw it?"
      lead={account}
      back={{ label: "Bring it back?", href: `${PATHS.restores}/${id}` }}
      button="Withdraw it"
      variant="danger"
    >
      <p>Nothing comes back then. Anybody may ask again.</p>
    </ReasonPage>
  );
}
