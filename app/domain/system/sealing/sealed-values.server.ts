import { createHmac } from "node:crypto";
import { setTimeout as pause, setImmediate as untilOthersRan } from "node:timers/promises";
import { rawConnection, write } from "#db/client.server";
import { openSealed, SealBroken, seal } from "#db/sealing.server";
import { settings } from "~/adapters/settings.server";
import { resealText } from "~/domain/kernel/sealing/sealed-text.server";
import { SECOND_FACTOR_SEAL } from "~/domain/people/staff/second-factor.server";
import { VOUCHER_SEAL, voucherHashes } from "~/domain/shop/vouchers/vouchers.server";

/**
 * Which stored values depend on which of the settings' secrets, and how they are encrypted again with the newest, so that
 * an older one can be removed. Rows are read in slices and written a few at a time, and a row that has been renewed is
 * not touched again: a run may be stopped at any moment and repeated, also while the shop runs.
 */

const SLICE = 200;
/** Renewed in one transaction, which keeps others from writing for some milliseconds. */
const RENEWED_TOGETHER = 30;
/** Then others get this long: SQLite sleeps up to a tenth of a second before it looks for the lock again. */
const OTHERS_MS = 110;

type Columns = Record<string, string>;

interface Reading {
  /** The places in the settings of the secrets that this row depends on. */
  secrets: readonly number[];
  /** The row's columns as the newest secret writes them. */
  renew(): Columns;
}

interface SealedTable {
  table: string;
  columns: readonly string[];
  /** Singular and plural of one of them in texts. */
  names: readonly [string, string];
  /** @throws SealBroken if no secret opens the row. */
  read(row: Columns): Reading;
}

const SEALED_TABLES: readonly SealedTable[] = [
  {
    table: "staff",
    columns: ["totp_sealed"],
    names: ["second factor", "second factors"],
    read({ totp_sealed = "" }) {
      const { text, secret } = openSealed(SECOND_FACTOR_SEAL, totp_sealed);
      return { secrets: [secret], renew: () => ({ totp_sealed: seal(SECOND_FACTOR_SEAL, text) }) };
    },
  },
  {
    table: "vouchers",
    columns: ["code_hash", "code_sealed"],
    names: ["voucher code", "voucher codes"],
    read({ code_hash = "", code_sealed = "" }) {
      const { text, secret } = openSealed(VOUCHER_SEAL, code_sealed);
      const hashes = voucherHashes(text);
      const renew = () => ({ code_hash: hashes[0] ?? "", code_sealed: seal(VOUCHER_SEAL, text) });
      return { secrets: [secret, Math.max(0, hashes.indexOf(code_hash))], renew };
    },
  },
  {
    table: "emails",
    columns: ["subject", "text_body", "html_body"],
    names: ["email", "emails"],
    read(row) {
      const renewed = Object.entries(row).map(([column, text]) => [column, resealText(text)] as const);
      return {
        secrets: renewed.flatMap(([, { secrets }]) => secrets),
        renew: () => Object.fromEntries(renewed.map(([column, { text }]) => [column, text])),
      };
    },
  },
];

export interface SealedValues {
  /** How many rows were read. */
  rows: number;
  /** How many rows depend on each secret, by its place in the settings. */
  bySecret: number[];
  /** What no secret opens: names and counts; empty when everything can be read. */
  unreadable: string[];
}

/** Reads every stored value that depends on a secret; changes nothing. */
export async function readSealedValues(): Promise<SealedValues> {
  return await visitRows(() => {});
}

/** Encrypts again whatever depends on an older secret. What it returns was found before. */
export async function resealValues(): Promise<SealedValues> {
  return await visitRows(async (sealed, found) => {
    const old = found.filter(({ secrets }) => secrets.some((secret) => secret > 0));
    const where = sealed.columns.map((column) => `${column} = @old_${column}`).join(" AND ");
    const set = sealed.columns.map((column) => `${column} = @${column}`).join(", ");
    const change = rawConnection().prepare(`UPDATE ${sealed.table} SET ${set} WHERE id = @id AND ${where}`);
    for (let place = 0; place < old.length; place += RENEWED_TOGETHER) {
      const renewed = old
        .slice(place, place + RENEWED_TOGETHER)
        .map(({ id, row, renew }) => ({ id, ...renew(), ...prefixed(row) }));
      write(() => {
        // A row that was changed since it was read keeps its change; the next run renews it.
        for (const row of renewed) change.run(row);
      });
      await pause(OTHERS_MS);
    }
  });
}

const prefixed = (row: Columns) =>
  Object.fromEntries(Object.entries(row).map(([column, value]) => [`old_${column}`, value]));

type Found = Reading & { id: string; row: Columns };

async function visitRows(visit: (sealed: SealedTable, found: Found[]) => Promise<void> | void): Promise<SealedValues> {
  const values: SealedValues = { rows: 0, bySecret: settings.secrets.map(() => 0), unreadable: [] };
  for (const sealed of SEALED_TABLES) {
    let unreadable = 0;
    for (let after = ""; ; ) {
      const rows = sliceOf(sealed, after);
      const found: Found[] = [];
      for (const { id, ...row } of rows) {
        const reading = readRow(sealed, row);
        if (reading) found.push({ id: id ?? "", row, ...reading });
        else unreadable += 1;
        for (const secret of new Set(reading?.secrets)) values.bySecret[secret] = (values.bySecret[secret] ?? 0) + 1;
      }
      await visit(sealed, found);
      values.rows += rows.length;
      const last = rows.at(-1)?.id;
      if (rows.length < SLICE || !last) break;
      after = last;
      await untilOthersRan();
    }
    const [one, several] = sealed.names;
    if (unreadable > 0) values.unreadable.push(`${unreadable} ${unreadable === 1 ? one : several}`);
  }
  return values;
}

function sliceOf({ table, columns }: SealedTable, after: string): Columns[] {
  const present = `coalesce(${columns[0]}, '') <> ''`;
  return rawConnection()
    .prepare<[string, number], Columns>(
      `SELECT id, ${columns.join(", ")} FROM ${table} WHERE id > ? AND ${present} ORDER BY id LIMIT ?`,
    )
    .all(after, SLICE);
}

function readRow(sealed: SealedTable, row: Columns): Reading | null {
  try {
    return sealed.read(row);
  } catch (error) {
    if (error instanceof SealBroken) return null;
    throw error;
  }
}

const PROOF = "sealed-values:";

/** Names the secrets of the settings in their order without revealing them. */
function proofName(): string {
  const [first, ...rest] = settings.secrets;
  return PROOF + createHmac("sha256", first).update(JSON.stringify(rest)).digest("hex").slice(0, 24);
}

/** Whether these secrets are those with which the shop was last started. */
export function areSecretsProven(): boolean {
  return rawConnection().prepare("SELECT 1 FROM service_checks WHERE name = ?").get(proofName()) !== undefined;
}

/** Remembers that everything can be read with these secrets, or that its owner accepted what cannot. */
export function rememberSecrets(now: Date): void {
  write(() => {
    const connection = rawConnection();
    connection.prepare("DELETE FROM service_checks WHERE name LIKE ?").run(`${PROOF}%`);
    connection.prepare("INSERT INTO service_checks (name, ok_at) VALUES (?, ?)").run(proofName(), now.getTime());
  });
}
