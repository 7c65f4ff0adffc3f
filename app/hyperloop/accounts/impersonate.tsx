import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { IMPERSONATION_MINUTES } from "~/domain/staff/access-lengths";
import { accountData } from "~/domain/staff/admin-accounts.server";
import { beginImpersonation } from "~/domain/staff/impersonations.server";
import { answerWithReason } from "~/hyperloop/outcome.server";
import { ReasonPage } from "~/hyperloop/staff-form";
import { notFound, PRIVATE } from "~/web/answers.server";
import { currentTime } from "~/web/clock.server";
import { impersonationHeader } from "~/web/impersonation.server";
import { param } from "~/web/params";
import type { ScreenHandle } from "~/web/screen";
import { requireStaff } from "~/web/staff-auth.server";

export const handle: ScreenHandle = { title: "Impersonate – HyperLoop", noindex: true };

const REFUSALS = {
  staff_member: "Nobody looks as somebody who works here",
  not_active: "Only an account in use can be seen this way",
} as const;

export async function loader({ request, params }: LoaderFunctionArgs) {
  const staff = await requireStaff(request, "accounts.impersonate");
  const { id, email } = accountData(param(params, "account"))?.account ?? notFound();
  return data({ staff, id, email }, { headers: PRIVATE });
}

/** Begins the impersonation, which the pages of the customer then show. */
export async function action({ request, params }: ActionFunctionArgs) {
  const staff = await requireStaff(request, "accounts.impersonate");
  const accountId = param(params, "account");
  return await answerWithReason<keyof typeof REFUSALS | "not_found">(
    request,
    "impersonate",
    async (reason) => {
      const result = beginImpersonation({ accountId, reason }, staff.staffId, currentTime());
      const cookies = result.ok ? [await impersonationHeader(result.key)] : [];
      return { result, to: "/account-settings", cookies, beside: (refusal) => REFUSALS[refusal] };
    },
  );
}

export default function Impersonate() {
  const { staff, id, email } = useLoaderData<typeof loader>();
  return (
    <ReasonPage
      id="impersonate"
      answer={useActionData<typeof action>()}
      staff={staff}
      title="See Loop as this customer?"
      lead={email}
      back={{ label: "Back to the account", href: `/hyperloop/accounts/${id}` }}
      reasonHint="The customer reads it"
      button="Begin"
    >
      <p>
        For {IMPERSONATION_MINUTES} minutes at most, and nothing can be changed. Private words and pictures
        stay shut. The customer can read in their Privacy tab that you looked, when and why.
      </p>
    </ReasonPage>
  );
}
