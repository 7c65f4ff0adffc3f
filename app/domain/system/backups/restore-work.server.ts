import { eq } from "drizzle-orm";
import { db, type Transaction, write } from "#db/client.server";
import { accounts } from "#db/schema";
import type { Copies, Replica } from "~/adapters/backups/contract";
import { settings } from "~/adapters/settings.server";
import { DAY_MS } from "~/domain/kernel/time/durations";
import { seller } from "~/domain/mail/layout/seller.server";
import { queueEmail } from "~/domain/mail/outbox/outbox.server";
import { isGuestRow } from "~/domain/people/accounts/guests.server";
import { accountRestored } from "~/domain/people/accounts/restored-email";
import { readErasedList } from "~/domain/privacy/erasure/erased-list.server";
import { restoreAccount } from "~/domain/privacy/erasure/restored-accounts.server";
import { REPLICA_DAYS } from "./backup-limits";
import { type CopySource, removeCopy, withCheckedCopy } from "./checked-copy.server";
import { CopyRefused, NoSpace } from "./databases.server";
import { newestCopy } from "./restore.server";
import { formatWhatIsMissed, hasLapsed, isWithin } from "./restore-requests";
import { type RestoreRequest, requestIn, setRequest } from "./restore-requests.server";

/**
 * The worker’s part of a request: with a copy it writes down what would come back, or once that is approved brings it back.
 * Run again after a kill it starts from a fresh copy; what came back did so in the transaction that ended the request.
 */

type Backups = { replica: Replica; nightly: Copies } | null;

/** Does what this request asks for next. @throws what trying again may mend. */
export async function workOnRestore(backups: Backups, requestId: string, now: Date): Promise<void> {
  const request = requestIn(db, requestId);
  const name = `restore-${requestId}`;
  const isDue = request?.state === "checking" || request?.state === "approved";
  if (!isDue || hasLapsed(request, now)) return await removeCopy(name);
  try {
    if (!backups) throw new CopyRefused("No bucket is set any more, so there is no copy.");
    const { source, ...copied } = await sourceOf(backups, request);
    const erased = await readErasedList(backups.nightly);
    await withCheckedCopy({ name, source, erased }, now, async (copy, from) => {
      if (request.state === "checking") await look({ copy, from }, request, copied, now);
      else await bringBack({ copy, from }, request, now);
    });
  } catch (error) {
    // What two people have approved waits for room, as for a bucket that does not respond.
    const isTriedAgain = error instanceof NoSpace && request.state === "approved";
    if (isTriedAgain || !(error instanceof CopyRefused)) throw error;
    endWith(request, { state: "refused", refusal: error.message });
  }
}

type Copied = Pick<RestoreRequest, "copyName" | "copyAt">;

/**
 * A moment of the replica’s days is taken from the replica, any other from the nightly copies. What was checked is brought
 * back from the same copy.
 */
async function sourceOf(
  { replica, nightly }: NonNullable<Backups>,
  { moment, createdAt, copyAt, copyName }: RestoreRequest,
): Promise<Copied & { source: CopySource }> {
  if (moment && createdAt.getTime() - moment.getTime() <= REPLICA_DAYS * DAY_MS)
    return { source: { kind: "replica", replica, at: moment }, copyName: "the replica", copyAt: moment };
  const copy = await newestCopy(nightly, copyAt ?? moment);
  if (copyName !== null && copy?.key !== copyName)
    throw new CopyRefused("The copy that was checked is no longer there. Please ask again.");
  if (!copy)
    throw new CopyRefused(
      moment ? "The bucket holds no copy from before that moment." : "The bucket holds no nightly copy yet.",
    );
  return {
    source: { kind: "nightly", copies: nightly, at: copy.at },
    copyName: copy.key,
    copyAt: copy.at,
  };
}

const wantedOf = ({ accountId, account, loopId }: RestoreRequest) => ({
  account: accountId ?? account,
  loopId,
});

interface Fetched {
  copy: string;
  from: string;
}

async function look({ copy, from }: Fetched, request: RestoreRequest, copied: Copied, now: Date): Promise<void> {
  const found = await restoreAccount(copy, wantedOf(request), { apply: false, from }, now);
  if (!found.ok) return endWith(request, { state: "refused", refusal: found.sentence });
  const { ok, accountId, ...report } = found;
  const seen = { ...copied, accountId, report };
  if (Object.keys(report.rows).length > 0) return endWith(request, { state: "waiting", ...seen });
  const refusal =
    report.conflicts.length > 0
      ? "Nothing can come back, because something newer is in its place."
      : "Nothing is missing: all that the copy has is there.";
  endWith(request, { state: "refused", refusal, ...seen });
}

async function bringBack({ copy, from }: Fetched, request: RestoreRequest, now: Date): Promise<void> {
  const { id: requestId, report, reason } = request;
  let isOther = false;
  const found = await restoreAccount(
    copy,
    wantedOf(request),
    {
      apply: true,
      from,
      asked: {
        ...{ requestId, reason, staffId: request.requestedByStaffId },
        approvedBy: request.decidedByStaffId,
      },
      together(tx, { rows, links, conflicts }) {
        isOther = !isWithin(rows, report?.rows ?? {});
        if (isOther || requestIn(tx, requestId)?.state !== "approved") return false;
        const missingFiles = report?.missingFiles ?? [];
        setRequest(tx, requestId, {
          state: "done",
          doneAt: now,
          report: { rows, links, conflicts, missingFiles },
        });
        if (Object.keys(rows).length > 0) notifyOwner(tx, request, formatWhatIsMissed(rows), now);
        return true;
      },
    },
    now,
  );
  if (!found.ok) return endWith(request, { state: "refused", refusal: found.sentence });
  if (!isOther) return;
  // More is missing by now than was approved, so somebody looks at it again.
  const { ok, accountId, ...grown } = found;
  endWith(request, { state: "waiting", report: grown, decidedByStaffId: null, decidedAt: null });
}

/** Changes the request unless somebody has meanwhile, who withdrew it. */
function endWith(request: RestoreRequest, to: Partial<RestoreRequest>): void {
  write((tx) => {
    if (requestIn(tx, request.id)?.state === request.state) setRequest(tx, request.id, to);
  });
}

/** Somebody without an account has nothing to look at, and gets no email. */
function notifyOwner(tx: Transaction, { id, accountId }: RestoreRequest, what: string, now: Date): void {
  const owner = tx
    .select()
    .from(accounts)
    .where(eq(accounts.id, accountId ?? ""))
    .get();
  if (!owner || isGuestRow(owner)) return;
  queueEmail(tx, {
    accountId: owner.id,
    to: { name: owner.firstName, email: owner.email },
    dedupeKey: `account-restored:${id}`,
    message: accountRestored({
      firstName: owner.firstName,
      what: what.replace(/^1 account\b/, "your account"),
      signInUrl: `${settings.publicOrigin}/auth`,
      companyEmail: seller.email,
    }),
    now,
  });
}
