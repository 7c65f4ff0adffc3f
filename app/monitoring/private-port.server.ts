import { createServer, type Server } from "node:http";
import { logLine } from "~/adapters/log/log.server";
import { settings } from "~/adapters/settings.server";
import { recentReadiness } from "~/domain/system/checks/readiness.server";
import { registry } from "./metrics.server";

/**
 * A separate port for those who run the product: metrics, and `/ready` with every check. It is never reached through
 * the public port, and listens on this machine alone unless METRICS_HOST says otherwise.
 */

interface PrivateResponse {
  status: number;
  type: string;
  body: string;
}

const JSON_TYPE = "application/json; charset=utf-8";

const PAGES: Readonly<Record<string, () => Promise<PrivateResponse>>> = {
  "/metrics": async () => ({ status: 200, type: registry.contentType, body: await registry.metrics() }),
  "/health": async () => ({ status: 200, type: JSON_TYPE, body: '{"status":"ok"}' }),
  "/ready": async () => {
    const checks = await recentReadiness(new Date());
    const isReady = checks.every(({ ok }) => ok);
    const body = JSON.stringify({ status: isReady ? "ready" : "failing", checks });
    return { status: isReady ? 200 : 503, type: JSON_TYPE, body };
  },
};

/**
 * Opens the port of this process if METRICS_PORT is set: the first web process takes it, the worker the next one, the
 * second web process the one after. Null where it is not set.
 */
export function openPrivatePort(name: "web" | "worker"): Server | null {
  const { metrics } = settings;
  if (!metrics) return null;
  const server = createServer(async (request, response) => {
    const page = PAGES[request.url?.split("?")[0] ?? ""];
    if (!page || request.method !== "GET") return response.writeHead(404).end();
    try {
      const { status, type, body } = await page();
      return response.writeHead(status, { "Content-Type": type, "Cache-Control": "no-store" }).end(body);
    } catch (error) {
      logLine("error", "metrics_failed", { message: error instanceof Error ? error.message : String(error) });
      return response.writeHead(500).end();
    }
  });
  // A port that is taken costs the metrics, not the shop.
  server.on("error", (error) => logLine("error", "private_port_failed", { message: error.message }));
  const { webProcess } = settings;
  const place = name === "worker" ? 1 : webProcess === 1 ? 0 : webProcess;
  const port = metrics.port === 0 ? 0 : metrics.port + place;
  server.listen(port, metrics.host);
  server.unref();
  return server;
}
