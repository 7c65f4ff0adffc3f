import { endImpersonation } from "~/domain/people/staff/impersonations.server";
import { leadToPage, staffAction } from "~/hyperloop/staff-route.server";
import { forgetImpersonation } from "~/web/impersonation.server";
import { seeOther } from "~/web/responses.server";

/** Following a link ends nothing; it leads back to the customers. */
export const loader = leadToPage("accounts.impersonate", () => "/hyperloop/people");

/** Ends the running impersonation, and leads back to its customer. */
export const action = staffAction("accounts.impersonate", async ({ staff, now }) => {
  const accountId = endImpersonation(staff.staffId, now);
  return await seeOther(accountId ? `/hyperloop/people/${accountId}` : "/hyperloop/people", {
    cookies: [await forgetImpersonation()],
    flash: { tone: "ok", message: "The impersonation has ended." },
  });
});
