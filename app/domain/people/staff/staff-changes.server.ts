import { and, eq, ne } from "drizzle-orm";
import type { Transaction } from "#db/client.server";
import { newId } from "#db/identifiers";
import { staff } from "#db/schema";
import { settings } from "~/adapters/settings.server";
import { queueEmail } from "~/domain/mail/outbox/outbox.server";
import { ROLE_NAMES, type StaffRole } from "./permissions";
import { staffChanged } from "./staff-emails";

/** Tells the other super admins of a new, returned or changed account, so that nobody invents a colleague unseen. */
export function notifySuperAdmins(
  tx: Transaction,
  change: {
    by: string;
    act: "added" | "reactivated" | "gave a role to";
    person: { id: string; name: string; role: StaffRole };
  },
  now: Date,
): void {
  const { by, act, person } = change;
  const what = `${nameOf(tx, by)} ${act} ${person.name}: ${ROLE_NAMES[person.role]}.`;
  const news = { about: "account", what, path: `/hyperloop/staff/${person.id}` } as const;
  notifyOthers(tx, news, [by, person.id], now);
}

/** Tells the other super admins, the one who asked among them, that somebody has approved other limits. */
export function reportLimits(
  tx: Transaction,
  change: {
    by: string;
    askedBy: string;
    role: StaffRole;
    /** In words, such as "£1,000.00, £250.00 to one person". */
    before: string;
    after: string;
  },
  now: Date,
): void {
  const { by, askedBy, role, before, after } = change;
  const who = `${nameOf(tx, by)} approved what ${nameOf(tx, askedBy)} asked for`;
  const what = `${who}. What one person may give away in a day, ${ROLE_NAMES[role]}: ${after}. Before: ${before}.`;
  notifyOthers(tx, { about: "limits", what, path: `/hyperloop/settings/limits/${role}` }, [by], now);
}

const nameOf = (tx: Transaction, staffId: string) =>
  tx.select({ name: staff.name }).from(staff).where(eq(staff.id, staffId)).get()?.name ?? "A colleague";

interface News {
  about: Parameters<typeof staffChanged>[0]["about"];
  what: string;
  path: string;
}

function notifyOthers(tx: Transaction, { about, what, path }: News, but: readonly string[], now: Date): void {
  const others = tx
    .select({ name: staff.name, email: staff.email })
    .from(staff)
    .where(
      and(...[eq(staff.role, "super_admin"), eq(staff.isActive, true)], ...but.map((staffId) => ne(staff.id, staffId))),
    )
    .all();
  const url = `${settings.publicOrigin}${path}`;
  const id = newId();
  for (const { name, email } of others)
    queueEmail(tx, {
      accountId: null,
      to: { name, email },
      dedupeKey: `staff-changed:${id}:${email}`,
      message: staffChanged({ name, about, what, url }),
      now,
    });
}
