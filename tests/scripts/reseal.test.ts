import { spawnSync } from "node:child_process";
import { copyFileSync, mkdtempSync } from "node:fs";
import { join } from "node:path";
import SqliteFile from "better-sqlite3";
import { Secret, TOTP } from "otpauth";
import { expect, it, vi } from "vitest";
import { databaseFile, rawConnection, write } from "#db/client.server";
import { sealEntryText, sealForReader, sealText } from "~/domain/kernel/sealing/sealed-text.server";
import { lines } from "~/domain/mail/layout/email-blocks";
import { queueEmail } from "~/domain/mail/outbox/outbox.server";
import { inviteStaff } from "~/domain/people/staff/invitations.server";
import { addStaff } from "~/domain/people/staff/staff.server";
import { issueVoucher } from "~/domain/shop/vouchers/vouchers.server";
import { productionSettings } from "../../scripts/testing/production.ts";
import { NOW } from "../support/people";

const OLD = process.env.SECRETS ?? "";
const NEW = "kB7q-another-one-for-trials-0123456789-xyz";
const VOUCHERS = 450;
const EMAIL = "joan@loop.example";

const VOUCHER = {
  valuePence: 6999,
  choice: null,
  purchasedByAccountId: null,
  orderId: null,
  recipient: { name: null, email: null, message: null, sendOnDay: null },
};

/** A shop in which everything was encrypted with the old secret. */
const added = await addStaff({ email: EMAIL, name: "Joan Whitlock", role: "super_admin" }, null, NOW);
if (!added.ok) throw new Error(added.reason);
const codes = Array.from({ length: VOUCHERS }, () => write((tx) => issueVoucher(tx, VOUCHER, NOW).code));
const [code = ""] = codes;
const typed = "⟦sealed:1.dHlwZWQgYnkgc29tZWJvZHkgd2hvIGtub3dzIG91ciBtYXJrcw⟧";
const said = [sealText(code), sealEntryText("e1", "private"), sealForReader("question", "why"), typed];
write((tx) =>
  queueEmail(tx, {
    accountId: null,
    to: { name: "Callum", email: "callum@loop.example" },
    dedupeKey: "gift:1",
    message: {
      kind: "account_corrected",
      subject: `Yours: ${sealForReader("link", "there")}`,
      preview: "",
      blocks: [lines(said)],
    },
    now: NOW,
  }),
);
const { secret } = added;
const invitation = { email: "bea@loop.example", name: "Bea Lockwood", role: "support" } as const;
if (!inviteStaff(invitation, { staffId: added.staffId }, NOW).ok) throw new Error("Bea was not invited.");
const setUp = rawConnection().prepare("SELECT text_body FROM emails WHERE kind = 'staff_set_up'").pluck().get();
const [, setUpToken = ""] = /token=(\S+)/.exec(String(setUp)) ?? [];

function openShop() {
  const folder = mkdtempSync(join(process.env.DATA_DIR ?? "", "shop-"));
  rawConnection().pragma("wal_checkpoint(TRUNCATE)");
  copyFileSync(databaseFile, join(folder, "loop.db"));
  const run = (name: string, secrets: string, ...args: string[]) => {
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      ["--no-warnings", `build/processes/${name}.js`, ...args],
      {
        env: {
          PATH: process.env.PATH,
          ...productionSettings({ dataFolder: folder, port: 3000 }),
          ALLOW_NO_BACKUP: "1",
          SECRETS: secrets,
        },
        encoding: "utf8",
      },
    );
    const complaints = stderr.split("\n").filter((line) => !line.startsWith("Nothing is backed up:"));
    return { status, said: (stdout + complaints.join("\n")).trim() };
  };
  const change = (sql: string) => {
    const connection = new SqliteFile(join(folder, "loop.db"));
    connection.exec(sql);
    connection.close();
  };
  return { folder, run, change };
}

/** The app as it reads this folder with these secrets. */
async function appOn(folder: string, secrets: string) {
  vi.resetModules();
  vi.stubEnv("DATA_DIR", folder);
  vi.stubEnv("SECRETS", secrets);
  const { signInStaff } = await import("~/domain/people/staff/staff-sign-in.server");
  const { setUpData } = await import("~/domain/people/staff/invitations.server");
  const { voucherHashes } = await import("~/domain/shop/vouchers/vouchers.server");
  const { unseal } = await import("#db/sealing.server");
  const { openSealedText } = await import("~/domain/kernel/sealing/sealed-text.server");
  const { rawConnection: connection } = await import("#db/client.server");
  return { signInStaff, setUpData, voucherHashes, unseal, openSealedText, connection };
}

