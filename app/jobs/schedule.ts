import { mail } from "~/adapters/adapters.server";
import { logLine } from "~/adapters/log/log.server";
import { notifyApprovers } from "~/domain/backoffice/inbox/approval-emails.server";
import { readSwitches } from "~/domain/backoffice/settings/switches.server";
import { queueChangedProofs } from "~/domain/book/books/proofs-ahead.server";
import { finishWaitingUploads } from "~/domain/diary/entries/uploads.server";
import { queueDueWeeklyEmails } from "~/domain/diary/entries/weekly-emails.server";
import { queueForgotten } from "~/domain/diary/photos/photo-preparing.server";
import { LANES, type Lane } from "~/domain/mail/kinds/email-kinds";
import { sendLane } from "~/domain/mail/outbox/outbox-worker.server";
import { sendDueEvidence } from "~/domain/operations/disputes/held-evidence.server";
import { reportLateShipments } from "~/domain/operations/printing/late-shipments.server";
import { workPrintOrders } from "~/domain/operations/printing/print-order-sending.server";
import { emptyEmailBodies } from "~/domain/privacy/retention/retention.server";
import { reconcilePayments, releaseLapsedDiscounts } from "~/domain/shop/orders/reconciler.server";
import { sendWaitingRefunds } from "~/domain/shop/orders/refunds.server";
import { remindOfWaitingLoops } from "~/domain/shop/orders/waiting-loops.server";
import { workWebhooks } from "~/domain/shop/orders/webhooks.server";
import { closeExpiredVouchers, remindOfVouchers, sendDueGifts } from "~/domain/shop/vouchers/delivery.server";
import { LONGEST_DATABASE_MINUTES, REPLICA_CHECK_SECONDS } from "~/domain/system/backups/backup-limits";
import { checkForDamage } from "~/domain/system/backups/database-check.server";
import { clockProblem, withRightClock } from "~/domain/system/health/clock.server";
import { HEARTBEAT_SECONDS } from "~/domain/system/health/health-limits";
import { recordHeartbeat } from "~/domain/system/health/heartbeat.server";
import {
  checkPrinter,
  checkPublicAddress,
  checkRelay,
  checkServices,
} from "~/domain/system/health/service-checks.server";
import { copyNightly, drillWeekly, watchReplica } from "./back-up";
import { checkStoredFiles } from "./check-files";
import { checkMoney, compareLedger, comparePayouts } from "./check-invariants";
import { countFigures } from "./count-figures";
import { countWords } from "./count-words";
import { emptyLog } from "./empty-log";
import { eraseAccounts } from "./erase-accounts";
import { readBounceMailbox } from "./read-bounces";
import { createMediumSizeMaker, createPrintFileRemaker } from "./remake-photos";
import { prepareWaitingPhotos, runWaitingJob } from "./run-jobs";
import { removeLeftovers, tidyUp } from "./tidy-up";
import { createWatch, tell } from "./watch";

/**
 * The scheduled tasks and how often each runs. Each run is short, takes the time as an argument, and is safe to run
 * twice: a worker can die at any point and another starts again.
 */

export type ScheduledTask = {
  name: string;
  run(now: Date): unknown;
  /** A run that takes longer is abandoned, so that its task can run again; fifteen minutes where nothing is said. */
  longestMinutes?: number;
} & (
  | { everySeconds: number }
  /** "HH:MM" in London; not between 01:00 and 02:00, an hour that is missing or doubled twice a year. */
  | { dailyAt: string }
);

