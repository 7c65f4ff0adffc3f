import { afterEach, expect, it } from "vitest";
import { db, rawConnection } from "#db/client.server";
import { vouchers } from "#db/schema";
import { settings } from "~/adapters/settings.server";
import { readSealedValues, resealValues } from "~/domain/system/sealing/sealed-values.server";
import { voucher, voucherRow } from "../../../../support/vouchers";

const { secrets } = settings;
const NEW = "kB7q-another-one-for-trials-0123456789-xyz";
const use = (...given: readonly string[]) => Object.assign(settings, { secrets: given });

afterEach(() => {
  use(...secrets);
  db.delete(vouchers).run();
});

/** One more than a slice. */
const VOUCHERS = 201;

it("every value of an older secret is encrypted again, once, and what no secret opens is counted", async () => {
  const issued = Array.from({ length: VOUCHERS }, () => voucher());
  use(NEW, ...secrets);
  expect(await readSealedValues()).toEqual({ rows: VOUCHERS, bySecret: [0, VOUCHERS], unreadable: [] });
  await resealValues();
  expect(await readSealedValues()).toEqual({ rows: VOUCHERS, bySecret: [VOUCHERS, 0], unreadable: [] });
  const [one] = issued;
  const renewed = voucherRow(one?.voucherId ?? "");
  await resealValues();
  expect(voucherRow(renewed.id)).toEqual(renewed);
  rawConnection().prepare("UPDATE vouchers SET code_sealed = '1.x' WHERE id = ?").run(renewed.id);
  expect(await readSealedValues()).toMatchObject({ rows: VOUCHERS, unreadable: ["1 voucher code"] });
});
