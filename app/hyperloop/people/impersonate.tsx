import { useLoaderData } from "@remix-run/react";
import { accountData } from "~/domain/backoffice/staff/admin-accounts.server";
import { IMPERSONATION_MINUTES } from "~/domain/kernel/time/access-lengths";
import { reasonForm } from "~/domain/people/staff/forms";
import { beginImpersonation } from "~/domain/people/staff/impersonations.server";
import { staffFormAction } from "~/hyperloop/outcome.server";
import { ReasonPage } from "~/hyperloop/staff-form";
import { staffLoader } from "~/hyperloop/staff-route.server";
import { impersonationHeader } from "~/web/impersonation.server";
import { notFound } from "~/web/responses.server";
import type { ScreenHandle } from "~/web/screen";
import { toAccount } from "./person-labels";

export const handle: ScreenHandle = { title: "Impersonate – HyperLoop", noindex: true };

const REFUSALS = {
  staff_member: "You can’t impersonate staff",
  not_active: "You can only impersonate an active account",
} as const;

export const loader = staffLoader("accounts.impersonate", ({ param }) => {
  const { id, email } = accountData(param("account"))?.account ?? notFound();
  return { id, email };
});

export const action = staffFormAction("accounts.impersonate", reasonForm, async ({ reason }, at) => {
  const wanted = { accountId: at.param("account"), reason };
  const result = beginImpersonation(wanted, at.staff.staffId, at.now);
  const cookies = result.ok ? [await impersonationHeader(result.key)] : [];
  const beside = (refusal: keyof typeof REFUSALS) => ({ reason: REFUSALS[refusal] });
  return { result, to: "/account-settings", cookies, beside };
});

export default function Impersonate() {
  const { id, email } = useLoaderData<typeof loader>();
  const page = { title: "See Loop as this customer?", lead: email, back: toAccount(id) };
  return (
    <ReasonPage {...page} hint="The customer can read it" button="Start">
      <p>
        For {IMPERSONATION_MINUTES} minutes at most. You can’t change anything or see private words and pictures. The
        customer’s Privacy tab shows who looked, when and why.
      </p>
    </ReasonPage>
  );
}
