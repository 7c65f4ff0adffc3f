import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { deactivateStaff, reactivateStaff } from "~/domain/staff/staff.server";
import { staffById } from "~/domain/staff/staff-list.server";
import { answerWithReason } from "~/hyperloop/outcome.server";
import { ReasonPage } from "~/hyperloop/staff-form";
import { notFound, PRIVATE } from "~/web/answers.server";
import { currentTime } from "~/web/clock.server";
import { param } from "~/web/params";
import type { ScreenHandle } from "~/web/screen";
import { requireStaff } from "~/web/staff-auth.server";
import { formOf } from "~/web/submission.server";
import { STAFF_REFUSALS } from "./staff-labels";

export const handle: ScreenHandle<{ isActive: boolean }> = {
  title: ({ isActive }) => `${isActive ? "Deactivate" : "Reactivate"} a staff account – HyperLoop`,
  noindex: true,
};

/** Asks before an account of the staff is deactivated or reactivated. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const staff = await requireStaff(request, "staff.manage");
  const { id, name, isActive } = staffById(param(params, "member")) ?? notFound();
  return data({ staff, id, name, isActive }, { headers: PRIVATE });
}

export async function action({ request, params }: ActionFunctionArgs) {
  const staff = await requireStaff(request, "staff.manage");
  const staffId = param(params, "member");
  const isBack = formOf(request).get("intent") === "reactivate";
  return await answerWithReason(request, "leave", (reason) => ({
    result: (isBack ? reactivateStaff : deactivateStaff)({ staffId, reason }, staff, currentTime()),
    to: `/hyperloop/staff/${staffId}`,
    done: isBack ? "They can sign in again." : "They are signed out everywhere and cannot sign in any more.",
    beside: (refusal: keyof typeof STAFF_REFUSALS) => STAFF_REFUSALS[refusal],
  }));
}

export default function Leave() {
  const { staff, id, name, isActive } = useLoaderData<typeof loader>();
  return (
    <ReasonPage
      id="leave"
      answer={useActionData<typeof action>()}
      staff={staff}
      title={isActive ? "Deactivate this account?" : "Reactivate this account?"}
      lead={name}
      back={{ label: "Back to the account", href: `/hyperloop/staff/${id}` }}
      button={isActive ? "Deactivate" : "Reactivate"}
      variant={isActive ? "danger" : "primary"}
      intent={isActive ? "deactivate" : "reactivate"}
    >
      <p>
        {isActive
          ? "They are signed out everywhere at once and cannot sign in. What they did stays written."
          : "They can sign in again, with what they signed in with before."}
      </p>
    </ReasonPage>
  );
}
