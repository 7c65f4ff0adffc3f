import { HOUR_SECONDS } from "~/domain/kernel/time/durations";
import { reportLateShipments } from "~/domain/operations/printing/late-shipments.server";
import { workPrintOrders } from "~/domain/operations/printing/print-order-sending.server";
import { REPLICA_CHECK_SECONDS } from "~/domain/system/backups/backup-limits";
import { checkForDamage } from "~/domain/system/backups/database-check.server";
import { withRightClock } from "~/domain/system/health/clock.server";
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
import { countActiveUsers } from "./count-active-users";
import { countWords } from "./count-words";
import { emptyLog } from "./empty-log";
import { eraseAccounts } from "./erase-accounts";
import { finishUploads } from "./finish-uploads";
import { maintainVouchers, sendGifts } from "./give-vouchers";
import { makeProofsAhead } from "./make-proofs-ahead";
import { notifyWhoApproves } from "./notify-approvers";
import { queueWeeklyEmails } from "./queue-weekly-emails";
import { reconcile, releaseDiscounts, sendEvidence, sendRefunds } from "./reconcile-payments";
import { createPrintFileRemaker } from "./remake-print-files";
import { remind } from "./remind";
import { runWaitingJob } from "./run-jobs";
import { sendEmails } from "./send-emails";
import { removeLeftovers, tidyUp } from "./tidy-up";
import { createWatch, tell } from "./watch";
import { workWebhooks } from "./work-webhooks";

/**
 * The scheduled tasks and how often each runs. Each run is short, takes the time as an argument, and is safe to run
 * twice: a worker can die at any point and another starts again.
 */

export type ScheduledTask = { name: string; run(now: Date): Promise<void> | void } & (
  | { everySeconds: number }
  /** "HH:MM" in London; not between 01:00 and 02:00, an hour that is missing or doubled twice a year. */
  | { dailyAt: string }
);

export const SCHEDULE: readonly ScheduledTask[] = [
  { name: "work-webhooks", everySeconds: 1, run: workWebhooks },
  // Each time the scheduler looks, because somebody may be waiting at a proof.
  { name: "run-jobs", everySeconds: 0.2, run: (now) => runWaitingJob(now) },
  { name: "make-proofs-ahead", everySeconds: 15, run: makeProofsAhead },
  { name: "finish-uploads", everySeconds: 15, run: finishUploads },
  { name: "post-emails", everySeconds: 2, run: sendEmails },
  { name: "give-a-sign-of-life", everySeconds: HEARTBEAT_SECONDS, run: recordHeartbeat },
  { name: "ask-services", everySeconds: 60, run: checkServices },
  { name: "ask-mail-relay", everySeconds: 600, run: checkRelay },
  { name: "ask-printer", everySeconds: 600, run: checkPrinter },
  { name: "ask-public-address", everySeconds: 600, run: checkPublicAddress },
  { name: "watch", everySeconds: 60, run: createWatch() },
  { name: "tell-alarms", everySeconds: 15, run: tell },
  { name: "tell-approvers", everySeconds: 15, run: notifyWhoApproves },
  { name: "reconcile-payments", everySeconds: 300, run: reconcile },
  { name: "release-discounts", everySeconds: 60, run: releaseDiscounts },
  { name: "give-money-back", everySeconds: 60, run: sendRefunds },
  { name: "send-evidence", everySeconds: 15, run: sendEvidence },
  { name: "send-gifts", everySeconds: 60, run: sendGifts },
  { name: "write-weekly-emails", everySeconds: 60, run: queueWeeklyEmails },
  { name: "look-after-vouchers", dailyAt: "08:30", run: withRightClock(maintainVouchers) },
  { name: "count-active-users", everySeconds: HOUR_SECONDS, run: countActiveUsers },
  { name: "count-words", everySeconds: 60, run: countWords },
  { name: "remake-print-files", everySeconds: 15, run: createPrintFileRemaker() },
  { name: "work-print-orders", everySeconds: 10, run: workPrintOrders },
  { name: "erase-accounts", everySeconds: 60, run: withRightClock(eraseAccounts) },
  { name: "empty-write-ahead-log", everySeconds: 600, run: emptyLog },
  { name: "remind-of-waiting-loops", dailyAt: "10:00", run: remind },
  // By then staff have recorded what was delivered the day before.
  { name: "tell-of-late-shipments", dailyAt: "15:00", run: withRightClock(reportLateShipments) },
  { name: "watch-replica", everySeconds: REPLICA_CHECK_SECONDS, run: watchReplica },
  { name: "check-database", dailyAt: "02:15", run: () => checkForDamage() },
  { name: "copy-database", dailyAt: "02:30", run: withRightClock(copyNightly) },
  { name: "hold-drill", dailyAt: "03:00", run: drillWeekly },
  { name: "remove-left-files", everySeconds: 600, run: withRightClock(removeLeftovers) },
  { name: "tidy-up", dailyAt: "03:30", run: withRightClock(tidyUp) },
  { name: "check-money", dailyAt: "04:10", run: checkMoney },
  { name: "compare-ledger", dailyAt: "04:20", run: compareLedger },
  { name: "compare-payouts", dailyAt: "04:40", run: comparePayouts },
  {
    name: "check-stored-files",
    dailyAt: "05:00",
    run: withRightClock((now) => checkStoredFiles(now).then(() => undefined)),
  },
];
