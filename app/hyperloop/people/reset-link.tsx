import { useLoaderData } from "@remix-run/react";
import { sendResetLink } from "~/domain/backoffice/people/corrections.server";
import { personNamed } from "~/domain/backoffice/people/person.server";
import { RESET_LINK_MINUTES } from "~/domain/kernel/time/access-lengths";
import { reasonForm } from "~/domain/people/staff/forms";
import { staffFormAction } from "~/hyperloop/outcome.server";
import { ReasonPage } from "~/hyperloop/staff-form";
import { staffLoader } from "~/hyperloop/staff-route.server";
import { notFound } from "~/web/responses.server";
import type { ScreenHandle } from "~/web/screen";
import { toAccount, WHO_ASKED } from "./person-labels";

export const handle: ScreenHandle = { title: "Send a reset link – HyperLoop", noindex: true };

export const loader = staffLoader("accounts.correct", ({ param }) => {
  return personNamed(param("account")) ?? notFound();
});

export const action = staffFormAction("accounts.correct", reasonForm, ({ reason }, at) => {
  const accountId = at.param("account");
  return {
    result: sendResetLink(accountId, { staffId: at.staff.staffId, reason }, at.now),
    to: toAccount(accountId).href,
    done: `We’ve emailed a link, or one from the last ${RESET_LINK_MINUTES} minutes still works.`,
    beside: () => ({ "": "This account is suspended, so we’d send no link. Reactivate it first" }),
  };
});

export default function SendResetLink() {
  const { id, email } = useLoaderData<typeof loader>();
  return (
    <ReasonPage
      title="Send a link to choose a new password?"
      lead={email}
      back={toAccount(id)}
      button="Send the link"
      hint={WHO_ASKED}
    >
      <p>It goes to the address above and works for {RESET_LINK_MINUTES} minutes. Nobody here sees it.</p>
    </ReasonPage>
  );
}
