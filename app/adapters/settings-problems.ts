import { createPublicKey } from "node:crypto";
import type { Raw } from "./settings-environment";

/** What is wrong with settings that are each well-formed: what is missing beside another, or for what the machine is. */

/** What is wrong, one message for each; none where the settings are complete. */
export const problemsOf = (raw: Raw): string[] => [
  ...halfSetGroups(raw),
  ...mixedPaymentKeys(raw),
  ...wrongWebhookSecret(raw),
  ...(raw.DKIM_PRIVATE_KEY && !raw.DKIM_SELECTOR ? ["DKIM_PRIVATE_KEY is set, so DKIM_SELECTOR must be set too"] : []),
  ...(raw.ROLE === "reader" ? missingForReading(raw) : []),
  ...(raw.ROLE === "helper" ? missingForHelping(raw) : []),
  ...(raw.APP_ENV === "production" && raw.ROLE !== "helper" ? missingInProduction(raw) : []),
];

/** A restricted key (rk_…) charges cards just as a secret key (sk_…) does. */
export const isLive = (raw: Raw) => /^(?:sk|rk)_live_/.test(raw.STRIPE_SECRET_KEY ?? "");

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
