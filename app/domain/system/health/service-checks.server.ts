import { eq } from "drizzle-orm";
import { db } from "#db/client.server";
import { serviceChecks } from "#db/schema";
import { mail, mailCertificate, payments, printer, storage } from "~/adapters/adapters.server";
import { settings } from "~/adapters/settings.server";
import { askPublicAddress } from "./public-address.server";

/**
 * What the worker last found out about the services outside, one row each. `/ready` and the alarms read these rows, so
 * that nobody waits for a service to learn how it is.
 */

export type ServiceName =
  | "database"
  | "storage"
  | "payments"
  | "mail"
  | "mail-certificate"
  | "bounce-mailbox"
  | "printer"
  | "public-address";
export type ServiceCheck = typeof serviceChecks.$inferSelect;

type Found = { ok: true; validUntil?: Date } | { ok: false; message: string };

export function noteService(name: ServiceName, found: Found, now: Date): void {
  const row = found.ok
    ? { okAt: now, failure: null, validUntil: found.validUntil ?? null }
    : { failedAt: now, failure: found.message.slice(0, 300) };
  db.insert(serviceChecks)
    .values({ name, ...row })
    .onConflictDoUpdate({ target: serviceChecks.name, set: row })
    .run();
}

export function serviceCheck(name: ServiceName): ServiceCheck | undefined {
  return db.select().from(serviceChecks).where(eq(serviceChecks.name, name)).get();
}

/** Asks storage and payment provider, and records their responses. */
export async function checkServices(now: Date): Promise<void> {
  await Promise.all([keep("storage", () => storage.check(), now), keep("payments", () => payments.check(), now)]);
}

/** Asks the printer, where one with an API is set. */
export async function checkPrinter(now: Date): Promise<void> {
  if (settings.printer) await keep("printer", () => printer.check(), now);
}

/** Signs in at the mail relay and reads its certificate. */
export async function checkRelay(now: Date): Promise<void> {
  await keep("mail", () => mail.check(), now);
  await keep(
    "mail-certificate",
    async () => {
      const found = await mailCertificate();
      if (found === null) return { ok: true };
      return found.problem === null
        ? { ok: true, validUntil: found.validUntil ?? undefined }
        : { ok: false, message: found.problem };
    },
    now,
  );
}

/** Asks the public address, in production: elsewhere it is this machine's own. */
export async function checkPublicAddress(now: Date): Promise<void> {
  if (settings.environment === "production") await keep("public-address", askPublicAddress, now);
}

async function keep(name: ServiceName, ask: () => Promise<Found>, now: Date): Promise<void> {
  const found = await ask().catch(
    (error: unknown): Found => ({
      ok: false,
      message: error instanceof Error ? error.message : String(error),
    }),
  );
  noteService(name, found, now);
}
