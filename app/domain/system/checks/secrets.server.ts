import { createHmac } from "node:crypto";
import { eq } from "drizzle-orm";
import { db } from "#db/client.server";
import { serviceChecks } from "#db/schema";
import { settings } from "~/adapters/settings.server";
import { formatNumber } from "~/domain/kernel/text/numbers";
import { SET_UP_LINK_DAYS } from "~/domain/kernel/time/access-lengths";
import { DAY_MS } from "~/domain/kernel/time/durations";
import { formatLondonDay } from "~/domain/kernel/time/format-days";
import { RECEIPT_LINK_DAYS } from "~/domain/people/accounts/codes";
import { readSealedValues } from "../sealing/sealed-values.server";
import { type Assessment, type Check, failing, named, warning, well } from "./check";

export const SECRETS: readonly Check[] = [{ readers: { doctor: "Secrets" }, assess: assessSecrets }];

const LEAST_SIGNS = 16;
const SECRET_AGE_DAYS = 365;

/** How long links in emails that were sent before a change of secrets work. */
const LINK_DAYS = Math.max(RECEIPT_LINK_DAYS, SET_UP_LINK_DAYS);

/** The secrets in use and the older ones. With one alone nothing else can be needed, so nothing is read. */
async function assessSecrets(now: Date): Promise<Assessment[]> {
  const [first, ...older] = settings.secrets;
  const since = usedSince(first, now);
  const { bySecret } = older.length > 0 ? await readSealedValues() : { bySecret: [] };
  return [
    named("Secrets: number 1", newestSecret(first, since, now)),
    ...older.map((_, place) =>
      named(`Secrets: number ${place + 2}`, olderSecret(bySecret[place + 1] ?? 0, since, now)),
    ),
  ];
}

/** The secret is known by a keyed hash alone, stored to know since when it is in use. */
function usedSince(secret: string, now: Date): Date {
  const key = `secret:${createHmac("sha256", secret).update("age").digest("hex").slice(0, 12)}`;
  db.insert(serviceChecks).values({ name: key, okAt: now }).onConflictDoNothing().run();
  return db.select().from(serviceChecks).where(eq(serviceChecks.name, key)).get()?.okAt ?? now;
}

const isGuessable = (secret: string) =>
  new Set(secret).size < LEAST_SIGNS || /secret|password|example|changeme/i.test(secret);

function newestSecret(secret: string, since: Date, now: Date): Assessment {
  const replace =
    "Put a new one in front (openssl rand -base64 48), start again and run npm run reseal. Keep this one until nothing needs it.";
  if (isGuessable(secret))
    return (settings.environment === "production" ? failing : warning)(
      "It looks typed by hand or copied from an example.",
      replace,
    );
  const days = Math.floor((now.getTime() - since.getTime()) / DAY_MS);
  const said = `In use since ${formatLondonDay(since)}.`;
  return days > SECRET_AGE_DAYS ? warning(said, replace) : well(said);
}

/** An older secret: whether stored values or links in emails still need it. */
function olderSecret(values: number, since: Date, now: Date): Assessment {
  if (values > 0) {
    const said = `${formatNumber(values)} ${values === 1 ? "value still needs" : "values still need"} it.`;
    return warning(said, "Run npm run reseal, and keep it in SECRETS until no value needs it.");
  }
  const until = new Date(since.getTime() + LINK_DAYS * DAY_MS);
  return until > now
    ? well(`No value needs it. Links in emails do until ${formatLondonDay(until)}; remove it then.`)
    : warning("Nothing needs it.", "Remove it from SECRETS, and keep it with the passwords for old copies.");
}
