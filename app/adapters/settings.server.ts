import { createPrivateKey, createPublicKey, randomBytes } from "node:crypto";
import { isAbsolute, resolve } from "node:path";
import { z } from "zod";
import { AGREED_DAYS } from "~/domain/kernel/time/agreed-days";

/**
 * The only place that reads the environment, but for two numbers of days (`app/domain/kernel/time/agreed-days.ts`).
 * Without configuration the whole product runs on one machine; in production every external service must be configured
 * in full, and an incomplete configuration refuses to start and says what is missing. Nothing falls back silently.
 */

const origin = z
  .url({ protocol: /^https?$/, error: "must be an origin such as https://loop.example" })
  .transform((value) => new URL(value).origin);
const list = z.string().transform((value) =>
  value
    .split(",")
    .map((part) => part.trim())
    .filter(Boolean),
);
const prefix = z
  .string()
  .regex(/^[\w-]+(?:\/[\w-]+)*$/, "must be letters, digits, hyphens and slashes, such as shop/loop");
const yes = z.string().transform((value) => value === "1" || value === "true");
/** Checked here and read by the rules, which are put together from them (`app/domain/kernel/time/agreed-days.ts`). */
const agreedDays = (name: keyof typeof AGREED_DAYS) => {
  const { fewest, most, usual } = AGREED_DAYS[name];
  const error = `must be a whole number from ${fewest} to ${most}`;
  return z.coerce.number({ error }).int(error).min(fewest, error).max(most, error).default(usual);
};
/** Shorter ones are ignored by those who check them (RFC 8301, 3.2). */
const SHORTEST_DKIM_BITS = 1024;
/** A file of settings has one line for each, so that line breaks may be written as "\n". */
const dkimKey = z.string().transform((pem, context) => {
  try {
    const key = createPrivateKey(pem.replaceAll("\\n", "\n"));
    const { modulusLength = 0 } = key.asymmetricKeyDetails ?? {};
    if (key.asymmetricKeyType === "rsa" && modulusLength >= SHORTEST_DKIM_BITS) return key;
  } catch (error) {
    if (!(error instanceof Error)) throw error;
  }
  context.addIssue(`must be the PEM of an RSA key of ${SHORTEST_DKIM_BITS} bits or more, without a passphrase`);
  return z.NEVER;
});
/** TLS from the first byte: a password is never sent without it. */
const IMAPS_PORT = 993;
const imapMailbox = z.string().transform((text, context) => {
  const url = URL.canParse(text) ? new URL(text) : null;
  try {
    if (url?.protocol === "imaps:" && url.username && url.password && url.hostname && !url.search && !url.hash)
      return {
        host: url.hostname.replace(/^\[|\]$/g, ""),
        port: Number(url.port || IMAPS_PORT),
        user: decodeURIComponent(url.username),
        password: decodeURIComponent(url.password),
        folder: decodeURIComponent(url.pathname.slice(1)) || "INBOX",
      };
  } catch (error) {
    if (!(error instanceof URIError)) throw error;
  }
  // Without what was given, which has the password.
  context.addIssue("must look like imaps://user:password@host/INBOX, with special characters as %40");
  return z.NEVER;
});
const webAddress = z.url({
  protocol: /^https?$/,
  error: "must be an address such as https://hooks.example/loop",
});

