import { useLoaderData } from "@remix-run/react";
import { numberInWords } from "~/domain/kernel/text/numbers";
import { SET_UP_LINK_DAYS } from "~/domain/kernel/time/access-lengths";
import { reasonForm } from "~/domain/people/staff/forms";
import { resetSignIn } from "~/domain/people/staff/invitations.server";
import { staffById } from "~/domain/people/staff/staff-list.server";
import { staffFormAction } from "~/hyperloop/outcome.server";
import { ReasonPage } from "~/hyperloop/staff-form";
import { staffLoader } from "~/hyperloop/staff-route.server";
import { notFound } from "~/web/responses.server";
import type { ScreenHandle } from "~/web/screen";
import { besideReason, toMember } from "./staff-labels";

export const handle: ScreenHandle = { title: "Reset sign-in – HyperLoop", noindex: true };

export const loader = staffLoader("staff.manage", ({ param }) => {
  const { id, name, email } = staffById(param("member")) ?? notFound();
  return { id, name, email };
});

export const action = staffFormAction("staff.manage", reasonForm, ({ reason }, { staff, param, now }) => ({
  result: resetSignIn({ staffId: param("member"), reason }, staff, now),
  to: toMember(param("member")).href,
  done: "They’re signed out. We’ve emailed them how to set it up again.",
  beside: besideReason,
}));

export default function Reset() {
  const { id, name, email } = useLoaderData<typeof loader>();
  const page = { title: "Reset this sign-in?", lead: name, back: toMember(id) };
  return (
    <ReasonPage {...page} button="Reset and send the email" variant="danger">
      <p>
        We sign them out everywhere. Their password and authenticator stop working, and Entra ID is unlinked. We email{" "}
        {email} a new link that works for {numberInWords(SET_UP_LINK_DAYS)} days. Earlier links stop working.
      </p>
    </ReasonPage>
  );
}
