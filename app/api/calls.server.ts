import type { ActionFunctionArgs, ServerBuild } from "@remix-run/node";
import type { JsonMethod, RequestGuardHandle } from "~/web/request-guard-rules";
import { ACCOUNT_CALLS } from "./account/calls.server";
import { AUTH_CALLS } from "./auth/calls.server";
import { PASSWORD_CALLS } from "./auth/password-calls.server";
import { REGISTRATION_CALLS } from "./auth/registration-calls.server";
import type { Calls } from "./declared-calls.server";
import { DISCOUNT_CALLS } from "./discounts/calls.server";
import { ENTRY_CALLS } from "./entries/calls.server";
import { UPLOAD_CALLS } from "./entries/upload-calls.server";
import { LOOP_CALLS } from "./loops/calls.server";
import { PAYMENT_CALLS } from "./payments/calls.server";
import { VOUCHER_CALLS } from "./vouchers/calls.server";

/** Every declared call. */
const CALLS: Calls = {
  ...ACCOUNT_CALLS,
  ...AUTH_CALLS,
  ...DISCOUNT_CALLS,
  ...ENTRY_CALLS,
  ...LOOP_CALLS,
  ...PASSWORD_CALLS,
  ...PAYMENT_CALLS,
  ...REGISTRATION_CALLS,
  ...UPLOAD_CALLS,
  ...VOUCHER_CALLS,
};

const DECLARED = Object.entries(CALLS).map(([name, { guard, respond }]) => {
  const [method, address] = name.split(" ");
  return { method: method as JsonMethod, address, guard, respond };
});

/** The routes of a server build, with the calls declared at each address in the place of its file. */
export function withCalls(routes: ServerBuild["routes"]): ServerBuild["routes"] {
  const entries = Object.entries(routes).map(([id, route]) => {
    const declared = DECLARED.filter(({ address }) => address === `/${route?.path}`);
    return [id, declared.length > 0 ? { ...route, module: moduleOf(declared) } : route];
  });
  return Object.fromEntries(entries) as ServerBuild["routes"];
}

/** What a file of the route would export; the request guard lets only the declared methods through. */
function moduleOf(declared: typeof DECLARED) {
  const responding = (wanted: string) => declared.find(({ method }) => method === wanted)?.respond;
  const changes = declared.some(({ method }) => method !== "GET");
  const guard: RequestGuardHandle = Object.assign({}, ...declared.map(({ guard }) => guard));
  // A token in the address opens it without the checks of a session's calls, whatever the method.
  if (declared.some((one) => (one.guard?.token ?? false) !== (guard.token ?? false)))
    throw new Error(`All calls of ${declared[0]?.address} are opened by a token, or none is.`);
  return {
    handle: { guard: { ...guard, json: declared.map(({ method }) => method) } },
    loader: responding("GET"),
    action: changes ? (args: ActionFunctionArgs) => responding(args.request.method)?.(args) : undefined,
  };
}
