import { mkdtempSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import PostalMime from "postal-mime";
import { SMTPServer } from "smtp-server";
import { afterAll, beforeEach, describe, expect, it, vi } from "vitest";
import { startPaymentSandbox } from "../../../../scripts/payment-sandbox/sandbox";
import { GOOD, KEY } from "../../../support/certificates";
import { startS3Server } from "../../../support/s3-server";

vi.mock("node:dns/promises", () => ({
  resolveTxt: async () => {
    throw Object.assign(new Error("queryTxt"), { code: "ECONNREFUSED" });
  },
}));

/** The doctor with a real relay, bucket, payment sandbox and own address. */

const PASSWORD = "relay-password-canary";
const received: string[] = [];
let acceptedPassword = PASSWORD;
const relay = new SMTPServer({
  key: KEY,
  cert: GOOD,
  authOptional: true,
  disabledCommands: ["STARTTLS"],
  allowInsecureAuth: true,
  logger: false,
  onAuth(auth, _session, callback) {
    if (auth.password === acceptedPassword) return callback(null, { user: "loop" });
    callback(Object.assign(new Error("Invalid login"), { responseCode: 535 }));
  },
  onData(stream, _session, callback) {
    let raw = "";
    stream.on("data", (chunk) => {
      raw += String(chunk);
    });
    stream.on("end", () => {
      received.push(raw);
      callback();
    });
  },
});
await new Promise<void>((resolve) => relay.listen(0, "127.0.0.1", resolve));
const relayPort = (relay.server.address() as AddressInfo).port;

const BUCKET = { bucket: "loop", region: "eu-west-2", accessKeyId: "key", secretAccessKey: "bucket-canary" };
const bucket = await startS3Server(BUCKET);
const words: string[] = [];
const shop = createServer(async (request, response) => {
  if (request.url === "/hook-canary") for await (const part of request) words.push(String(part));
  response.end(isParked ? "<h1>Parked</h1>" : '{"status":"ok"}');
});
let isParked = false;
await new Promise<void>((resolve) => shop.listen(0, "127.0.0.1", resolve));
const origin = `http://127.0.0.1:${(shop.address() as AddressInfo).port}`;
const endpoint = { url: `${origin}/webhooks/stripe`, secret: "whsec_tests" };
const sandbox = await startPaymentSandbox({
  port: 0,
  dataFolder: mkdtempSync(join(process.env.DATA_DIR ?? "", "payments-")),
  secretKey: process.env.STRIPE_SECRET_KEY,
  webhook: endpoint,
});
Object.assign(process.env, {
  PUBLIC_ORIGIN: origin,
  SMTP_URL: `smtp://loop:${PASSWORD}@127.0.0.1:${relayPort}`,
  MAIL_FROM: "hello@loop.example",
  ALARM_EMAIL: "owner@loop.example",
  ALARM_WEBHOOK_URL: `${origin}/hook-canary`,
  S3_BUCKET: BUCKET.bucket,
  S3_REGION: BUCKET.region,
  S3_ENDPOINT: bucket.endpoint,
  S3_ACCESS_KEY_ID: BUCKET.accessKeyId,
  S3_SECRET_ACCESS_KEY: BUCKET.secretAccessKey,
  STRIPE_API_ORIGIN: sandbox.origin,
  ALARM_WEBHOK_URL: "https://hooks.example/slip-of-the-pen",
});
const { CHECKS } = await import("~/domain/system/checks/checks.server");
const { examine, findingsOf } = await import("~/domain/system/checks/doctor.server");
const { checkHealth } = await import("~/domain/system/checks/health.server");

afterAll(async () => {
  await bucket.close();
  await sandbox.close();
  shop.closeAllConnections();
  shop.close();
  await new Promise<void>((resolve) => relay.close(() => resolve()));
});

const NOW = new Date();
type Finding = import("~/domain/system/checks/findings").Finding;
const statesOf = (findings: readonly Finding[]) => Object.fromEntries(findings.map(({ name, state }) => [name, state]));

/** What the doctor says of the checks whose names begin so. */
const ask = (name: string, sendsEmail = false) =>
  findingsOf(
    CHECKS.filter(({ readers }) => readers?.doctor?.startsWith(name)),
    NOW,
    { sendsEmail },
  );

beforeEach(() => {
  received.length = 0;
  Object.assign(bucket, { allowedOrigin: origin, isCareless: false });
  sandbox.control.pointWebhooksAt(endpoint);
});

describe("the bucket", () => {
  it("is well where every condition holds, and nothing is left in it", async () => {
    const findings = await ask("Storage");
    expect(findings.filter(({ state }) => state !== "well")).toEqual([]);
    expect(findings.map(({ name }) => name)).toEqual([
      "Storage: write",
      "Storage: read",
      "Storage: list",
      "Storage: uploads from browsers",
      "Storage: conditions of uploads",
      "Storage: CORS",
      "Storage: delete",
    ]);
    expect([...bucket.objects.keys()]).toEqual([]);
  });

  it("that checks no signature is told of, with what it lets through", async () => {
    bucket.isCareless = true;
    const found = (await ask("Storage")).find(({ name }) => name === "Storage: conditions of uploads");
    expect(found).toMatchObject({
      state: "failing",
      message: "It accepts a file of another length and of another type and over one that’s already there.",
    });
    expect([...bucket.objects.keys()]).toEqual([]);
  });

  it("whose rules name another origin is told of, with the rule it needs", async () => {
    bucket.allowedOrigin = "https://other.example";
    const found = (await ask("Storage")).find(({ name }) => name === "Storage: CORS");
    expect(found).toMatchObject({ state: "failing", toDo: expect.stringContaining(origin) });
  });

  it("that takes no file at a signed address is told of", async () => {
    bucket.failure = "deny_addresses";
    const findings = await ask("Storage");
    bucket.failure = null;
    expect(findings.find(({ name }) => name === "Storage: uploads from browsers")).toMatchObject({
      state: "failing",
      message: "A signed address is refused (403).",
    });
  });

  it("that refuses other files as bad requests is well", async () => {
    bucket.failure = "bad_request";
    const findings = await ask("Storage");
    bucket.failure = null;
    expect(findings.filter(({ state }) => state !== "well")).toEqual([]);
  });

  it("that deletes nothing is told of", async () => {
    bucket.failure = "keep";
    const findings = await ask("Storage");
    bucket.failure = null;
    const message = "A deleted file is still there.";
    expect(findings.find(({ name }) => name === "Storage: delete")).toMatchObject({ state: "failing", message });
    bucket.objects.clear();
  });

  it("that refuses our key is told of without the key", async () => {
    BUCKET.secretAccessKey = "a new one";
    const findings = await ask("Storage");
    BUCKET.secretAccessKey = "bucket-canary";
    expect(findings).toMatchObject([
      {
        name: "Storage: write",
        state: "failing",
        message: "It refuses files: 403 SignatureDoesNotMatch: the secret access key is wrong.",
      },
    ]);
    expect(JSON.stringify(findings)).not.toContain("bucket-canary");
  });
});

describe("the relay", () => {
  it("lets us in and takes an email to ourselves", async () => {
    const findings = await ask("Mail", true);
    expect(statesOf(findings)).toEqual({
      "Mail: certificate": "warning",
      "Mail: sign-in": "well",
      "Mail: an email to ourselves": "well",
    });
    const email = await PostalMime.parse(received[0] ?? "");
    expect(email.to?.[0]?.address).toBe("owner@loop.example");
  });

  it("that refuses our password is told of in words, without the password", async () => {
    acceptedPassword = "another";
    const findings = await ask("Mail", true);
    const health = await checkHealth(NOW);
    acceptedPassword = PASSWORD;
    expect(health.find(({ part }) => part === "email")).toMatchObject({ state: "failing" });
    expect(findings.find(({ name }) => name === "Mail: sign-in")).toMatchObject({
      state: "failing",
      message: "It refuses the user name or the password.",
      toDo: "Correct both in SMTP_URL.",
    });
    expect([received, JSON.stringify(findings).includes(PASSWORD)]).toEqual([[], false]);
  });

  it("gets no email where none is to be sent, as at every start", async () => {
    await ask("Mail");
    expect(received).toEqual([]);
  });
});

describe("the payment provider", () => {
  it("responds, and has our endpoint", async () => {
    expect(statesOf(await ask("Payments"))).toEqual({
      "Payments: round trip": "warning",
      "Payments: webhook": "well",
      "Payments: last message": "warning",
    });
  });

  it("without our endpoint is told of, with its address", async () => {
    sandbox.control.pointWebhooksAt({ ...endpoint, url: "https://old.example/webhooks/stripe" });
    const found = (await ask("Payments")).find(({ name }) => name === "Payments: webhook");
    expect(found).toMatchObject({ state: "failing", message: expect.stringContaining(endpoint.url) });
  });
});

describe("this machine", () => {
  it("is described: disk, clock, address, versions, secrets and who is told", async () => {
    const states = statesOf(await ask(""));
    expect(states).toMatchObject({
      Clock: "well",
      "Our own address": "well",
      Database: "well",
      "Secrets: number 1": "warning",
      Litestream: "warning",
      Settings: "warning",
    });
  });

  it("has a slip in the name of a setting told by that name", async () => {
    const [found] = await ask("Settings");
    expect(found?.message).toContain("ALARM_WEBHOK_URL");
  });

  it("with another shop at our address is told of", async () => {
    isParked = true;
    const [found] = await ask("Our own address");
    expect(found?.state).toBe("warning");
    isParked = false;
  });
});

describe("who is told of alarms", () => {
  it("is asked to take a word, where one may be sent", async () => {
    expect(statesOf(await ask("Alarms"))).toEqual({ Alarms: "warning" });
    expect(words).toEqual([]);
    expect(statesOf(await ask("Alarms", true))).toEqual({
      Alarms: "warning",
      "Alarms: webhook": "well",
    });
    expect(words).toEqual([expect.stringContaining("doctor")]);
  });
});

it("an examination says all of it and names no secret", async () => {
  const { findings, isWell } = await examine(NOW, { sendsEmail: false });
  expect(isWell).toBe(true);
  expect(findings.length).toBeGreaterThan(15);
  expect(findings.find(({ name }) => name === "Photos")?.message).toMatch(/^Decoded by libvips \d+\.\d+/);
  const text = JSON.stringify(findings);
  const secrets = [
    PASSWORD,
    BUCKET.secretAccessKey,
    "slip-of-the-pen",
    "hook-canary",
    process.env.SECRETS,
    "sk_test",
    "whsec_",
  ];
  for (const secret of secrets) expect(text).not.toContain(secret);
});

it("an examination fails where one thing does, and the rest is still examined", async () => {
  bucket.allowedOrigin = null;
  const { findings, isWell } = await examine(NOW, { sendsEmail: false });
  expect(isWell).toBe(false);
  expect(findings.filter(({ state }) => state === "failing").map(({ name }) => name)).toEqual(["Storage: CORS"]);
});
