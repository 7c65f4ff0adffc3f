import { useLoaderData } from "@remix-run/react";
import { DELETION_WAIT_DAYS } from "~/domain/erasure/deletion";
import { deleteOnRequest } from "~/domain/people/corrections.server";
import { personNamed } from "~/domain/people/person.server";
import { reasonForm } from "~/domain/staff/forms";
import { staffFormAction } from "~/hyperloop/outcome.server";
import { ReasonPage } from "~/hyperloop/staff-form";
import { staffLoader } from "~/hyperloop/staff-route.server";
import { notFound } from "~/web/answers.server";
import type { ScreenHandle } from "~/web/screen";
import { toAccount } from "./person-labels";

export const handle: ScreenHandle = { title: "Begin a deletion – HyperLoop", noindex: true };

export const loader = staffLoader("accounts.delete", ({ param }) => {
  return personNamed(param("account")) ?? notFound();
});

export const action = staffFormAction("accounts.delete", reasonForm, ({ reason }, at) => {
  const accountId = at.param("account");
  return {
    result: deleteOnRequest(accountId, { staffId: at.staff.staffId, reason }, at.now),
    to: toAccount(accountId).href,
    done: `The account will be deleted in ${DELETION_WAIT_DAYS} days. We’ve told its owner, who can still keep it.`,
    beside: () => ({ reason: "A book of theirs is being printed. Begin again once it has arrived" }),
  };
});

export default function BeginDeletion() {
  const { id, email } = useLoaderData<typeof loader>();
  return (
    <ReasonPage
      title="Begin the deletion of this account?"
      lead={email}
      back={toAccount(id)}
      button="Begin the deletion"
      variant="danger"
      hint="When they wrote to us, and how you know it’s them. They can read this"
    >
      <p>
        Only if they asked for it in writing. We sign them out everywhere and email them the date,{" "}
        {DELETION_WAIT_DAYS} days from now. Until then they can sign in and keep the account.
      </p>
    </ReasonPage>
  );
}
