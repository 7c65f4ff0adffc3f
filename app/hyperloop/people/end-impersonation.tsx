import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { endImpersonation } from "~/domain/people/staff/impersonations.server";
import { staffAction } from "~/hyperloop/staff-route.server";
import { forgetImpersonation } from "~/web/impersonation.server";
import { seeOther } from "~/web/responses.server";
import { requireStaff } from "~/web/staff-auth.server";

/** Following a link ends nothing; it leads back to the customers. */
export async function loader({ request }: LoaderFunctionArgs) {
  await requireStaff(request, "accounts.impersonate");
  return redirect("/hyperloop/people");
}

/** Ends the running impersonation, and leads back to its customer. */
export const action = staffAction("accounts.impersonate", async ({ staff, now }) => {
  const accountId = endImpersonation(staff.staffId, now);
  return await seeOther(accountId ? `/hyperloop/people/${accountId}` : "/hyperloop/people", {
    cookies: [await forgetImpersonation()],
    flash: { tone: "ok", message: "The impersonation has ended." },
  });
});