export const SCHEDULE: readonly ScheduledTask[] = [
  { name: "work-webhooks", everySeconds: 1, run: workWebhooks },
  // Each time the scheduler looks, because somebody may be waiting at a proof.
  { name: "run-jobs", everySeconds: 0.2, run: (now) => runWaitingJob(now) },
  { name: "prepare-photos", everySeconds: 0.2, run: (now) => prepareWaitingPhotos(now) },
  {
    name: "queue-forgotten-photos",
    everySeconds: 60,
    run: logged("forgotten_photos_queued", (now) => ({ photos: queueForgotten(now) })),
  },
  {
    // Before somebody opens them.
    name: "make-proofs-ahead",
    everySeconds: 15,
    run: logged("proofs_queued", (now) => ({ proofs: queueChangedProofs(now) })),
  },
  {
    name: "finish-uploads",
    everySeconds: 15,
    run: logged("uploads_finished", (now) => finishWaitingUploads(now, async () => (await clockProblem(now)) === null)),
  },
  ...LANES.map((lane) => ({ name: `post-emails-${lane}`, everySeconds: 1, run: (now: Date) => sendEmails(lane, now) })),
  { name: "give-a-sign-of-life", everySeconds: HEARTBEAT_SECONDS, run: recordHeartbeat },
  { name: "ask-services", everySeconds: 60, run: checkServices },
  { name: "ask-mail-relay", everySeconds: 600, run: checkRelay },
  { name: "read-bounce-mailbox", everySeconds: 120, run: readBounceMailbox },
  { name: "ask-printer", everySeconds: 600, run: checkPrinter },
  { name: "ask-public-address", everySeconds: 600, run: checkPublicAddress },
  { name: "watch", everySeconds: 60, run: createWatch() },
  { name: "tell-alarms", everySeconds: 15, run: tell },
  { name: "tell-approvers", everySeconds: 15, run: notifyApprovers },
  // The third way to fulfilment, besides the webhook and the customer's return.
  { name: "reconcile-payments", everySeconds: 300, run: reconcilePayments },
  { name: "release-discounts", everySeconds: 60, run: releaseLapsedDiscounts },
  { name: "give-money-back", everySeconds: 60, run: sendWaitingRefunds },
  { name: "send-evidence", everySeconds: 15, run: sendDueEvidence },
  { name: "send-gifts", everySeconds: 60, run: sendDueGifts },
  {
    name: "write-weekly-emails",
    everySeconds: 10,
    run: logged("weekly_emails_queued", async (now) => ({
      count: readSwitches().weeklyEmails ? await queueDueWeeklyEmails(now) : 0,
    })),
  },
  { name: "look-after-vouchers", dailyAt: "08:30", run: withRightClock(maintainVouchers) },
  { name: "count-figures", everySeconds: 60, run: countFigures },
  { name: "count-words", everySeconds: 60, run: countWords },
  { name: "remake-print-files", everySeconds: 15, run: createPrintFileRemaker() },
  { name: "make-medium-sizes", everySeconds: 15, run: createMediumSizeMaker() },
  { name: "work-print-orders", everySeconds: 10, run: workPrintOrders },
  { name: "erase-accounts", everySeconds: 60, run: withRightClock(eraseAccounts) },
  { name: "empty-write-ahead-log", everySeconds: 600, run: emptyLog },
  {
    name: "remind-of-waiting-loops",
    dailyAt: "10:00",
    run: (now) => readSwitches().loopReminders && remindOfWaitingLoops(now),
  },
  // By then staff have recorded what was delivered the day before.
  { name: "tell-of-late-shipments", dailyAt: "15:00", run: withRightClock(reportLateShipments) },
  { name: "watch-replica", everySeconds: REPLICA_CHECK_SECONDS, run: watchReplica },
  { name: "check-database", dailyAt: "02:15", longestMinutes: LONGEST_DATABASE_MINUTES, run: () => checkForDamage() },
  {
    name: "copy-database",
    dailyAt: "02:30",
    longestMinutes: LONGEST_DATABASE_MINUTES,
    run: withRightClock(copyNightly),
  },
  { name: "hold-drill", dailyAt: "03:00", longestMinutes: LONGEST_DATABASE_MINUTES, run: drillWeekly },
  { name: "remove-left-files", everySeconds: 600, run: withRightClock(removeLeftovers) },
  {
    name: "empty-old-emails",
    everySeconds: 600,
    run: withRightClock(logged("emails_emptied", async (now) => ({ count: await emptyEmailBodies(now) }))),
  },
  { name: "tidy-up", dailyAt: "03:30", run: withRightClock(tidyUp) },
  { name: "check-money", dailyAt: "04:10", run: checkMoney },
  { name: "compare-ledger", dailyAt: "04:20", run: compareLedger },
  { name: "compare-payouts", dailyAt: "04:40", run: comparePayouts },
  { name: "check-stored-files", dailyAt: "05:00", run: withRightClock((now) => checkStoredFiles(now)) },
];

/** A task that says what it did: a line of counts, where one of them is not zero. */
function logged<Counts extends Readonly<Record<string, number>>>(
  event: string,
  count: (now: Date) => Counts | Promise<Counts>,
): (now: Date) => Promise<void> {
  return async (now) => {
    const counts = await count(now);
    if (Object.values(counts).some((number) => number > 0)) logLine("info", event, counts);
  };
}

async function sendEmails(lane: Lane, now: Date): Promise<void> {
  const { dead, failed } = await sendLane(lane, now, mail);
  for (const emailId of dead) logLine("error", "email_dead", { emailId });
  if (failed > 0) logLine("warn", "emails_not_sent", { count: failed });
}

async function maintainVouchers(now: Date): Promise<void> {
  closeExpiredVouchers(now);
  await remindOfVouchers(now);
}
