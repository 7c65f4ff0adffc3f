import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, expect, it } from "vitest";
import { settings } from "~/adapters/settings.server";
import { findingsOf } from "~/domain/system/checks/doctor.server";
import { MACHINE } from "~/domain/system/checks/machine.server";
import { NOW } from "../../../support/people";

/** A server that says it is so many seconds later than here; null says nothing of the time. */
let ahead: number | null = 0;
const server = createServer((_, response) => {
  response.sendDate = false;
  if (ahead !== null) response.setHeader("Date", new Date(Date.now() + ahead * 1_000).toUTCString());
  response.end();
});
await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
Object.assign(settings.payments, { apiOrigin: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

it.each([
  [0, "well"],
  [-60, "warning"],
  [60, "warning"],
  [180, "failing"],
  [null, "unknown"],
])("a clock that differs by %s seconds from that of a server is %s", async (seconds, state) => {
  ahead = seconds;
  const clock = (await findingsOf(MACHINE, NOW)).find(({ name }) => name === "Clock");
  expect(clock?.state).toBe(state);
});

it("a worker that was never seen is failing, and says so", async () => {
  const worker = MACHINE.find(({ alarm }) => alarm?.kind === "worker_silent");
  const never = { state: "failing", message: "It has never run.", alarm: "It has never responded." };
  expect(await worker?.assess(NOW, {})).toEqual(never);
});
