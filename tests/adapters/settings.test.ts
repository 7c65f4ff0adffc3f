import { generateKeyPairSync } from "node:crypto";
import { describe, expect, it } from "vitest";
import { readSettings, SettingsError } from "~/adapters/settings.server";
import { LIVE_PAYMENTS, PRODUCTION } from "../support/production-settings";

const secret = "a-secret-of-at-least-32-characters-x";

const production = {
  ...PRODUCTION,
  ...LIVE_PAYMENTS,
  SECRETS: secret,
  STRIPE_WEBHOOK_SECRETS: "whsec_1,whsec_2",
};

function problemsWith(variables: Record<string, string | undefined>): readonly string[] {
  try {
    readSettings(variables);
    return [];
  } catch (error) {
    if (error instanceof SettingsError) return error.problems;
    throw error;
  }
}

describe("with nothing configured", () => {
  const settings = readSettings({ SECRETS: secret, PORT: "4000" });

  it("emails become files, photos lie on disk, and the address is this machine's", () => {
    expect(settings.mail.kind).toBe("file");
    expect(settings.storage.kind).toBe("disk");
    expect(settings.publicOrigin).toBe("http://localhost:4000");
  });

  it("an empty variable counts as none", () => {
    expect(readSettings({ SECRETS: secret, SMTP_URL: "", S3_BUCKET: "" }).mail.kind).toBe("file");
  });
});

describe("the days that are agreed with customers", () => {
  it.each([
    ["CANCELLATION_DAYS", "14"],
    ["CANCELLATION_DAYS", "60"],
    ["MAKING_DAYS", "5"],
    ["MAKING_DAYS", "14"],
  ])("may be %s %s", (name, days) => {
    expect(problemsWith({ SECRETS: secret, [name]: days })).toEqual([]);
  });

  it.each([
    ["CANCELLATION_DAYS", "13", "14 to 60"],
    ["CANCELLATION_DAYS", "61", "14 to 60"],
    ["CANCELLATION_DAYS", "a month", "14 to 60"],
    ["MAKING_DAYS", "4", "5 to 14"],
    ["MAKING_DAYS", "15", "5 to 14"],
    ["MAKING_DAYS", "7.5", "5 to 14"],
  ])("refuse a start with %s %s", (name, days, bounds) => {
    expect(problemsWith({ SECRETS: secret, [name]: days })).toEqual([`${name}: must be a whole number from ${bounds}`]);
  });
});

describe("the staff’s directory", () => {
  const directory = {
    ENTRA_TENANT_ID: "6babcaad-604b-40ac-a9d7-9fd97c0b779f",
    ENTRA_CLIENT_ID: "hyperloop",
    ENTRA_CLIENT_SECRET: "secret",
  };

  it("is Microsoft’s for this tenant where no other is named, and none where nothing is set", () => {
    expect(readSettings(production).entra).toBeNull();
    expect(readSettings({ ...production, ...directory }).entra?.issuer).toBe(
      `https://login.microsoftonline.com/${directory.ENTRA_TENANT_ID}/v2.0`,
    );
  });

  it.each(Object.keys(directory))("without %s it refuses and names it", (name) => {
    expect(problemsWith({ SECRETS: secret, ...directory, [name]: undefined }).join("\n")).toContain(name);
  });

  it("is asked by https in production", () => {
    const open = { ...production, ...directory, ENTRA_ISSUER: "http://127.0.0.1:9" };
    expect(problemsWith(open)).toEqual(["ENTRA_ISSUER must be https"]);
  });
});

describe("the key that signs emails", () => {
  const pem = (bits: number, type: "pkcs1" | "pkcs8" = "pkcs8") =>
    generateKeyPairSync("rsa", { modulusLength: bits }).privateKey.export({ type, format: "pem" }).toString();
  const selector = { DKIM_SELECTOR: "loop2026" };

  it("is absent where it is not set, and may have its line breaks written as \\n", () => {
    expect(readSettings({ SECRETS: secret, ...selector }).mailFrom.dkim).toBeNull();
    for (const written of [pem(1024), pem(1024, "pkcs1"), pem(1024).replaceAll("\n", "\\n")]) {
      const { dkim } = readSettings({ SECRETS: secret, ...selector, DKIM_PRIVATE_KEY: written }).mailFrom;
      expect([dkim?.selector, dkim?.privateKey.asymmetricKeyType]).toEqual(["loop2026", "rsa"]);
    }
  });

  it("is refused without the name under which DNS has its other half", () => {
    expect(problemsWith({ SECRETS: secret, DKIM_PRIVATE_KEY: pem(1024) }).join()).toContain(
      "DKIM_SELECTOR must be set",
    );
  });

  it("is refused where it is no key, too short or of a kind that few can check, and never quoted", () => {
    const edwards = generateKeyPairSync("ed25519").privateKey.export({ type: "pkcs8", format: "pem" }).toString();
    for (const written of ["loop2026", pem(512), edwards, pem(1024).slice(0, 200)]) {
      const problems = problemsWith({ SECRETS: secret, ...selector, DKIM_PRIVATE_KEY: written });
      expect(problems).toEqual([expect.stringMatching(/^DKIM_PRIVATE_KEY: must be the PEM of an RSA key/)]);
    }
  });
});

