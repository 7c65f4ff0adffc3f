import { redirect } from "@remix-run/node";

/** Public: where password managers send people to change a weak or leaked password (W3C, change-password-url). */
export function loader() {
  return redirect("/account-settings?tab=password");
}
