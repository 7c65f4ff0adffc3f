import type { RequestGuardHandle } from "~/web/request-guard-rules";

export const handle: { guard: RequestGuardHandle } = { guard: { anyHost: true } };

/** Public: the process is alive. It asks nothing of the database, whose locks are no reason to restart a process. */
export function loader() {
  return Response.json({ status: "ok" }, { headers: { "Cache-Control": "no-store" } });
}
