import { spawn } from "node:child_process";
import { once } from "node:events";
import { freePort, root } from "../steps.ts";

/**
 * The shop as production starts it, for tests and benches: `npm start` with every setting that production asks for. Its
 * payment provider and mail relay are addresses at which nothing listens unless the caller puts something there.
 */

const NOBODY = "127.0.0.1:9";

export interface Bucket {
  bucket: string;
  endpoint: string;
  accessKeyId: string;
  secretAccessKey: string;
  settings: Record<string, string>;
}

/** The settings of a production shop on one bucket, or on none. */
export function productionSettings({
  dataFolder,
  port,
  bucket,
}: {
  dataFolder: string;
  port: number;
  bucket?: Bucket | undefined;
}) {
  return {
    APP_ENV: "production",
    NODE_ENV: "production" as const,
    DATA_DIR: dataFolder,
    PORT: String(port),
    PUBLIC_ORIGIN: "https://loop.example",
    TRUSTED_PROXY_HOPS: "1",
    SECRETS: "a-secret-for-trials-of-production-32-characters",
    COMPANY_EMAIL: "hello@loop.example",
    COMPANY_NAME: "Loop Journals Limited",
    COMPANY_NUMBER: "12345678",
    COMPANY_REGISTERED_IN: "England and Wales",
    COMPANY_ADDRESS: "1 Selvedge Row, Leeds LS1 4AB",
    COMPANY_PHONE: "0113 496 0000",
    PRINTER_COUNTRY: "the United Kingdom",
    SMTP_URL: `smtp://${NOBODY}`,
    MAIL_FROM: "hello@loop.example",
    S3_BUCKET: bucket?.bucket ?? "photos",
    S3_REGION: "us-east-1",
    S3_ENDPOINT: bucket?.endpoint ?? `http://${NOBODY}`,
    S3_ACCESS_KEY_ID: bucket?.accessKeyId ?? "nobody",
    S3_SECRET_ACCESS_KEY: bucket?.secretAccessKey ?? "nobody",
    STRIPE_SECRET_KEY: "sk_test_sandbox",
    STRIPE_PUBLISHABLE_KEY: "pk_test_sandbox",
    STRIPE_WEBHOOK_SECRETS: "whsec_sandbox",
    STRIPE_API_ORIGIN: `http://${NOBODY}`,
    ALLOW_TEST_PAYMENTS: "1",
    ...bucket?.settings,
  };
}

/** Today in UTC, which lets an empty production database be opened. */
export const today = () => new Date().toISOString().slice(0, 10);

/** A machine's variables without those of this product and of this test run. */
function machineVariables() {
  const { PATH, HOME, TMPDIR } = process.env;
  return { PATH, HOME, ...(TMPDIR ? { TMPDIR } : {}) };
}

/**
 * Starts the shop on one bucket, or on none, at a free port or at this one. `inside` gives what runs its command on another
 * machine, which has this `host`. `opened` resolves when it is open, and rejects with its output when it ended before.
 */
export async function startShop({
  dataFolder,
  bucket,
  settings = {},
  port: wanted,
  host = "127.0.0.1",
  inside = (words) => [...words],
}: {
  dataFolder: string;
  bucket?: Bucket | undefined;
  settings?: Record<string, string>;
  port?: number | undefined;
  host?: string;
  inside?: (words: readonly string[]) => string[];
}) {
  const port = wanted ?? (await freePort(0));
  const [program = "", ...words] = inside([process.execPath, "scripts/run.mjs", "start"]);
  const child = spawn(program, words, {
    cwd: root,
    env: { ...machineVariables(), ...productionSettings({ dataFolder, port, bucket }), ...settings },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  const ended = once(child, "exit").then(([code, signal]): number | string => code ?? signal);
  const opened = new Promise<void>((resolve, reject) => {
    const hear = (chunk: Buffer) => {
      output += chunk;
      if (output.includes("Loop is open at")) resolve();
    };
    child.stdout.on("data", hear);
    child.stderr.on("data", hear);
    child.once("close", (code) => reject(new Error(`The shop ended with ${code}:\n${output}`)));
  });
  // A caller that expects a refusal waits for the end alone.
  opened.catch((error) => error);
  return {
    child,
    port,
    origin: `http://${host}:${port}`,
    opened,
    ended,
    output: () => output,
    /** Stops it as a platform does, and gives its exit code. */
    async stop() {
      child.kill("SIGTERM");
      return await ended;
    },
  };
}
