import { rawConnection } from "#db/client.server";

export const handle = { gate: { anyHost: true } };

/** Public: whether the process answers and its database can be read. No detail. */
export function loader() {
  try {
    rawConnection().prepare("SELECT 1").get();
    return Response.json({ status: "ok" }, { headers: { "Cache-Control": "no-store" } });
  } catch {
    return Response.json({ status: "failing" }, { status: 503, headers: { "Cache-Control": "no-store" } });
  }
}
