import { sql } from "drizzle-orm";
import { check, index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { belongsTo, day, flag, id, instant, oneOf, outlives, timestamps } from "./columns";

export const ACCOUNT_STATUSES = ["active", "inactive", "suspended"] as const;

export const accounts = sqliteTable(
  "accounts",
  {
    id: id(),
    email: text("email").notNull(),
    firstName: text("first_name").notNull(),
    lastName: text("last_name").notNull(),
    phone: text("phone"),
    passwordHash: text("password_hash").notNull(),
    /** Opened by a receipt's link, and its owner has not chosen a password yet. */
    lacksPassword: flag("lacks_password").notNull().default(false),
    passwordPromptDismissedAt: instant("password_prompt_dismissed_at"),
    emailVerifiedAt: instant("email_verified_at"),
    status: text("status", { enum: ACCOUNT_STATUSES }).notNull().default("active"),
    isTest: flag("is_test").notNull().default(false),
    isDemo: flag("is_demo").notNull().default(false),
    termsAcceptedAt: instant("terms_accepted_at").notNull(),
    privacyAcceptedAt: instant("privacy_accepted_at").notNull(),
    notifyByEmail: flag("notify_by_email").notNull().default(true),
    deletionDueAt: instant("deletion_due_at"),
    lastSignedInAt: instant("last_signed_in_at"),
    ...timestamps(),
  },
  (table) => [
    // An address belongs to the account that proved it. Until then any number of registrations can have it, each with
    // its own password, so that nobody can plant a password in another person's account.
    uniqueIndex("accounts_email_proven").on(sql`lower(${table.email})`).where(sql`email_verified_at IS NOT NULL`),
    index("accounts_email").on(sql`lower(${table.email})`, table.createdAt),
    index("accounts_first_name").on(sql`lower(${table.firstName})`),
    // The list by name or sign-in is filtered in its index.
    index("accounts_last_name").on(sql`lower(${table.lastName})`, table.id, table.status, table.isTest),
    index("accounts_created").on(table.createdAt),
    index("accounts_status").on(table.status, table.createdAt),
    index("accounts_test").on(table.isTest, table.createdAt),
    index("accounts_signed_in").on(table.lastSignedInAt, table.id, table.status, table.isTest),
    index("accounts_deletion_due").on(table.deletionDueAt),
    index("accounts_unproven").on(table.createdAt).where(sql`email_verified_at IS NULL`),
    check("accounts_status", oneOf("status", ACCOUNT_STATUSES)),
  ],
);

/** An account that was erased, for as long as a copy of the database may still hold it. */
export const erasedAccounts = sqliteTable("erased_accounts", {
  accountId: text("account_id").primaryKey(),
  erasedAt: instant("erased_at").notNull(),
});

/** A signed-in browser. The cookie holds a random key; only its SHA-256 is stored here. */
export const sessions = sqliteTable(
  "sessions",
  {
    keyHash: text("key_hash").primaryKey(),
    id: text("id").notNull(),
    accountId: belongsTo("account_id", () => accounts.id),
    userAgent: text("user_agent"),
    createdAt: instant("created_at").notNull(),
    seenAt: instant("seen_at").notNull(),
    expiresAt: instant("expires_at").notNull(),
  },
  (table) => [
    index("sessions_account").on(table.accountId),
    index("sessions_expires").on(table.expiresAt),
    index("sessions_seen").on(table.seenAt, table.accountId),
  ],
);

/** Bearer tokens of API clients, for the customer's own data only; hashed, and valid for 30 days. */
export const accessTokens = sqliteTable(
  "access_tokens",
  {
    keyHash: text("key_hash").primaryKey(),
    accountId: belongsTo("account_id", () => accounts.id),
    createdAt: instant("created_at").notNull(),
    expiresAt: instant("expires_at").notNull(),
  },
  (table) => [index("access_tokens_account").on(table.accountId)],
);

export const CODE_PURPOSES = ["verify_email", "change_email", "reset_password"] as const;

/** Six-digit codes and reset links: keyed hash only, counted attempts, one valid per account and purpose. */
export const oneTimeCodes = sqliteTable(
  "one_time_codes",
  {
    id: id(),
    accountId: belongsTo("account_id", () => accounts.id),
    purpose: text("purpose", { enum: CODE_PURPOSES }).notNull(),
    codeHash: text("code_hash").notNull(),
    sentTo: text("sent_to").notNull(),
    triesUsed: integer("tries_used").notNull().default(0),
    createdAt: instant("created_at").notNull(),
    expiresAt: instant("expires_at").notNull(),
    usedAt: instant("used_at"),
    voidedAt: instant("voided_at"),
  },
  (table) => [
    index("one_time_codes_account").on(table.accountId, table.purpose, table.createdAt),
    check("one_time_codes_purpose", oneOf("purpose", CODE_PURPOSES)),
    check("one_time_codes_tries", sql`${table.triesUsed} >= 0`),
  ],
);

/** Every consent to, or refusal of, marketing emails, with the wording that was shown. */
export const consents = sqliteTable(
  "consents",
  {
    id: id(),
    accountId: outlives("account_id", () => accounts.id),
    emailHash: text("email_hash").notNull(),
    kind: text("kind", { enum: ["marketing"] }).notNull(),
    given: flag("given").notNull(),
    wording: text("wording").notNull(),
    source: text("source").notNull(),
    at: instant("at").notNull(),
  },
  (table) => [
    index("consents_email").on(table.emailHash, table.at),
    index("consents_account").on(table.accountId, table.at),
  ],
);

export const addresses = sqliteTable(
  "addresses",
  {
    id: id(),
    accountId: belongsTo("account_id", () => accounts.id),
    kind: text("kind", { enum: ["shipping", "billing"] })
      .notNull()
      .default("shipping"),
    label: text("label"),
    firstName: text("first_name").notNull(),
    lastName: text("last_name").notNull(),
    company: text("company"),
    line1: text("line1").notNull(),
    line2: text("line2"),
    city: text("city").notNull(),
    county: text("county"),
    postcode: text("postcode").notNull(),
    country: text("country").notNull().default("GB"),
    phone: text("phone"),
    isDefault: flag("is_default").notNull().default(false),
    ...timestamps(),
  },
  (table) => [
    index("addresses_account").on(table.accountId, table.createdAt),
    uniqueIndex("addresses_one_default").on(table.accountId, table.kind).where(sql`is_default = 1`),
  ],
);

/** Rate limit counters; in the database so that they survive a restart. */
export const attempts = sqliteTable(
  "attempts",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    limit: text("limit_name").notNull(),
    subject: text("subject").notNull(),
    at: instant("at").notNull(),
  },
  (table) => [index("attempts_subject").on(table.limit, table.subject, table.at), index("attempts_at").on(table.at)],
);

/** Bank holidays, price lists and switches that staff change; one row per key, JSON value. */
export const settings = sqliteTable("settings", {
  key: text("key").primaryKey(),
  value: text("value").notNull(),
  updatedAt: instant("updated_at").notNull(),
  updatedByStaffId: text("updated_by_staff_id"),
  effectiveFrom: day("effective_from"),
});
