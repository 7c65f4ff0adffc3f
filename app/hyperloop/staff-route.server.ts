import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import type { Permission } from "~/domain/people/staff/permissions";
import { currentTime } from "~/web/clock.server";
import { param } from "~/web/params";
import { PRIVATE } from "~/web/responses.server";
import { requireStaff, type StaffUser } from "~/web/staff-auth.server";
import { formOf } from "~/web/submission.server";

/** Loaders and actions of the staff's pages: each requires one permission before it does anything. */

/** A request of the staff's whose permission was checked. */
export interface StaffRequest {
  request: Request;
  staff: StaffUser;
  now: Date;
  /** A route parameter by its name in the route table. */
  param: (name: string) => string;
}

/** A request of the staff's with the form it sent. */
export interface StaffSubmission extends StaffRequest {
  form: FormData;
}

async function staffRequest({ request, params }: LoaderFunctionArgs, permission: Permission) {
  const staff = await requireStaff(request, permission);
  return { request, staff, now: currentTime(), param: (name: string) => param(params, name) };
}

/**
 * Makes a page's loader: what `load` returns, and the staff member who asks. No cache may store it. A page with
 * `refreshSeconds` loads itself again after so many.
 */
export function staffLoader<View extends object>(
  permission: Permission,
  load: (at: StaffRequest) => View | Promise<View> = () => ({}) as View,
) {
  return async (args: LoaderFunctionArgs) => {
    const at = await staffRequest(args, permission);
    const view = await load(at);
    const seconds = "refreshSeconds" in view ? view.refreshSeconds : null;
    const headers = new Headers(PRIVATE);
    if (seconds) headers.set("Refresh", String(seconds));
    return data({ ...view, staff: at.staff }, { headers });
  };
}

/** Makes the loader of an address that only a button asks: following a link leads to the page that has the button. */
export function leadToPage(permission: Permission, page: (param: StaffRequest["param"]) => string) {
  return async (args: LoaderFunctionArgs) => {
    const at = await staffRequest(args, permission);
    return redirect(page((name) => encodeURIComponent(at.param(name))));
  };
}

/** Makes a page's action; `act` is given the form that was sent, and returns the response. */
export function staffAction<StaffResponse>(permission: Permission, act: (at: StaffSubmission) => StaffResponse) {
  return async (args: ActionFunctionArgs) => {
    const at = await staffRequest(args, permission);
    return await act({ ...at, form: formOf(args.request) });
  };
}
