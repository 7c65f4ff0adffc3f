import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { startPaymentSandbox } from "../../scripts/payment-sandbox/sandbox";

const sandbox = await startPaymentSandbox({
  port: 0,
  dataFolder: mkdtempSync(join(process.env.DATA_DIR ?? "", "payments-")),
  secretKey: process.env.STRIPE_SECRET_KEY,
  webhook: { url: "http://localhost:3000/webhooks/stripe", secret: "whsec_tests" },
});
afterAll(async () => await sandbox.close());

/** The doctor as the command runs it. */
async function doctor(args: readonly string[], more: Record<string, string> = {}) {
  const child = spawn(process.execPath, ["scripts/run.mjs", "doctor", ...args], {
    env: { ...process.env, APP_ENV: "development", STRIPE_API_ORIGIN: sandbox.origin, ...more },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let said = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk) => {
      said += String(chunk);
    });
  const [code] = (await once(child, "close")) as [number];
  return { code, said };
}

it("ends with 0 where nothing fails, and says each finding with what to do", async () => {
  const { code, said } = await doctor([]);
  expect([code, said]).toEqual([0, expect.stringMatching(/^WARNING {2}Alarms: .*\n {10}→ Set ALARM_EMAIL/m)]);
  expect(said).toMatch(/\n\d+ findings: 0 failing, \d+ warnings, \d+ unknown\.\n$/);
});

it("ends with 1 where something does, and says so as JSON to programs", async () => {
  const { code, said } = await doctor(["--json"], { STRIPE_API_ORIGIN: "http://127.0.0.1:1" });
  expect(code).toBe(1);
  const { isWell, findings } = JSON.parse(said.slice(said.indexOf("{"))) as {
    isWell: boolean;
    findings: { name: string; state: string }[];
  };
  expect(isWell).toBe(false);
  expect(findings.filter(({ state }) => state === "failing").map(({ name }) => name)).toEqual([
    "Payments: round trip",
  ]);
});

it("ends with 1 where a setting is malformed, and names it", async () => {
  const { code, said } = await doctor([], { ALARM_EMAIL: "nobody" });
  expect([code, said]).toEqual([1, expect.stringContaining("ALARM_EMAIL: must be an email address")]);
});
