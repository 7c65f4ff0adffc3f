import { is } from "drizzle-orm";
import { getTableConfig, SQLiteTable, SQLiteText } from "drizzle-orm/sqlite-core";
import { describe, expect, it } from "vitest";
import * as schema from "#db/schema";
import { SEALED_COLUMNS } from "#db/sealing.server";
import { sources } from "../../../architecture/source";

/** That no value that depends on a secret is forgotten when a secret is replaced. */

const columns = Object.values(schema as Record<string, unknown>)
  .filter((one) => is(one, SQLiteTable))
  .flatMap((table) => {
    const { name, columns } = getTableConfig(table);
    return columns.filter((column) => is(column, SQLiteText)).map((column) => `${name}.${column.name}`);
  });

/** Columns of hashes, and why each stays true when the secrets change, or how it is renewed. */
const HASHES: Readonly<Record<string, string>> = {
  "accounts.password_hash": "Argon2, without a secret of ours",
  "sessions.key_hash": "of a random key",
  "access_tokens.key_hash": "of a random key",
  "staff_sessions.key_hash": "of a random key",
  "pending_vouchers.key_hash": "of a random key",
  "impersonations.key_hash": "of a random key",
  "machines.token_hash": "of a random token",
  "machines.next_token_hash": "of a random token",
  "staff.password_hash": "Argon2, without a secret of ours",
  "suppressions.email_hash": "of an address, without a secret",
  "consents.email_hash": "of an address, without a secret",
  "audit_events.hash": "of a row and the row before",
  "audit_events.previous_hash": "of the row before",
  "vouchers.code_hash": "renewed with the sealed code",
  "one_time_codes.code_hash": "over after ten minutes",
  "kept_texts.hash": "of a public text, without a secret",
  "orders.terms_hash": "of a public text, without a secret",
  "orders.privacy_hash": "of a public text, without a secret",
};

/** Files that use the secrets, and what becomes of what they made when one of them is removed. */
const USES: Readonly<Record<string, string>> = {
  "app/adapters/settings.server.ts": "declares them",
  "app/domain/mail/outbox/return-paths.server.ts": "addresses that emails come back to within thirty days",
  "app/domain/people/accounts/codes.server.ts": "codes of ten minutes",
  "app/domain/people/accounts/devices.server.ts": "cookies: wrong passwords are counted as of an unknown browser",
  "app/domain/people/accounts/mailbox-links.server.ts": "links of a day",
  "app/domain/people/accounts/receipt-links.server.ts": "links of thirty days, which the doctor waits for",
  "app/domain/system/checks/secrets.server.ts": "remembers since when one is in use",
  "app/domain/kernel/links/signatures.server.ts": "links in emails and addresses given to the printer",
  "app/domain/system/sealing/sealed-values.server.ts": "renews what is stored",
  "app/domain/shop/vouchers/vouchers.server.ts": "code_hash and code_sealed of vouchers, renewed",
  "app/web/keys.server.ts": "cookies and forms: people sign in again",
  "db/sealing.server.ts": "the columns of SEALED_COLUMNS",
};

describe("what depends on a secret", () => {
  it("is declared for every encrypted column of the schema, and no other", () => {
    const declared = new Set<string>(Object.values(SEALED_COLUMNS).flat());
    expect(columns.length).toBeGreaterThan(200);
    const encrypted = columns.filter((name) => /seal|totp|cipher|encrypted/.test(name) && !isAboutOpening(name));
    expect(encrypted.length).toBeGreaterThan(1);
    expect(encrypted.filter((name) => !declared.has(name))).toEqual([]);
    expect([...declared].filter((name) => !columns.includes(name))).toEqual([]);
  });

  it("is known for every hash of the schema", () => {
    const hashes = columns.filter((name) => /\..*(?:hash|hmac|signature|token)/.test(name));
    expect(hashes.filter((name) => !(name in HASHES)).sort()).toEqual([]);
    expect(Object.keys(HASHES).filter((name) => !hashes.includes(name))).toEqual([]);
  });

  it("is known for every file that uses the secrets", () => {
    const users = [...sources]
      .filter(
        ([path, text]) =>
          /^(?:app|db)\//.test(path) && /\bsettings\.secrets\b|^\s+secrets: (?!\[|readonly \[)/m.test(text),
      )
      .map(([path]) => path)
      .filter((path) => !path.startsWith("app/adapters/payments/"));
    expect(users.filter((path) => !(path in USES))).toEqual([]);
    expect(Object.keys(USES).filter((path) => !users.includes(path))).toEqual([]);
  });
});

/** The export of a batch is called its seal; its columns say who opened it and why. */
const isAboutOpening = (name: string) => name.startsWith("voucher_batches.seal_");
