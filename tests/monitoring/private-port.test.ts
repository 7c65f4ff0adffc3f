import { once } from "node:events";
import type { AddressInfo, Server } from "node:net";
import { afterEach, describe, expect, it, vi } from "vitest";
import { settings } from "~/adapters/settings.server";
import { noteJob } from "~/monitoring/metrics.server";
import { openPrivatePort } from "~/monitoring/private-port.server";
import { freePort } from "../../scripts/steps.ts";

const opened: Server[] = [];
afterEach(() => {
  for (const server of opened.splice(0)) server.close();
});

async function open(name: "web" | "worker", port: number) {
  Object.assign(settings, { metrics: { host: "127.0.0.1", port } });
  const server = openPrivatePort(name);
  if (!server) throw new Error("It is not open.");
  opened.push(server);
  await once(server, "listening");
  return server.address() as AddressInfo;
}

describe("the private port", () => {
  it("is not there unless it is asked for", () => {
    Object.assign(settings, { metrics: null });
    expect(openPrivatePort("web")).toBeNull();
  });

  it("is another one for each process, and of this machine alone", async () => {
    const port = await freePort(0);
    const web = await open("web", port);
    const worker = await open("worker", port);
    Object.assign(settings, { webProcess: 2 });
    const second = await open("web", port);
    Object.assign(settings, { webProcess: 1 });
    expect([web.port, worker.port, second.port]).toEqual([port, port + 1, port + 2]);
    expect([web.address, worker.address]).toEqual(["127.0.0.1", "127.0.0.1"]);
  });

  it("tells how long books took, and no value where nothing is known", async () => {
    noteJob("render-book", "done", 12_000);
    const { port } = await open("worker", 0);
    const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
    expect(text).toContain('loop_job_duration_seconds_sum{kind="render-book",outcome="done"} 12');
    expect(text).toMatch(/^loop_replica_age_seconds nan$/im);
  });

  it("that is taken costs a line of the log, not the process", async () => {
    const said = vi.spyOn(console, "error").mockImplementation(() => {});
    const { port } = await open("web", 0);
    Object.assign(settings, { metrics: { host: "127.0.0.1", port } });
    openPrivatePort("web");
    await vi.waitFor(() => expect(said.mock.calls.join()).toContain("private_port_failed"));
    said.mockRestore();
  });
});