describe("the mail provider that reports emails that came back", () => {
  const curve = generateKeyPairSync("ec", { namedCurve: "P-256" }).publicKey.export({ type: "spki", format: "der" });
  const set = (provider: string, webhookSecret?: string) => ({
    ...{ SECRETS: secret, MAIL_WEBHOOK: provider, MAIL_WEBHOOK_SECRET: webhookSecret },
  });

  it("is off where no provider is set", () => {
    expect(readSettings({ SECRETS: secret }).mailWebhook).toBeNull();
  });

  it.each([
    ["ses", "arn:aws:sns:eu-west-2:123456789012:bounces"],
    ["ses", "arn:aws:sns:eu-west-2:123456789012:bounces,arn:aws:sns:eu-west-2:123456789012:complaints"],
    ["postmark", "postmark:a-password-of-twenty-five"],
    ["mailgun", "0123456789abcdef0123456789abcdef"],
    ["sendgrid", curve.toString("base64")],
  ])("may be %s, known by %s", (provider, webhookSecret) => {
    expect(readSettings(set(provider, webhookSecret)).mailWebhook).toEqual({ provider, secret: webhookSecret });
  });

  it.each([
    ["ses", "bounces"],
    ["postmark", "a-password-of-twenty-five"],
    ["postmark", "postmark:short"],
    ["mailgun", "short"],
    ["sendgrid", "0123456789abcdef"],
  ])("%s known by %s is refused, without quoting it", (provider, webhookSecret) => {
    const [problem = "", ...others] = problemsWith(set(provider, webhookSecret));
    expect([problem.startsWith("MAIL_WEBHOOK_SECRET: must be"), others]).toEqual([true, []]);
    expect(problem.replace(/such as.*/, "")).not.toContain(webhookSecret);
  });

  it("is refused where nobody knows it, or nothing proves its messages", () => {
    expect(problemsWith(set("pigeon", "0123456789abcdef")).join()).toContain("MAIL_WEBHOOK");
    expect(problemsWith(set("postmark")).join()).toContain("MAIL_WEBHOOK_SECRET must be set too");
  });
});

describe("a printer’s API", () => {
  const printer = {
    PRINTER_API_KEY: "key",
    PRINTER_PRODUCT_STANDARD: "BOOK-1",
    PRINTER_PRODUCT_LUXURY: "BOOK-2",
  };

  it("is Prodigi’s where no other is named, and books are printed by hand where nothing is set", () => {
    expect(readSettings(production).printer).toBeNull();
    expect(readSettings({ ...production, ...printer }).printer).toEqual({
      apiKey: "key",
      origin: "https://api.prodigi.com",
      products: { standard: "BOOK-1", luxury: "BOOK-2" },
      shippingMethod: "Standard",
    });
  });

  it.each(Object.keys(printer))("without %s it refuses and names it", (name) => {
    expect(problemsWith({ SECRETS: secret, ...printer, [name]: undefined }).join("\n")).toContain(name);
  });

  it("is asked by https in production", () => {
    const open = { ...production, ...printer, PRINTER_API_ORIGIN: "http://127.0.0.1:9" };
    expect(problemsWith(open)).toEqual(["PRINTER_API_ORIGIN must be https"]);
  });
});

