import { databaseAnswers } from "~/domain/health/health.server";
import type { RequestGuardHandle } from "~/web/request-guard-rules";

export const handle: { guard: RequestGuardHandle } = { guard: { anyHost: true } };

/** Public: whether the process answers and its database can be read, without detail. */
export function loader() {
  const isWell = databaseAnswers();
  return Response.json(
    { status: isWell ? "ok" : "failing" },
    { status: isWell ? 200 : 503, headers: { "Cache-Control": "no-store" } },
  );
}
