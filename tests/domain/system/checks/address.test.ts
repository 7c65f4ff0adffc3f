import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { afterAll, expect, it } from "vitest";
import { settings } from "~/adapters/settings.server";
import { DAY_MS } from "~/domain/kernel/time/durations";
import { ADDRESS } from "~/domain/system/checks/address.server";
import { findingsOf } from "~/domain/system/checks/doctor.server";
import { CERTIFICATE_DAYS } from "~/domain/system/health/health-limits";
import { GOOD, KEY } from "../../../support/certificates";

/** When the certificate of the tests ends. */
const END = new Date("2125-06-16T21:17:32Z");

process.env.NODE_TLS_REJECT_UNAUTHORIZED = "0";
const server = createServer({ key: KEY, cert: GOOD }, (_, response) => response.end('{"status":"ok"}'));
await new Promise<void>((resolve) => server.listen(0, resolve));
Object.assign(settings, { publicOrigin: `https://localhost:${(server.address() as AddressInfo).port}` });
afterAll(() => {
  delete process.env.NODE_TLS_REJECT_UNAUTHORIZED;
  server.closeAllConnections();
  server.close();
});

it.each([
  [CERTIFICATE_DAYS * DAY_MS + 1, "well"],
  [CERTIFICATE_DAYS * DAY_MS, "warning"],
])(
  "an address at a port whose certificate is valid for %s ms more is %s, and asked for no redirect",
  async (left, state) => {
    const findings = await findingsOf(ADDRESS, new Date(END.getTime() - left));
    expect(findings.map((one) => [one.name, one.state])).toEqual([["Our own address", state]]);
  },
);