describe("in production", () => {
  it("a full configuration starts, with live payments and every webhook secret", () => {
    const settings = readSettings(production);
    expect(settings.payments.liveMode).toBe(true);
    expect(settings.payments.webhookSecrets).toEqual(["whsec_1", "whsec_2"]);
    expect(settings.mail).toEqual({ kind: "smtp", url: production.SMTP_URL });
    expect(settings.storage.kind).toBe("s3");
  });

  it.each(Object.keys(production).filter((name) => name !== "APP_ENV"))(
    "without %s it refuses and names it",
    (name) => {
      expect(problemsWith({ ...production, [name]: undefined }).join("\n")).toContain(name);
    },
  );

  it("the staff have no tools that make things unless they were asked for; elsewhere they have them", () => {
    expect(readSettings(production).staffTools).toBe(false);
    expect(readSettings({ ...production, STAFF_TOOLS: "0" }).staffTools).toBe(false);
    expect(readSettings({ ...production, STAFF_TOOLS: "1" }).staffTools).toBe(true);
    expect(readSettings({ SECRETS: secret }).staffTools).toBe(true);
    expect(readSettings({ SECRETS: secret, STAFF_TOOLS: "0" }).staffTools).toBe(false);
  });

  it("an address without TLS is refused", () => {
    expect(problemsWith({ ...production, PUBLIC_ORIGIN: "http://loop.example" })).toContain(
      "PUBLIC_ORIGIN must be https",
    );
  });

  it("a test key is refused unless test payments are asked for", () => {
    const testKey = {
      ...production,
      STRIPE_SECRET_KEY: "sk_test_1",
      STRIPE_PUBLISHABLE_KEY: "pk_test_1",
    };
    expect(problemsWith(testKey).join()).toContain("ALLOW_TEST_PAYMENTS");
    const rehearsal = { ...testKey, ALLOW_TEST_PAYMENTS: "1" };
    expect(problemsWith(rehearsal)).toEqual([]);
    expect(readSettings(rehearsal).payments).toMatchObject({ liveMode: false, isTestMode: true });
    expect(readSettings(production).payments).toMatchObject({ liveMode: true, isTestMode: false });
  });

  it("a restricted key charges cards like a secret one", () => {
    const restricted = { ...production, STRIPE_SECRET_KEY: "rk_live_1" };
    expect(problemsWith(restricted)).toEqual([]);
    expect(readSettings(restricted).payments).toMatchObject({ liveMode: true, isTestMode: false });
  });

  it.each([
    ["sk_live_1", "pk_test_1"],
    ["rk_live_1", "pk_test_1"],
    ["sk_test_1", "pk_live_1"],
  ])("the keys %s and %s are not taken together", (secretKey, publishableKey) => {
    const mixed = { ...production, STRIPE_SECRET_KEY: secretKey, STRIPE_PUBLISHABLE_KEY: publishableKey };
    expect(problemsWith({ ...mixed, ALLOW_TEST_PAYMENTS: "1" }).join()).toContain("both be live keys");
  });

  it("a live key never goes with another address of the provider's", () => {
    expect(problemsWith({ ...production, STRIPE_API_ORIGIN: "http://127.0.0.1:12111" })).toHaveLength(1);
  });

  it("a short secret is refused", () => {
    expect(problemsWith({ ...production, SECRETS: "short" }).join()).toContain("32");
  });
});

describe("the mailbox that emails come back to", () => {
  const bounces = {
    BOUNCE_MAILBOX: "imaps://me%40loop.example:p%2F%3Aw@mail.example",
    BOUNCE_ADDRESS: "b+*@loop.example",
  };

  it("is read by TLS, at its usual port and in its inbox where no others are named", () => {
    expect(readSettings({ ...production, ...bounces }).bounces).toEqual({
      mailbox: { host: "mail.example", port: 993, user: "me@loop.example", password: "p/:w", folder: "INBOX" },
      address: "b+*@loop.example",
    });
    const other = { ...bounces, BOUNCE_MAILBOX: "imaps://me:word@[::1]:1993/Came%20back" };
    expect(readSettings({ ...production, ...other }).bounces?.mailbox).toMatchObject({
      ...{ host: "::1", port: 1993, folder: "Came back" },
    });
    expect(readSettings(production).bounces).toBeNull();
  });

  it.each(Object.keys(bounces))("without %s is refused, which names it", (name) => {
    expect(problemsWith({ ...production, ...bounces, [name]: undefined }).join()).toContain(name);
  });

  it.each([
    "imap://me:hidden-word@mail.example/INBOX",
    "https://me:hidden-word@mail.example/INBOX",
    "imaps://me:hidden-word%@mail.example/INBOX",
    "imaps://me@mail.example/INBOX?hidden-word",
    "mail.example hidden-word",
  ])("is refused as %s, without its password in the message", (mailbox) => {
    const problems = problemsWith({ ...production, ...bounces, BOUNCE_MAILBOX: mailbox }).join();
    expect(problems).toContain("BOUNCE_MAILBOX: must look like imaps://");
    expect(problems).not.toContain("hidden-word");
  });

  it.each([
    "bounces@loop.example",
    "b+*+*@loop.example",
    "b+*@loop",
    "B+*@loop.example",
    `${"b".repeat(28)}*@loop.example`,
  ])("is refused with the address %s", (address) => {
    expect(problemsWith({ ...production, ...bounces, BOUNCE_ADDRESS: address }).join()).toContain("with * for what");
  });
});

describe("half a configuration", () => {
  it.each([
    ["S3_BUCKET", "loop", "S3_REGION"],
    ["STRIPE_SECRET_KEY", "sk_test_1", "STRIPE_WEBHOOK_SECRETS"],
    ["SMTP_URL", "smtp://localhost", "MAIL_FROM"],
  ])("%s alone is refused anywhere, and what is missing is named", (name, value, missing) => {
    expect(problemsWith({ SECRETS: secret, [name]: value }).join()).toContain(missing);
  });

  it.each([
    ["PORT", "99999"],
    ["PUBLIC_ORIGIN", "loop"],
    ["SMTP_URL", "https://mail.example"],
    ["STRIPE_SECRET_KEY", "pk_live_1"],
    ["STRIPE_PUBLISHABLE_KEY", "sk_live_1"],
    ["APP_ENV", "staging"],
  ])("a malformed %s is refused by name", (name, value) => {
    expect(problemsWith({ SECRETS: secret, [name]: value }).join()).toContain(name);
  });
});