it("a secret is replaced: new and old, reseal, new alone; second factor, codes and emails can be read", async () => {
  const shop = openShop();
  expect(shop.run("prepare-database", OLD)).toEqual({ status: 0, said: "" });
  const early = shop.run("reseal", `${NEW},${OLD}`);
  expect(early).toEqual({ status: 1, said: expect.stringContaining("start it with these first") });
  expect(shop.run("prepare-database", `${NEW},${OLD}`).status).toBe(0);
  const needed = VOUCHERS + 3;
  expect(shop.run("doctor", `${NEW},${OLD}`).said).toContain(`${needed} values still need it.`);
  const resealed = shop.run("reseal", `${NEW},${OLD}`);
  expect(resealed).toEqual({
    status: 0,
    said: expect.stringContaining(`${needed} values were encrypted again`),
  });
  expect(shop.run("doctor", `${NEW},${OLD}`).said).toContain("No value needs it. Links in emails do until");
  expect(shop.run("reseal", `${NEW},${OLD}`).said).toMatch(/^0 values were encrypted again/);

  const during = await appOn(shop.folder, `${NEW},${OLD}`);
  expect(during.setUpData(setUpToken, NOW)).toMatchObject({ email: invitation.email });
  during.connection().close();

  expect(shop.run("prepare-database", NEW)).toEqual({ status: 0, said: "" });
  const app = await appOn(shop.folder, NEW);
  const totp = new TOTP({ secret: Secret.fromBase32(secret) });
  const signedIn = await app.signInStaff(
    {
      email: EMAIL,
      password: added.password ?? "",
      code: totp.generate({ timestamp: NOW.getTime() }),
      clientAddress: "a",
    },
    NOW,
  );
  expect(signedIn.ok).toBe(true);
  const rows = app
    .connection()
    .prepare<[], { code_hash: string; code_sealed: string }>("SELECT code_hash, code_sealed FROM vouchers")
    .all();
  expect(rows.map(({ code_sealed }) => app.unseal("voucher-code", code_sealed)).sort()).toEqual([...codes].sort());
  expect(new Set(rows.map(({ code_hash }) => code_hash))).toEqual(
    new Set(codes.flatMap((one) => app.voucherHashes(one))),
  );
  const email = app
    .connection()
    .prepare("SELECT subject, text_body, html_body FROM emails WHERE dedupe_key = 'gift:1'")
    .get();
  const { subject, text_body, html_body } = email as Record<string, string>;
  expect(app.openSealedText(subject ?? "")).toBe("Yours: there");
  for (const body of [text_body, html_body]) {
    const opened = app.openSealedText(body ?? "");
    for (const words of [code, "private", "why", typed]) expect(opened).toContain(words);
    expect(opened.match(/⟦/g)).toHaveLength(1);
  }
  app.connection().close();
});

it("a start without the secret of stored values is refused with an error message, until its owner accepts that it is lost", () => {
  const shop = openShop();
  expect(shop.run("prepare-database", OLD).status).toBe(0);
  const { status, said } = shop.run("prepare-database", NEW);
  expect(status).toBe(1);
  expect(said).toMatch(
    /^No secret in SECRETS opens 2 second factors and 450 voucher codes: .+\.\nOnly then, in a container: .+-c 'npm run reseal -- --accept-unreadable' /,
  );
  expect(shop.run("prepare-database", OLD).status).toBe(0);
  expect(shop.run("reseal", NEW, "--accept-unreadable").said).toContain(
    "450 voucher codes cannot be read. Nothing was changed",
  );
  expect(shop.run("prepare-database", NEW)).toEqual({ status: 0, said: "" });
  expect(shop.run("prepare-database", OLD)).toEqual({ status: 0, said: "" });
});

it("a run that breaks off leaves every value readable, and the next goes on where it was", () => {
  const shop = openShop();
  const both = `${NEW},${OLD}`;
  expect(shop.run("prepare-database", both).status).toBe(0);
  const last = [...rawConnection().prepare<[], string>("SELECT id FROM vouchers ORDER BY id").pluck().all()].at(-1);
  shop.change(
    `CREATE TRIGGER breaks BEFORE UPDATE ON vouchers WHEN new.id = '${last}' BEGIN SELECT RAISE(ABORT, 'broken off'); END`,
  );
  expect(shop.run("reseal", both)).toEqual({ status: 1, said: expect.stringContaining("broken off") });
  shop.change("DROP TRIGGER breaks");
  expect(shop.run("prepare-database", both).status).toBe(0);
  // All vouchers but those that are written together with the last were done.
  expect(shop.run("reseal", both).said).toContain("21 values were encrypted again. All 454 were read");
  expect(shop.run("prepare-database", NEW).status).toBe(0);
});

it("others write after every thirty values while it runs", async () => {
  const shop = openShop();
  expect(shop.run("prepare-database", `${NEW},${OLD}`).status).toBe(0);
  const app = await appOn(shop.folder, `${NEW},${OLD}`);
  const { resealValues } = await import("~/domain/system/sealing/sealed-values.server");
  const other = new SqliteFile(join(shop.folder, "loop.db"), { timeout: 0 });
  const found = new Set<unknown>();
  const writing = setInterval(() => {
    other.exec("BEGIN IMMEDIATE");
    other.exec("COMMIT");
    // Another one whenever something was written by the run since.
    found.add(other.pragma("data_version", { simple: true }));
  }, 10);
  await resealValues();
  clearInterval(writing);
  other.close();
  app.connection().close();
  expect(found.size).toBeGreaterThanOrEqual(VOUCHERS / 30);
});