const Environment = z.object({
  APP_ENV: z.enum(["development", "test", "production"]).default("development"),
  PORT: z.coerce.number().int().min(0).max(65_535).default(3000),
  PUBLIC_ORIGIN: origin.optional(),
  DATA_DIR: z.string().min(1).default("data"),
  SECRETS: list.optional(),
  TRUSTED_PROXY_HOPS: z.coerce.number().int().min(0).max(5).default(0),
  REQUESTS_PER_MINUTE: z.coerce.number().int().min(60).max(100_000).default(300),
  STAFF_TOOLS: yes.optional(),

  CANCELLATION_DAYS: agreedDays("CANCELLATION_DAYS"),
  MAKING_DAYS: agreedDays("MAKING_DAYS"),

  SMTP_URL: z.url({ protocol: /^smtps?$/, error: "must look like smtps://user:password@host:465" }).optional(),
  MAIL_FROM: z.email("must be an email address").optional(),

  S3_BUCKET: z.string().min(1).optional(),
  S3_REGION: z.string().min(1).optional(),
  S3_ENDPOINT: origin.optional(),
  S3_ACCESS_KEY_ID: z.string().min(1).optional(),
  S3_SECRET_ACCESS_KEY: z.string().min(1).optional(),

  LITESTREAM_BIN: z.string().startsWith("/", "must be an absolute path").default("/usr/local/bin/litestream"),
  ALLOW_NO_BACKUP: yes.optional(),
  FIRST_START: z.iso.date("must be today’s date, such as 2026-11-22").optional(),
  LITESTREAM_BUCKET: z.string().min(1).optional(),
  LITESTREAM_PATH: prefix.default("loop"),
  LITESTREAM_REGION: z.string().min(1).optional(),
  LITESTREAM_ENDPOINT: origin.optional(),
  LITESTREAM_ACCESS_KEY_ID: z.string().min(1).optional(),
  LITESTREAM_SECRET_ACCESS_KEY: z.string().min(1).optional(),
  NIGHTLY_BUCKET: z.string().min(1).optional(),
  NIGHTLY_PATH: prefix.default("nightly"),
  NIGHTLY_REGION: z.string().min(1).optional(),
  NIGHTLY_ENDPOINT: origin.optional(),
  NIGHTLY_ACCESS_KEY_ID: z.string().min(1).optional(),
  NIGHTLY_SECRET_ACCESS_KEY: z.string().min(1).optional(),

  STRIPE_SECRET_KEY: z
    .string()
    .regex(/^(?:sk|rk)_(?:live|test)_/, "must begin with sk_live_, rk_live_, sk_test_ or rk_test_")
    .optional(),
  STRIPE_PUBLISHABLE_KEY: z
    .string()
    .regex(/^pk_(?:live|test)_/, "must begin with pk_live_ or pk_test_")
    .optional(),
  STRIPE_WEBHOOK_SECRETS: list.optional(),
  STRIPE_API_ORIGIN: origin.optional(),
  STRIPE_CHECKOUT_ORIGIN: origin.optional(),
  STRIPE_SCRIPT_ORIGIN: origin.optional(),
  ALLOW_TEST_PAYMENTS: yes.optional(),

  PRINTER_API_KEY: z.string().min(1).optional(),
  PRINTER_PRODUCT_STANDARD: z.string().min(1).optional(),
  PRINTER_PRODUCT_LUXURY: z.string().min(1).optional(),
  PRINTER_API_ORIGIN: origin.default("https://api.prodigi.com"),
  PRINTER_SHIPPING: z.string().min(1).default("Standard"),

  ENTRA_TENANT_ID: z.guid("must be the directory’s id, a GUID").optional(),
  ENTRA_CLIENT_ID: z.string().min(1).optional(),
  ENTRA_CLIENT_SECRET: z.string().min(1).optional(),
  ENTRA_SECRET_ENDS: z.iso.date("must be a date, such as 2027-11-22").optional(),
  ENTRA_ISSUER: z.url({ protocol: /^https?$/, error: "must be an address such as https://login.example" }).optional(),

  COMPANY_NAME: z.string().min(1).default("Loop"),
  COMPANY_EMAIL: z.email("must be an email address").optional(),
  COMPANY_ADDRESS: z.string().min(1).optional(),
  COMPANY_NUMBER: z.string().min(1).optional(),
  COMPANY_REGISTERED_IN: z
    .enum(["England and Wales", "Scotland", "Northern Ireland"], {
      error: "must be England and Wales, Scotland or Northern Ireland",
    })
    .optional(),
  COMPANY_PHONE: z.string().min(1).optional(),
  COMPANY_VAT_NUMBER: z.string().min(1).optional(),
  PRINTER_COUNTRY: z.string().min(1).optional(),

  ALARM_EMAIL: z.email("must be an email address").optional(),
  ALARM_WEBHOOK_URL: webAddress.optional(),
  HEARTBEAT_URL: webAddress.optional(),
  WEB_PROCESSES: z.coerce.number().int().min(1).max(16).optional(),
  WEB_PROCESS: z.coerce.number().int().min(1).default(1),
  METRICS_PORT: z.coerce.number().int().min(0).max(65_534).optional(),
  METRICS_HOST: z.string().min(1).default("127.0.0.1"),
  LOG_FORMAT: z.enum(["json", "text"]).optional(),
  DKIM_SELECTOR: z
    .string()
    .regex(/^[\w-]+(?:\.[\w-]+)*$/, "must be the selector alone, such as loop2026")
    .optional(),
  DKIM_PRIVATE_KEY: dkimKey.optional(),
  MAIL_WEBHOOK: z.enum(["ses", "postmark", "mailgun", "sendgrid"]).optional(),
  MAIL_WEBHOOK_SECRET: z.string().min(1).optional(),
  BOUNCE_MAILBOX: imapMailbox.optional(),
  BOUNCE_ADDRESS: z
    .string()
    .regex(
      /^[a-z\d+=._-]{0,27}\*[a-z\d+=_-]{0,27}@[a-z\d-]+(?:\.[a-z\d-]+)+$/,
      "must be an address with * for what names an email, such as bounces+*@loop.example",
    )
    .optional(),
  ROLE: z.enum(["writer", "reader", "helper"]).default("writer"),
  READERS: yes.optional(),
  WRITER_ORIGIN: origin.optional(),
  MACHINE_TOKEN: z.string().min(1).optional(),
  LITESTREAM_VFS: z.string().startsWith("/", "must be an absolute path").optional(),
  FLY_REPLAY: z
    .string()
    .regex(/^(?:app|instance)=[\w-]+$/, "must be app=… or instance=…, as Fly names the machine that writes")
    .optional(),
});

