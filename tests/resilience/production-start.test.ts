import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import SqliteFile from "better-sqlite3";
import PostalMime from "postal-mime";
import { SMTPServer } from "smtp-server";
import { afterAll, beforeAll, expect, it } from "vitest";
import { freePort, untilResponding } from "../../scripts/steps.ts";
import { today } from "../../scripts/testing/production.ts";
import { layOutImage } from "../screens/support/production-image";
import { newEmail, registration } from "../screens/support/registrations";
import { networkTransport } from "../support/network";
import { startS3Server } from "../support/s3-server";
import { Visitor } from "../support/visitor";

/**
 * `node scripts/run.mjs start` as the image runs it: with what the Dockerfile copies, with the production packages, and
 * with every setting that production requires. SMTP server and bucket are this test's own.
 */

const ORIGIN = "https://loop.example";
const BUCKET = { bucket: "loop", region: "eu-west-2", accessKeyId: "key", secretAccessKey: "secret" };

// Outside this folder, where Node would find the development packages further up.
const folder = mkdtempSync(join(tmpdir(), "loop-image-"));
const image = join(folder, "loop");
const emails: string[] = [];
const post = new SMTPServer({
  authOptional: true,
  disabledCommands: ["STARTTLS"],
  logger: false,
  onData(stream, _session, callback) {
    let raw = "";
    stream.on("data", (chunk: Buffer) => {
      raw += chunk.toString("utf8");
    });
    stream.on("end", () => {
      emails.push(raw);
      callback();
    });
  },
});
let bucket: Awaited<ReturnType<typeof startS3Server>>;
let started: ChildProcess;
let port = 0;
let said = "";

beforeAll(async () => {
  layOutImage(image);
  bucket = await startS3Server(BUCKET);
  await new Promise<void>((resolve) => post.listen(0, "127.0.0.1", resolve));
  port = await freePort(0);
  const env: NodeJS.ProcessEnv = {
    PATH: process.env.PATH,
    NODE_ENV: "production",
    APP_ENV: "production",
    PORT: String(port),
    DATA_DIR: join(folder, "data"),
    PUBLIC_ORIGIN: ORIGIN,
    SECRETS: "a-secret-of-at-least-32-characters-x",
    COMPANY_EMAIL: "hello@loop.example",
    SMTP_URL: `smtp://127.0.0.1:${(post.server.address() as AddressInfo).port}`,
    MAIL_FROM: "hello@loop.example",
    S3_BUCKET: BUCKET.bucket,
    S3_REGION: BUCKET.region,
    S3_ENDPOINT: bucket.endpoint,
    S3_ACCESS_KEY_ID: BUCKET.accessKeyId,
    S3_SECRET_ACCESS_KEY: BUCKET.secretAccessKey,
    STRIPE_SECRET_KEY: "sk_test_1",
    STRIPE_PUBLISHABLE_KEY: "pk_test_1",
    ALLOW_TEST_PAYMENTS: "1",
    ALLOW_NO_BACKUP: "1",
    FIRST_START: today(),
    // No service listens there: starting must not depend on the provider.
    STRIPE_WEBHOOK_SECRETS: "whsec_1",
    STRIPE_API_ORIGIN: "http://127.0.0.1:9",
  };
  started = spawn(process.execPath, ["scripts/run.mjs", "start"], {
    cwd: image,
    env,
    stdio: ["ignore", "pipe", "pipe"],
  });
  for (const stream of [started.stdout, started.stderr])
    stream?.on("data", (chunk) => {
      said += chunk;
    });
  await untilResponding(`http://127.0.0.1:${port}/health`, { name: "Loop", child: started }).catch((error) => {
    throw new Error(`It did not start, and said:\n${said}`, { cause: error });
  });
});

afterAll(async () => {
  if (started.exitCode === null) started.kill("SIGKILL");
  await bucket.close();
  await new Promise<void>((resolve) => post.close(() => resolve()));
  rmSync(folder, { recursive: true, force: true });
});

it("builds nothing, serves pages, and sends an email by its worker", async () => {
  expect(said).not.toMatch(/Building|Installing/);
  const browser = new Visitor(networkTransport(port, ORIGIN), "127.0.0.1");
  const email = newEmail();
  await browser.visit("/register");
  const page = await browser.submit("Create account", registration(email));
  expect([page.status, page.path]).toEqual([200, "/verify-email"]);
  await expect.poll(() => emails.length, { timeout: 60_000 }).toBe(1);
  const message = await PostalMime.parse(emails[0] ?? "");
  expect(message.to?.map(({ address }) => address)).toEqual([email]);
  expect(message.from?.address).toBe("hello@loop.example");
  const code = /\b\d{6}\b/.exec(message.text ?? "")?.[0] ?? "";
  expect((await browser.submit("Confirm my email", { "Your 6-digit code": code })).path).toBe("/dashboard");
});

it("holds no demo world, and no sandbox", async () => {
  const file = new SqliteFile(join(folder, "data", "loop.db"), { readonly: true });
  const found = file.prepare("SELECT count(*) FROM accounts WHERE email LIKE '%demo.loop.example'").pluck().get();
  file.close();
  expect(found).toBe(0);
  expect(said).not.toMatch(/sandbox/i);
});

it("is examined by the doctor, a line of the log for each finding, and goes on whatever that is", async () => {
  const found = () =>
    said
      .split("\n")
      .filter((line) => line.startsWith("{"))
      .map((line) => JSON.parse(line) as Record<string, unknown>)
      .filter(({ event }) => event === "doctor");
  await expect
    .poll(() => found().map(({ name }) => name), { timeout: 90_000 })
    .toEqual(expect.arrayContaining(["Payments: round trip", "Storage: delete"]));
  expect(found()).toContainEqual(
    expect.objectContaining({
      level: "error",
      state: "failing",
      name: "Payments: round trip",
      toDo: expect.stringMatching(/STRIPE_SECRET_KEY/),
    }),
  );
  expect(found()).toContainEqual(expect.objectContaining({ name: "Storage: delete", state: "well" }));
  for (const secret of ["sk_test_1", "whsec_1", "a-secret-of-at-least"])
    expect(JSON.stringify(found())).not.toContain(secret);
  expect((await fetch(`http://127.0.0.1:${port}/health`)).status).toBe(200);
});

it("stops both of its processes when it is asked to, without a word of complaint", async () => {
  const gone = once(started, "exit");
  started.kill("SIGTERM");
  const [code] = await gone;
  expect([code, said.match(/stopped \(|Error/g)]).toEqual([0, null]);
});
