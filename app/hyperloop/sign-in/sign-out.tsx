import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import { seeOther } from "~/web/responses.server";
import { endStaffSessionOf } from "~/web/staff-auth.server";

/** Public: following a link must never sign anybody out, so it only leads back to the sign-in or the first page. */
export function loader() {
  return redirect("/hyperloop");
}

/** Public. Ends the session here and on the server. */
export async function action({ request }: ActionFunctionArgs) {
  return await seeOther("/hyperloop", {
    headers: await endStaffSessionOf(request),
    flash: { tone: "ok", message: "You’re signed out." },
  });
}
