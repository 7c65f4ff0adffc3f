import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { SET_UP_LINK_DAYS } from "~/domain/staff/access-lengths";
import { resetSignIn } from "~/domain/staff/invitations.server";
import { staffById } from "~/domain/staff/staff-list.server";
import { numberInWords } from "~/domain/text/numbers";
import { answerWithReason } from "~/hyperloop/outcome.server";
import { ReasonPage } from "~/hyperloop/staff-form";
import { notFound, PRIVATE } from "~/web/answers.server";
import { currentTime } from "~/web/clock.server";
import { param } from "~/web/params";
import type { ScreenHandle } from "~/web/screen";
import { requireStaff } from "~/web/staff-auth.server";
import { STAFF_REFUSALS } from "./staff-labels";

export const handle: ScreenHandle = { title: "Reset sign-in – HyperLoop", noindex: true };

export async function loader({ request, params }: LoaderFunctionArgs) {
  const staff = await requireStaff(request, "staff.manage");
  const { id, name, email } = staffById(param(params, "member")) ?? notFound();
  return data({ staff, id, name, email }, { headers: PRIVATE });
}

export async function action({ request, params }: ActionFunctionArgs) {
  const staff = await requireStaff(request, "staff.manage");
  const staffId = param(params, "member");
  return await answerWithReason(request, "reset", (reason) => ({
    result: resetSignIn({ staffId, reason }, staff, currentTime()),
    to: `/hyperloop/staff/${staffId}`,
    done: "They are signed out, and an email tells them how to set it up again.",
    beside: (refusal: keyof typeof STAFF_REFUSALS) => STAFF_REFUSALS[refusal],
  }));
}

export default function Reset() {
  const { staff, id, name, email } = useLoaderData<typeof loader>();
  return (
    <ReasonPage
      id="reset"
      answer={useActionData<typeof action>()}
      staff={staff}
      title="Reset this sign-in?"
      lead={name}
      back={{ label: "Back to the account", href: `/hyperloop/staff/${id}` }}
      button="Reset and send the email"
      variant="danger"
    >
      <p>
        They are signed out everywhere. Password and authenticator stop working, and Entra ID is forgotten. An
        email to {email} brings a new link of {numberInWords(SET_UP_LINK_DAYS)} days, and earlier ones stop
        working.
      </p>
    </ReasonPage>
  );
}