type Raw = z.infer<typeof Environment>;

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
  const problems = [
    ...halfSetGroups(raw),
    ...mixedPaymentKeys(raw),
    ...wrongWebhookSecret(raw),
    ...(raw.DKIM_PRIVATE_KEY && !raw.DKIM_SELECTOR
      ? ["DKIM_PRIVATE_KEY is set, so DKIM_SELECTOR must be set too"]
      : []),
    ...(raw.ROLE === "reader" ? missingForReading(raw) : []),
    ...(raw.ROLE === "helper" ? missingForHelping(raw) : []),
    ...(raw.APP_ENV === "production" && raw.ROLE !== "helper" ? missingInProduction(raw) : []),
  ];
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

/** A restricted key (rk_…) charges cards just as a secret key (sk_…) does. */
const isLive = (raw: Raw) => /^(?:sk|rk)_live_/.test(raw.STRIPE_SECRET_KEY ?? "");

/** What a message of each provider is known by. */
const WEBHOOK_SECRETS = {
  ses: {
    isRight: (secret: string) => /^arn:aws[\w-]*:sns:[a-z\d-]+:\d{12}:[\w.-]+(?:,arn:\S+)*$/.test(secret),
    what: "the ARN of the topic, such as arn:aws:sns:eu-west-2:123456789012:bounces",
  },
  postmark: {
    isRight: (secret: string) => /^[^\s:]+:[^\s]{16,}$/.test(secret),
    what: "a user name and a password of 16 characters or more, such as postmark:…",
  },
  mailgun: {
    isRight: (secret: string) => /^\S{16,}$/.test(secret),
    what: "the HTTP webhook signing key",
  },
  sendgrid: { isRight: isCurveKey, what: "the verification key of the signed event webhook" },
} as const;

function isCurveKey(secret: string): boolean {
  try {
    const key = createPublicKey({ key: Buffer.from(secret, "base64"), format: "der", type: "spki" });
    return key.asymmetricKeyType === "ec";
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    return false;
  }
}

function wrongWebhookSecret({ MAIL_WEBHOOK: provider, MAIL_WEBHOOK_SECRET: secret }: Raw): string[] {
  if (!provider || !secret || WEBHOOK_SECRETS[provider].isRight(secret)) return [];
  return [`MAIL_WEBHOOK_SECRET: must be, for ${provider}, ${WEBHOOK_SECRETS[provider].what}`];
}

