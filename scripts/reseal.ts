/**
 * `npm run reseal`: encrypts again, with the first of the SECRETS, whatever was encrypted with an older one, and reads all
 * of it afterwards. It works beside a running shop, may be stopped, and goes on where it was when it is run again.
 * `--accept-unreadable` lets the shop start although values cannot be read, where their secret is lost.
 */

await import("./data-folder");
const { closeDatabase } = await import("../db/client.server");
const sealing = await import("../app/domain/system/sealing/sealed-values.server");

/** The shop writes meanwhile; a row that it changed in the same moment is renewed by the next run. */
const MOST_RUNS = 5;

const acceptsUnreadable = process.argv.includes("--accept-unreadable");
if (acceptsUnreadable) {
  const { unreadable } = await sealing.readSealedValues();
  sealing.rememberSecrets(new Date());
  end(0, `Accepted: ${unreadable.join(" and ") || "nothing"} cannot be read. Nothing was changed.`);
}
if (!sealing.areSecretsProven())
  end(
    1,
    "The shop was last started with other SECRETS: start it with these first, or it won’t be able to read what’s saved.",
  );

let found = await sealing.readSealedValues();
const needed = older(found);
for (let run = 0; run < MOST_RUNS && older(found) > 0; run += 1) {
  await sealing.resealValues();
  found = await sealing.readSealedValues();
}
if (found.unreadable.length > 0)
  end(1, `No secret in SECRETS opens ${found.unreadable.join(" and ")}: add the secret that they were encrypted with.`);
if (older(found) > 0) end(1, `${older(found)} values still need an older secret: run it again.`);
end(
  0,
  `${needed} values were encrypted again. All ${found.rows} were read: none needs an older secret. npm run doctor says when it can be removed.`,
);

function older({ bySecret }: { bySecret: readonly number[] }): number {
  return bySecret.slice(1).reduce((sum, count) => sum + count, 0);
}

function end(code: number, sentence: string): never {
  closeDatabase();
  (code === 0 ? console.log : console.error)(sentence);
  process.exit(code);
}

export {};
