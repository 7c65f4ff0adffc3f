import { createPrivateKey } from "node:crypto";
import { z } from "zod";
import { AGREED_DAYS } from "~/domain/kernel/time/agreed-days";

/** What each variable of the environment must look like, by its name. */

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

export const Environment = z.object({
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

export type Raw = z.infer<typeof Environment>;