function mixedPaymentKeys(raw: Raw): string[] {
  const { STRIPE_SECRET_KEY: secret, STRIPE_PUBLISHABLE_KEY: publishable } = raw;
  if (!secret || !publishable || isLive(raw) === publishable.startsWith("pk_live_")) return [];
  return ["STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY must both be live keys, or both test keys"];
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

const GROUPS: readonly (readonly (keyof Raw)[])[] = [
  ["S3_BUCKET", "S3_REGION", "S3_ACCESS_KEY_ID", "S3_SECRET_ACCESS_KEY"],
  ["STRIPE_SECRET_KEY", "STRIPE_PUBLISHABLE_KEY", "STRIPE_WEBHOOK_SECRETS"],
  ["SMTP_URL", "MAIL_FROM"],
];

/** Optional in production, but a part of them alone is a mistake. */
const OPTIONAL_GROUPS: readonly (readonly (keyof Raw)[])[] = [
  ["MAIL_WEBHOOK", "MAIL_WEBHOOK_SECRET"],
  ["BOUNCE_MAILBOX", "BOUNCE_ADDRESS"],
  ["PRINTER_API_KEY", "PRINTER_PRODUCT_STANDARD", "PRINTER_PRODUCT_LUXURY"],
  ["ENTRA_TENANT_ID", "ENTRA_CLIENT_ID", "ENTRA_CLIENT_SECRET"],
  ["LITESTREAM_BUCKET", "LITESTREAM_REGION", "LITESTREAM_ACCESS_KEY_ID", "LITESTREAM_SECRET_ACCESS_KEY"],
  ["NIGHTLY_BUCKET", "NIGHTLY_REGION", "NIGHTLY_ACCESS_KEY_ID", "NIGHTLY_SECRET_ACCESS_KEY"],
];

function halfSetGroups(raw: Raw): string[] {
  return [...GROUPS, ...OPTIONAL_GROUPS].flatMap((group) => {
    const missing = group.filter((name) => raw[name] === undefined);
    if (missing.length === 0 || missing.length === group.length) return [];
    const present = group.filter((name) => raw[name] !== undefined);
    return [`${present.join(", ")} is set, so ${missing.join(", ")} must be set too`];
  });
}

function missingForReading(raw: Raw): string[] {
  const needed = ["WRITER_ORIGIN", "LITESTREAM_VFS", "LITESTREAM_BUCKET", "SECRETS", "S3_BUCKET"] as const;
  const missing = needed.filter((name) => raw[name] === undefined);
  return missing.map((name) => `${name} is missing: ROLE=reader reads the copies and hands changes to the writer`);
}

function missingForHelping(raw: Raw): string[] {
  const missing = (["WRITER_ORIGIN", "MACHINE_TOKEN"] as const).filter((name) => raw[name] === undefined);
  return missing.map((name) => `${name} is missing: ROLE=helper asks the writer for work`);
}

function missingInProduction(raw: Raw): string[] {
  const problems: string[] = [];
  const needed: (keyof Raw)[] = ["PUBLIC_ORIGIN", "SECRETS", "COMPANY_EMAIL", ...GROUPS.flat()];
  for (const name of needed) if (raw[name] === undefined) problems.push(`${name} is missing`);
  if (raw.PUBLIC_ORIGIN && !raw.PUBLIC_ORIGIN.startsWith("https://")) problems.push("PUBLIC_ORIGIN must be https");
  for (const name of ["ENTRA_ISSUER", "ALARM_WEBHOOK_URL", "HEARTBEAT_URL", "PRINTER_API_ORIGIN"] as const)
    if (raw[name]?.startsWith("http:")) problems.push(`${name} must be https`);
  if (raw.SECRETS?.some((secret) => secret.length < 32)) problems.push("each of SECRETS needs 32 characters or more");
  const live = isLive(raw);
  if (raw.STRIPE_SECRET_KEY && !live && !raw.ALLOW_TEST_PAYMENTS) {
    problems.push("STRIPE_SECRET_KEY is a test key; set ALLOW_TEST_PAYMENTS=1 to sell nothing on purpose");
  }
  if (live)
    for (const name of ["STRIPE_API_ORIGIN", "STRIPE_SCRIPT_ORIGIN", "STRIPE_CHECKOUT_ORIGIN"] as const)
      if (raw[name]) problems.push(`${name} must not be set together with a live key`);
  return problems;
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
