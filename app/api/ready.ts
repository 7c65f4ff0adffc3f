import type { LoaderFunctionArgs } from "@remix-run/node";
import { isPermitted } from "~/domain/people/staff/permissions";
import { recentReadiness } from "~/domain/system/checks/readiness.server";
import { currentTime } from "~/web/clock.server";
import type { RequestGuardHandle } from "~/web/request-guard-rules";
import { staffOf } from "~/web/staff-auth.server";

export const handle: { guard: RequestGuardHandle } = { guard: { anyHost: true } };

/** Public: whether everything works, as one status. Staff who may read the system see each check. */
export async function loader({ request }: LoaderFunctionArgs) {
  const checks = await recentReadiness(currentTime());
  const isReady = checks.every(({ ok }) => ok);
  const staff = await staffOf(request);
  const detail = staff && isPermitted(staff.role, "system.read") ? { checks } : {};
  return Response.json(
    { status: isReady ? "ready" : "failing", ...detail },
    { status: isReady ? 200 : 503, headers: { "Cache-Control": "no-store" } },
  );
}
