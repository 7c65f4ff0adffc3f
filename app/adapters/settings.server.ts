import { randomBytes } from "node:crypto";
import { isAbsolute, resolve } from "node:path";
import { Environment, type Raw } from "./settings-environment";
import { isLive, problemsOf } from "./settings-problems";

/**
 * The only place that reads the environment, but for two numbers of days (`app/domain/kernel/time/agreed-days.ts`).
 * Without configuration the whole product runs on one machine; in production every external service must be configured
 * in full, and an incomplete configuration refuses to start and says what is missing. Nothing falls back silently.
 */

/** All settings, as they are read below; null where something is not configured. */
export type Settings = ReturnType<typeof readSettings>;

export class SettingsError extends Error {
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(`Loop can’t start with these settings:\n${problems.map((problem) => `  - ${problem}`).join("\n")}`);
    this.problems = problems;
    this.name = "SettingsError";
  }
}

/**
 * Reads settings from a set of environment variables.
 * @throws SettingsError naming every variable that is missing or malformed.
 */
export function readSettings(variables: Record<string, string | undefined>) {
  const given = Object.fromEntries(Object.entries(variables).filter(([, value]) => value?.trim() !== ""));
  const parsed = Environment.safeParse(given);
  if (!parsed.success) {
    throw new SettingsError(parsed.error.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`));
  }
  const raw = parsed.data;
  const problems = problemsOf(raw);
  if (problems.length > 0) throw new SettingsError(problems);

  const dataFolder = isAbsolute(raw.DATA_DIR) ? raw.DATA_DIR : resolve(raw.DATA_DIR);
  const publicOrigin = raw.PUBLIC_ORIGIN ?? `http://localhost:${raw.PORT}`;
  const companyEmail = raw.COMPANY_EMAIL ?? "hello@loop.example";
  return {
    environment: raw.APP_ENV,
    port: raw.PORT,
    /** Scheme, host and port that people type. Every link, cookie attribute and return URL is built from it. */
    publicOrigin,
    /** Absolute path; nothing is written outside it. */
    dataFolder,
    /** The first one signs, all of them verify, so that they can be replaced without signing everybody out. */
    secrets: asSecrets(raw.ROLE === "helper" ? [SIGNS_NOTHING] : raw.SECRETS),
    trustedProxyHops: raw.TRUSTED_PROXY_HOPS,
    /** How many requests one client may make per minute; pages and pictures are counted separately. */
    requestsPerMinute: raw.REQUESTS_PER_MINUTE,
    staffTools: raw.STAFF_TOOLS ?? raw.APP_ENV !== "production",
    mail: raw.SMTP_URL
      ? { kind: "smtp" as const, url: raw.SMTP_URL }
      : { kind: "file" as const, folder: resolve(dataFolder, "mail") },
    /** Who emails are from, and the key that signs them; null where the relay signs. */
    mailFrom: { name: raw.COMPANY_NAME, address: raw.MAIL_FROM ?? companyEmail, dkim: dkimOf(raw) },
    storage: storageOf(raw, dataFolder),
    backups: backupsOf(raw),
    /** Lets production start although nothing is copied. */
    allowNoBackup: raw.ALLOW_NO_BACKUP ?? false,
    /** The day, in UTC, on which an empty production database may be opened. */
    firstStartDay: raw.FIRST_START ?? null,
    payments: paymentsOf(raw),
    printer: printerOf(raw),
    entra: entraOf(raw),
    company: { name: raw.COMPANY_NAME, email: companyEmail, ...companyDetailsOf(raw) },
    /** Who is notified of alarms. The addresses of webhook and heartbeat are secrets: neither is logged or shown. */
    alarms: {
      email: raw.ALARM_EMAIL ?? null,
      webhookUrl: raw.ALARM_WEBHOOK_URL ?? null,
      heartbeatUrl: raw.HEARTBEAT_URL ?? null,
    },
    /** Which of the web processes this is, from 1, as the start counts them; 1 in every other process. */
    webProcess: raw.WEB_PROCESS,
    /** Where the first web process serves `/metrics`; worker and further web processes take the next ports. */
    metrics: raw.METRICS_PORT === undefined ? null : { host: raw.METRICS_HOST, port: raw.METRICS_PORT },
    logFormat: raw.LOG_FORMAT ?? (raw.APP_ENV === "production" ? ("json" as const) : ("text" as const)),
    /** Who reports emails that came back, and by what its messages are known; null where nobody does. */
    mailWebhook:
      raw.MAIL_WEBHOOK && raw.MAIL_WEBHOOK_SECRET
        ? { provider: raw.MAIL_WEBHOOK, secret: raw.MAIL_WEBHOOK_SECRET }
        : null,
    /** The mailbox that emails come back to, and its address with * in it; null where they come back to `mailFrom`. */
    bounces:
      raw.BOUNCE_MAILBOX && raw.BOUNCE_ADDRESS ? { mailbox: raw.BOUNCE_MAILBOX, address: raw.BOUNCE_ADDRESS } : null,
    /**
     * A machine that only reads: the extension of SQLite that reads copies, who takes everything else, and how Fly's proxy
     * finds them. Null where we write.
     */
    reading:
      raw.ROLE === "reader" && raw.WRITER_ORIGIN && raw.LITESTREAM_VFS
        ? { writerOrigin: raw.WRITER_ORIGIN, library: raw.LITESTREAM_VFS, flyReplay: raw.FLY_REPLAY ?? null }
        : null,
    /** The writer, and the token by which it knows this machine; null for the writer, and for a reader that has none. */
    machine:
      raw.ROLE !== "writer" && raw.WRITER_ORIGIN && raw.MACHINE_TOKEN
        ? { writerOrigin: raw.WRITER_ORIGIN, token: raw.MACHINE_TOKEN }
        : null,
    /** Whether machines read the copies, so that each change says its version. */
    hasReaders: raw.READERS ?? false,
    /** The name under which the mail domain publishes its DKIM key. */
    dkimSelector: raw.DKIM_SELECTOR ?? null,
  };
}

type CompanyDetail = keyof typeof SAMPLE_COMPANY;

/** Shown in development where nothing is set; plainly nobody's. The phone number is one that Ofcom keeps for drama. */
const SAMPLE_COMPANY = {
  address: "Sample House, 1 Sample Street, Sampleton SA1 1AA",
  number: "00000000",
  registeredIn: "England and Wales",
  phone: "01632 960000",
  vatNumber: "GB 000 0000 00",
  printerCountry: "United Kingdom",
};

function companyDetailsOf(raw: Raw): Record<CompanyDetail, string | null> {
  const given = {
    address: raw.COMPANY_ADDRESS ?? null,
    number: raw.COMPANY_NUMBER ?? null,
    registeredIn: raw.COMPANY_REGISTERED_IN ?? null,
    phone: raw.COMPANY_PHONE ?? null,
    vatNumber: raw.COMPANY_VAT_NUMBER ?? null,
    printerCountry: raw.PRINTER_COUNTRY ?? null,
  };
  const isUnset = Object.values(given).every((value) => value === null);
  return raw.APP_ENV === "development" && isUnset ? SAMPLE_COMPANY : given;
}

function paymentsOf(raw: Raw) {
  const script = raw.STRIPE_SCRIPT_ORIGIN;
  return {
    secretKey: raw.STRIPE_SECRET_KEY ?? "",
    publishableKey: raw.STRIPE_PUBLISHABLE_KEY ?? "",
    webhookSecrets: raw.STRIPE_WEBHOOK_SECRETS ?? [],
    /** The address of the provider's API, if not the usual one. */
    apiOrigin: raw.STRIPE_API_ORIGIN ?? null,
    /** The origin of the hosted payment page, for the Content-Security-Policy. */
    checkoutOrigin: raw.STRIPE_CHECKOUT_ORIGIN ?? "https://checkout.stripe.com",
    /** The provider's script for the card element within our page. */
    scriptUrl: `${script ?? "https://js.stripe.com"}/v3/`,
    /**
     * The origins whose frames that script may show, and to which it may connect, by the provider's guide to content
     * security policies (docs.stripe.com/security).
     */
    frameOrigins: script ? [script] : ["https://js.stripe.com", "https://*.js.stripe.com", "https://hooks.stripe.com"],
    connectOrigins: [script ?? "https://api.stripe.com"],
    liveMode: isLive(raw),
    /** Production that deliberately sells nothing: pages with payments must say so. */
    isTestMode: raw.APP_ENV === "production" && !isLive(raw),
  };
}

/** A printer that takes orders by its API; null when files are taken to one by hand. */
function printerOf(raw: Raw) {
  const { PRINTER_API_KEY: apiKey, PRINTER_PRODUCT_STANDARD: standard, PRINTER_PRODUCT_LUXURY: luxury } = raw;
  if (!apiKey || !standard || !luxury) return null;
  /** The printer's product for each binding. */
  const products = { standard, luxury };
  return { apiKey, origin: raw.PRINTER_API_ORIGIN, products, shippingMethod: raw.PRINTER_SHIPPING };
}

/** Null when staff sign in with a password and a second factor only. */
function entraOf(raw: Raw) {
  const { ENTRA_TENANT_ID: tenantId, ENTRA_CLIENT_ID: clientId, ENTRA_CLIENT_SECRET: clientSecret } = raw;
  if (!tenantId || !clientId || !clientSecret) return null;
  const issuer = raw.ENTRA_ISSUER ?? `https://login.microsoftonline.com/${tenantId}/v2.0`;
  return { issuer, tenantId, clientId, clientSecret, secretEndsOn: raw.ENTRA_SECRET_ENDS ?? null };
}

function dkimOf({ DKIM_PRIVATE_KEY: privateKey, DKIM_SELECTOR: selector }: Raw) {
  return privateKey && selector ? { selector, privateKey } : null;
}

/** A helper is given none of our secrets. */
const SIGNS_NOTHING = randomBytes(32).toString("base64url");

function asSecrets(given: string[] | undefined): readonly [string, ...string[]] {
  const [first, ...rest] = given ?? [];
  if (first === undefined) throw new SettingsError(["SECRETS is missing (npm start makes one in the data folder)"]);
  return [first, ...rest];
}

/** Amazon gives a bucket its own host, except for names with dots, which its certificate does not cover. */
function bucketOrigin(bucket: string, region: string, endpoint: string | undefined): string {
  if (endpoint) return new URL(endpoint).origin;
  return bucket.includes(".") ? `https://s3.${region}.amazonaws.com` : `https://${bucket}.s3.${region}.amazonaws.com`;
}

function storageOf(raw: Raw, dataFolder: string) {
  const found = bucketOf(raw, "S3");
  if (!found) return { kind: "disk" as const, folder: resolve(dataFolder, "photos") };
  /** The origin at which browsers reach the bucket. */
  const uploadOrigin = bucketOrigin(found.bucket, found.region, raw.S3_ENDPOINT);
  return { kind: "s3" as const, ...found, uploadOrigin };
}

/** Beginnings of the names that only this product uses; another name that begins so is a slip of the pen. */
const OUR_PREFIXES =
  /^(?:S3|SMTP|STRIPE|ENTRA|PRINTER|COMPANY|LITESTREAM|NIGHTLY|ALARM|METRICS|DKIM|MAIL|BOUNCE|HEARTBEAT)_/;
/** Read by scripts and by Litestream, not here. */
const READ_ELSEWHERE = /^(?:(?:PAYMENT|PRINTER)_SANDBOX(?:_\w+)?|LITESTREAM_(?:CONFIG|URL|SHA256|FORCE_PATH_STYLE))$/;

/** Names of variables that look like settings of ours and are unknown, such as `S3_BUKET`. */
export function unknownSettings(variables: Record<string, string | undefined>): string[] {
  const known = new Set(Object.keys(Environment.shape));
  return Object.keys(variables)
    .filter((name) => OUR_PREFIXES.test(name) && !known.has(name) && !READ_ELSEWHERE.test(name))
    .sort();
}

/** What else of the environment matters to the doctor. */
export const surroundings = {
  unknownSettings: unknownSettings(process.env),
  /** With it, Litestream 0.5 refuses to start. */
  hasAwsCaBundle: Boolean(process.env.AWS_CA_BUNDLE),
};

/** Where copies of the database go; null when nothing is copied. The nightly copy may have a bucket of its own. */
function backupsOf(raw: Raw) {
  const replica = bucketOf(raw, "LITESTREAM");
  if (!replica) return null;
  return {
    replica: { ...replica, path: raw.LITESTREAM_PATH },
    nightly: { ...(bucketOf(raw, "NIGHTLY") ?? replica), path: raw.NIGHTLY_PATH },
    program: raw.LITESTREAM_BIN,
  };
}

/** A place in a bucket, with the key to it; the prefix of its objects has no slash at either end. */
export type Bucket = NonNullable<Settings["backups"]>["replica"];

function bucketOf(raw: Raw, name: "S3" | "LITESTREAM" | "NIGHTLY") {
  const bucket = raw[`${name}_BUCKET`];
  const region = raw[`${name}_REGION`];
  const accessKeyId = raw[`${name}_ACCESS_KEY_ID`];
  const secretAccessKey = raw[`${name}_SECRET_ACCESS_KEY`];
  if (!bucket || !region || !accessKeyId || !secretAccessKey) return null;
  return { bucket, region, endpoint: raw[`${name}_ENDPOINT`] ?? null, accessKeyId, secretAccessKey };
}

export const settings = settingsOrExit();

/**
 * Wrong settings are not a bug: each is reported as one message, without a stack trace, and the process exits with 1.
 */
function settingsOrExit(): Settings {
  try {
    return readSettings(process.env);
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    console.error(error.message);
    process.exit(1);
  }
}
