import type { ActionFunctionArgs } from "@remix-run/node";
import { registrationForm } from "~/domain/people/accounts/forms";
import type { RequestGuardHandle } from "~/web/request-guard-rules";
import { respondToRegistration } from "./registration.server";

export const handle: { guard: RequestGuardHandle } = { guard: { json: ["POST"] } };

/** Public. Known and unknown addresses get the same response. */
export async function action({ request }: ActionFunctionArgs) {
  return await respondToRegistration(request, registrationForm);
}
