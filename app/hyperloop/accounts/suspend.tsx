import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { accountData, setSuspended } from "~/domain/staff/admin-accounts.server";
import { answerWithReason } from "~/hyperloop/outcome.server";
import { ReasonPage } from "~/hyperloop/staff-form";
import { notFound, PRIVATE } from "~/web/answers.server";
import { currentTime } from "~/web/clock.server";
import { param } from "~/web/params";
import type { ScreenHandle } from "~/web/screen";
import { requireStaff } from "~/web/staff-auth.server";
import { formOf } from "~/web/submission.server";

export const handle: ScreenHandle<{ isSuspended: boolean }> = {
  title: ({ isSuspended }) => `${isSuspended ? "Reactivate" : "Suspend"} an account – HyperLoop`,
  noindex: true,
};

/** Asks before an account is suspended or reactivated. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const staff = await requireStaff(request, "accounts.suspend");
  const { id, email, status } = accountData(param(params, "account"))?.account ?? notFound();
  return data({ staff, id, email, isSuspended: status === "suspended" }, { headers: PRIVATE });
}

export async function action({ request, params }: ActionFunctionArgs) {
  const staff = await requireStaff(request, "accounts.suspend");
  const accountId = param(params, "account");
  const isSuspended = formOf(request).get("intent") !== "reactivate";
  return await answerWithReason(request, "suspend", (reason) => ({
    result: setSuspended({ accountId, isSuspended, reason }, staff.staffId, currentTime()),
    to: `/hyperloop/accounts/${accountId}`,
    done: isSuspended
      ? "The account is suspended, and signed out everywhere."
      : "The account can be used again.",
    refused: () => ({ tone: "warn", message: "It was so already." }),
  }));
}

export default function Suspend() {
  const { staff, id, email, isSuspended } = useLoaderData<typeof loader>();
  return (
    <ReasonPage
      id="suspend"
      answer={useActionData<typeof action>()}
      staff={staff}
      title={isSuspended ? "Reactivate this account?" : "Suspend this account?"}
      lead={email}
      back={{ label: "Back to the account", href: `/hyperloop/accounts/${id}` }}
      button={isSuspended ? "Reactivate" : "Suspend"}
      variant={isSuspended ? "primary" : "danger"}
      intent={isSuspended ? "reactivate" : "suspend"}
    >
      <p>
        {isSuspended
          ? "They can sign in again, with the password they had."
          : "They are signed out everywhere at once and cannot sign in. Nothing of theirs is deleted."}
      </p>
    </ReasonPage>
  );
}
