import { useLoaderData } from "@remix-run/react";
import { accountData, setSuspended } from "~/domain/backoffice/staff/admin-accounts.server";
import { reasonForm } from "~/domain/people/staff/forms";
import { staffFormAction } from "~/hyperloop/outcome.server";
import { ReasonPage } from "~/hyperloop/staff-form";
import { staffLoader } from "~/hyperloop/staff-route.server";
import { notFound } from "~/web/responses.server";
import type { ScreenHandle } from "~/web/screen";
import { toAccount } from "./person-labels";

export const handle: ScreenHandle<{ isSuspended: boolean }> = {
  title: ({ isSuspended }) => `${isSuspended ? "Reactivate" : "Suspend"} an account – HyperLoop`,
  noindex: true,
};

export const loader = staffLoader("accounts.suspend", ({ param }) => {
  const { id, email, status } = accountData(param("account"))?.account ?? notFound();
  return { id, email, isSuspended: status === "suspended" };
});

export const action = staffFormAction("accounts.suspend", reasonForm, ({ reason }, at) => {
  const accountId = at.param("account");
  const isSuspended = at.form.get("intent") !== "reactivate";
  return {
    result: setSuspended({ accountId, isSuspended, reason }, at.staff.staffId, at.now),
    to: toAccount(accountId).href,
    done: isSuspended ? "The account is suspended and signed out everywhere." : "The account is active again.",
    refused: () => ({ tone: "warn", message: "Nothing has changed." }),
  };
});

export default function Suspend() {
  const { id, email, isSuspended } = useLoaderData<typeof loader>();
  const label = isSuspended ? "Reactivate" : "Suspend";
  return (
    <ReasonPage
      title={`${label} this account?`}
      lead={email}
      back={toAccount(id)}
      button={label}
      variant={isSuspended ? "primary" : "danger"}
      intent={isSuspended ? "reactivate" : "suspend"}
    >
      <p>
        {isSuspended
          ? "They can sign in again with their old password."
          : "We sign them out everywhere and they can’t sign in. We don’t delete anything."}
      </p>
    </ReasonPage>
  );
}
