import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { endImpersonation } from "~/domain/staff/impersonations.server";
import { goOn } from "~/web/answers.server";
import { readClock } from "~/web/clock.server";
import { forgetLook } from "~/web/impersonation.server";
import { requireStaff } from "~/web/staff-auth.server";

/** Following a link ends nothing; it leads back to the customers. */
export async function loader({ request }: LoaderFunctionArgs) {
  await requireStaff(request, "accounts.impersonate");
  return redirect("/hyperloop/accounts");
}

/** Ends the look that is under way, and leads back to whom it was of. */
export async function action({ request }: ActionFunctionArgs) {
  const staff = await requireStaff(request, "accounts.impersonate");
  const accountId = endImpersonation(staff.staffId, readClock());
  return await goOn(accountId ? `/hyperloop/accounts/${accountId}` : "/hyperloop/accounts", {
    cookies: [await forgetLook()],
    flash: { tone: "ok", message: "The impersonation has ended." },
  });
}
