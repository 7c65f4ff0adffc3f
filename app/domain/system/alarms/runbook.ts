import type { AlarmKind } from "~/domain/kernel/alarms/alarm-kinds";
import { minutesInWords, numberInWords } from "~/domain/kernel/text/numbers";
import { MINUTE_MS } from "~/domain/kernel/time/durations";
import { MOST_TRIES } from "~/domain/operations/printing/print-orders";
import { DRILL_LATE_DAYS, REPLICA_ALARM_MINUTES } from "../backups/backup-limits";
import { CLOCK_WRONG_MS, UNFULFILLED_MS, WEBHOOK_LATE_MS } from "../health/health-limits";

/**
 * What each kind of alarm means and what to do about it: the page that its email and webhook lead to. An alarm of a
 * kind without a page does not compile.
 */

export interface RunbookPage {
  title: string;
  /** What has happened, and what customers notice of it. */
  means: string;
  /** In order; the first is the quickest look, the last what to do if nothing else helped. */
  steps: readonly string[];
  /** Run beside the app, in its folder; without single quotes (`containerCommand`). */
  command?: string;
  /** `itself`: it ends when a later check finds all well. `staff`: somebody resolves it and says why. */
  ends: "itself" | "staff";
}

const DOCTOR = "npm run doctor";

const minutes = (milliseconds: number) => minutesInWords(milliseconds / MINUTE_MS);

const ORDER_STEPS = [
  "Open the order from the list of alarms and compare what was paid with its total.",
  "Look up the payment with the payment provider. The order number is in its metadata.",
] as const;

export const RUNBOOK = {
  database_unwritable: {
    title: "The database refuses writes",
    means: "Nobody can order, sign in or save a week. Reading pages still works. This alarm isn’t in the database.",
    steps: [
      "Check the free space on the volume. A full disk is the usual cause. Make room or enlarge it.",
      "Check whether the volume is mounted read-only. Hosts do that after a disk fault.",
      "Check whether another program, such as a sqlite3 prompt, is holding the database open for writing. If so, end it.",
      "Restart the app. If it can’t open the database, restore the newest backup on a new volume.",
    ],
    command: "df -h && npm run doctor",
    ends: "itself",
  },
  database_damaged: {
    title: "The database is damaged",
    means:
      "Pages of the database file were overwritten or lost, usually by a failing disk. Nothing is written any more, so nobody can order, sign in or save a week. Some pages still open. This alarm isn’t in the database.",
    steps: [
      "Restart the app. It reads the whole file. If the file is sound after all, the shop opens again.",
      "If it isn’t, the app won’t start. The end of the log names the newest sound copy, and the command that puts it in place.",
      "Stop the app, type that command, and start the app. The damaged file is kept in the folder “newer”.",
      "Look for the cause before you trust that disk again: the host’s messages about the volume, or memory errors. When in doubt, restore on another machine.",
      "Compare the payments since the copy with the payment provider’s list.",
    ],
    ends: "itself",
  },
  start_refused: {
    title: "The shop doesn’t start",
    means:
      "The app tried to start and couldn’t, so the shop is closed. The message has the last lines of its log: why, and what to type. It keeps trying, and we tell you again every hour. This alarm isn’t in the database.",
    steps: [
      "Read the message to its end. It says why, and names the command if one helps.",
      "If it started with a deploy, go back to the previous release.",
      "If a bucket or another machine is named, check that first. Never start a second machine while the first may still be running.",
      "The whole log is in “docker logs loop”.",
    ],
    ends: "itself",
  },
  disk_filling: {
    title: "The disk is 80% full",
    means: "Customers notice nothing yet. At 100% we can’t save orders or weeks.",
    steps: [
      "Find what’s growing: the database, its write-ahead log, temporary book files, or emails saved as files.",
      "A log of several gigabytes means a reader or Litestream is holding it. Restart the app.",
      "Enlarge the volume. Deleting rows frees little space in SQLite.",
    ],
    command: "du -xh --max-depth=2 $DATA_DIR | sort -h | tail",
    ends: "itself",
  },
  disk_nearly_full: {
    title: "The disk is 90% full",
    means:
      "In a few hours we may not be able to save anything. Making a book takes a lot of space, so books may fail first.",
    steps: ["Enlarge the volume now.", "Find what grew, as for the alarm at 80%, and stop it."],
    command: "du -xh --max-depth=2 $DATA_DIR | sort -h | tail",
    ends: "itself",
  },
  stored_files_damaged: {
    title: "Files of a loop are lost or damaged",
    means:
      "The nightly check found photos or printer’s files that are missing or aren’t what was stored, and couldn’t make them again.",
    steps: [
      "The message names the loop, its account and the weeks. The alarm’s link opens the account.",
      "If many loops have this alarm, storage itself has lost files. Run the doctor, and ask the storage provider for its copies before anything else.",
      "If only a photo “as it was sent” is lost, the book still prints. Its owner can’t download that photo any more. Ask them to add it again if they have it.",
      "If a photo prints from a smaller copy, or is lost, email the owner and ask them to take it out of that week and add it again.",
      "If files for the printer are lost after they were sent, ask the printer whether it has them. A reprint makes new ones.",
      "Resolve the alarm. It opens again only if something else in that loop is found.",
    ],
    command: DOCTOR,
    ends: "staff",
  },
  worker_silent: {
    title: "The worker is silent",
    means: "No emails, books or weekly reminders go out. Payments complete only when the buyer’s browser returns.",
    steps: [
      "Read the end of the log. The worker’s lines say why it stopped.",
      "Restart the app. The worker catches up and does nothing twice.",
      "If it goes silent again, check the memory. The host ends the largest process first.",
    ],
    ends: "itself",
  },
  process_dying: {
    title: "A process keeps dying",
    means:
      "We restart it each time, less and less often. The other processes keep running. Visitors whose page it was making see an error.",
    steps: [
      "Read what it wrote last, which is in the alarm. The first line of the error says why.",
      "If it says “heap out of memory”, it needs more memory than its share. Give the machine more, or lower WEB_PROCESSES.",
      "If it started with a deploy, go back to the previous release.",
      "If one page or one job causes it, save these lines for the developer, then resolve the alarm.",
    ],
    ends: "staff",
  },
  clock_wrong: {
    title: "This machine’s clock is wrong",
    means: `It differs by more than ${minutes(CLOCK_WRONG_MS)} from the time that storage says. Accounts aren’t erased, vouchers aren’t closed and old data isn’t deleted until it’s right.`,
    steps: [
      "Run “date -u” on the machine itself and compare it with a clock you trust. A container has the clock of its machine.",
      "Switch on the host’s time synchronisation, such as chrony or systemd-timesyncd, or ask the host to correct the clock.",
      "If this machine’s time is right, ask the storage provider about theirs.",
    ],
    ends: "itself",
  },
  clock_set_back: {
    title: "The clock went back",
    means:
      "This machine’s clock was fast and is right again. We’ve moved work, codes, sessions and limits that were dated ahead back to now. Orders and entries from that time keep the wrong time, and some emails may have gone out early.",
    steps: [
      "Compare this machine’s time with a clock you trust. If it was right before, it’s wrong now.",
      "Switch on the host’s time synchronisation, so that it doesn’t happen again.",
      "Look through the orders and emails of that time for wrong dates.",
      "Resolve the alarm.",
    ],
    ends: "staff",
  },
  web_silent: {
    title: "The web process isn’t answering",
    means: "The shop is down, or too busy to answer its own health page.",
    steps: [
      "Open the shop. If it answers, check the load on the machine.",
      "Read the end of the log. The last lines say what it was doing.",
      "Restart the app.",
    ],
    ends: "itself",
  },
  work_set_aside: {
    title: "Work was set aside",
    means:
      "A process died while working on this: twice for a job or a provider message, once for an email, because the email may have arrived. An email that the mail relay took without an answer may have arrived too. The worker won’t try it again. Other work carries on. If it’s a book, its owner sees that we’re looking into it.",
    steps: [
      "The System page lists it under what failed. If a process died, look in the log at that time for the reason. Often it ran out of memory.",
      "For an email, ask whether it arrived before you send it again.",
      "For a book, look for what is unusual in that year: a huge photo, or very long text.",
      "Press Try again on the System page, once. If its process dies again, it’s set aside again, and it’s a bug. Save the log for the developer.",
    ],
    ends: "staff",
  },
  task_failing: {
    title: "A scheduled task keeps failing",
    means: "One of the worker’s tasks has been failing for an hour or more. The others still run.",
    steps: [
      "The System page names the task and its error.",
      "If an outside service is the cause, wait. The worker tries again.",
      "Otherwise it’s a bug. Save the log lines with this task’s name for the developer.",
    ],
    ends: "itself",
  },
  server_errors: {
    title: "Too many pages fail",
    means: "In the last few minutes, more than 1% of our answers were errors. Visitors see an apology.",
    steps: [
      "Look for “error” lines in the log. They have the request’s id, which the page shows too.",
      "If the errors started with a deploy, go back to the previous release.",
      "If they have one cause, such as a full disk, another alarm says so.",
    ],
    ends: "itself",
  },
  emails_waiting: {
    title: "Emails are waiting",
    means: "Verification codes, vouchers and receipts are late, so people can’t register.",
    steps: [
      "The System page shows why the last ones failed.",
      "Run the doctor. It sends a test through the relay and says what the relay objects to.",
      "Check whether the relay’s account is over its limit or its password has changed.",
      "Waiting emails go out automatically once the relay accepts them.",
    ],
    command: DOCTOR,
    ends: "itself",
  },
  mail_failing: {
    title: "The mail relay refuses us",
    means: "The relay refused our sign-in. New emails will wait.",
    steps: [
      "Run the doctor. It says whether the name, the certificate, the encryption or the password is the problem.",
      "Check the relay’s status page and our account there.",
      "If the password has changed, correct SMTP_URL and restart.",
    ],
    command: DOCTOR,
    ends: "itself",
  },
  mail_refused: {
    title: "The mail relay won’t take our emails",
    means:
      "It refused several emails in a row, so we’ve stopped sending. No email is lost: we try one every few minutes, and send them all once it’s accepted.",
    steps: [
      "Read what the relay says in the alarm.",
      "If it doesn’t know the sender, verify the address in MAIL_FROM with the relay’s operator.",
      "If it denies access or asks us to sign in, correct SMTP_URL. If it names a quota or a limit, raise it there.",
      "If it doesn’t know any of the recipients, it may be a relay for a company’s own addresses alone. Correct SMTP_URL, or have its operator let it send to others.",
      "Then press “Send them all again” on the System page.",
    ],
    command: DOCTOR,
    ends: "itself",
  },
  mail_certificate: {
    title: "The mail relay’s certificate",
    means: "It isn’t valid, or expires soon. From that day no emails go out.",
    steps: [
      "The message says what’s wrong: expired, for another name, or signed by an unknown authority.",
      "If somebody else runs the relay, tell them. If it’s yours, renew the certificate and reload it.",
      "Never switch the check off. The password would go to anybody who answers.",
    ],
    command: DOCTOR,
    ends: "itself",
  },
  public_address: {
    title: "The shop’s public address isn’t answering",
    means: "Visitors probably can’t reach the shop, although its processes run. This machine asked as a visitor does.",
    steps: [
      "Open the shop on a phone without Wi-Fi. If it opens, only this machine can’t reach the public address. Ask its host whether the network allows that.",
      "Read the code in the message: ENOTFOUND is DNS, ECONNREFUSED the proxy, a code with CERT the certificate.",
      "Check that the domain hasn’t expired, that its DNS points to this machine, and that the proxy is running.",
    ],
    command: DOCTOR,
    ends: "itself",
  },
  public_certificate: {
    title: "The shop’s certificate expires soon",
    means:
      "From that day browsers won’t open the shop. A certificate that renews automatically should have done so by now.",
    steps: [
      "Read the log of the proxy. It says why the certificate wasn’t renewed.",
      "Check that ports 80 and 443 reach the proxy from outside, which renewing needs.",
      "If somebody else ends TLS for the shop, tell them.",
    ],
    command: DOCTOR,
    ends: "itself",
  },
  storage_unreachable: {
    title: "The file storage isn’t answering",
    means: "Photos can’t be added or shown, and books wait. Words are saved as usual.",
    steps: [
      "Check the storage provider’s status page.",
      "Run the doctor. It tries every kind of access and says which one fails.",
      "If the key is refused, it was revoked or has expired. Make a new one, set it and restart.",
    ],
    command: DOCTOR,
    ends: "itself",
  },
  storage_failed: {
    title: "A file couldn’t be saved or read",
    means: "The storage failed for at least one photo or book. We told the visitor to try again.",
    steps: [
      "The message names the cause, such as a full disk or a refused key.",
      "The alarm ends a few minutes after the last failure, if the storage answers.",
    ],
    command: DOCTOR,
    ends: "itself",
  },
  payments_failing: {
    title: "The payment provider isn’t answering",
    means: "Nobody can pay. We tell buyers to try again, and nobody is charged twice.",
    steps: [
      "Check the provider’s status page.",
      "Run the doctor. It says whether the key is refused or the network is failing.",
      "If the key is refused, it was replaced or restricted. Set the new one and restart.",
    ],
    command: DOCTOR,
    ends: "itself",
  },
  printer_failing: {
    title: "The printer isn’t answering",
    means: "Parcels sent to the printer wait with us. They’re ordered as soon as it answers.",
    steps: [
      "Check the printer’s status page.",
      "Run the doctor. It says whether the key is refused or the network is failing.",
      "If books can’t wait, take their files to a printer by hand from the page of each parcel.",
    ],
    command: DOCTOR,
    ends: "itself",
  },
  webhooks_waiting: {
    title: "Payment provider messages are waiting",
    means: `A message came in more than ${minutes(WEBHOOK_LATE_MS)} ago and we couldn’t process it. An order may be waiting for it.`,
    steps: [
      "The System page shows the message and why it failed, with a button to try again.",
      "If the worker is silent, start there.",
      "A message that keeps failing is a bug. Save its id and its log lines.",
    ],
    ends: "itself",
  },
  paid_unfulfilled: {
    title: "Paid but not fulfilled",
    means: `An order was paid more than ${minutes(UNFULFILLED_MS)} ago and the buyer has nothing yet.`,
    steps: [
      "Open the order. Its page shows the payment and what was fulfilled.",
      "If the worker is silent or messages are waiting, start there. The worker then fulfils the order.",
      "If that doesn’t help, refund the order and email the buyer.",
    ],
    ends: "itself",
  },
  backup_missing: {
    title: "Nothing is backed up",
    means: "No backup bucket is set. If we lose the disk, we lose everything.",
    steps: ["Set the five LITESTREAM settings, as scripts/README.md says, and restart."],
    command: DOCTOR,
    ends: "itself",
  },
  replica_late: {
    title: "The backup is behind",
    means: `The newest copy in the bucket is more than ${minutesInWords(REPLICA_ALARM_MINUTES)} old. Anything newer has no backup.`,
    steps: [
      "Look for Litestream’s lines in the log: a refused key, a full bucket, or a name that can’t be found.",
      "If Litestream isn’t running, restart the app. With AWS_CA_BUNDLE set it refuses to start: unset it.",
      "Make copies by hand until it works again.",
    ],
    command: "npm run backup",
    ends: "itself",
  },
  copies_lost: {
    title: "Another machine has this shop",
    means:
      "Another machine has taken over the shop’s copies, so this one stopped. Two machines that copy to one place would damage the backup.",
    steps: [
      "If the shop was moved on purpose, remove the old machine.",
      "If not, look for who started the other machine. The message names it.",
      "To go back to the old machine, stop the new one, move the old database away, and start the old one. It fetches everything from the copies.",
    ],
    ends: "staff",
  },
  nightly_late: {
    title: "The nightly copy is missing",
    means: "The second, independent backup hasn’t been made for more than a day.",
    steps: ["The message says why it failed.", "Make one by hand and check that it succeeds."],
    command: "npm run backup",
    ends: "itself",
  },
  drill_failed: {
    title: "The restore drill failed",
    means: "A test restore of the backup failed. Act as if there were no backup.",
    steps: [
      "Make a copy by hand straight away and store it elsewhere.",
      "Run the drill again and read the result.",
      "Don’t delete the volume and don’t deploy until a drill succeeds.",
    ],
    command: "npm run backup && npm run drill",
    ends: "itself",
  },
  drill_late: {
    title: "No recent restore drill",
    means: `The last successful drill is more than ${numberInWords(DRILL_LATE_DAYS)} days old, so we don’t know whether a restore works.`,
    steps: ["Run one by hand.", "If the weekly task isn’t running, check the scheduler on the System page."],
    command: "npm run drill",
    ends: "itself",
  },
  invariant_violated: {
    title: "Records contradict each other",
    means: "The nightly check found rows that contradict each other, such as a paid order with nothing fulfilled.",
    steps: [
      "The message names the rule and the rows. Open them.",
      "Don’t correct the database by hand. Note what happened to these orders and when.",
      "If an account or a loop was deleted by accident, two super admins bring it back from a copy, by the link on the System page.",
      "The alarm ends when the check next passes.",
    ],
    ends: "itself",
  },
  ledger_differs: {
    title: "Our records and the provider’s differ",
    means: "A payment’s amounts differ between our records and the payment provider’s.",
    steps: [
      ...ORDER_STEPS,
      "If we have no record of a movement, somebody made it by hand in the provider’s dashboard.",
    ],
    ends: "itself",
  },
  payout_differs: {
    title: "A payout and our ledger differ",
    means: "The provider paid out more or less than our ledger says, or for something else.",
    steps: [
      "Open the payout from the ledger: each line that differs is marked.",
      "Missing here: the provider moved money that our ledger doesn’t know. Look it up with the provider by its reference.",
      "Missing there: our ledger has it and no payout brought it. Ask the provider if they’re holding it back.",
      "A payout that somebody asked for by hand has no lines. Note who asked and why, and resolve the alarm.",
    ],
    ends: "itself",
  },
  payout_failed: {
    title: "A payout didn’t arrive",
    means: "The bank sent it back. The money is on the provider’s balance again.",
    steps: [
      "Check the bank account at the provider, and correct it.",
      "The provider tries the payout again. Check that it arrived, then resolve the alarm.",
    ],
    ends: "staff",
  },
  payment_paid_twice: {
    title: "An order was paid twice",
    means: "We refund the second payment automatically.",
    steps: [...ORDER_STEPS, "Check that the refund arrived, then resolve the alarm."],
    ends: "staff",
  },
  payment_wrong_sum: {
    title: "A payment of the wrong amount",
    means: "The amount we received isn’t the order’s total. It bought nothing and we’re sending it back.",
    steps: [...ORDER_STEPS, "Email the buyer and ask them to pay again."],
    ends: "staff",
  },
  payment_not_ours: {
    title: "A payment that names another order",
    means: "We won’t use the money or send it back until somebody decides.",
    steps: [...ORDER_STEPS, "If it doesn’t belong to any order of ours, refund it in the provider’s dashboard."],
    ends: "staff",
  },
  payment_order_cancelled: {
    title: "A cancelled order was paid",
    means: "The payment arrived after the order was cancelled. We refund it automatically.",
    steps: [...ORDER_STEPS, "Check that the refund arrived, then resolve the alarm."],
    ends: "staff",
  },
  payment_not_first_order: {
    title: "A code that works once was used twice",
    means:
      "The buyer paid two orders at the same time with one code. We keep the first and refund this one automatically.",
    steps: [
      ...ORDER_STEPS,
      "Check that the refund arrived, then email the buyer. They can pay the order without the code.",
    ],
    ends: "staff",
  },
  payment_not_sent_back: {
    title: "A refund was refused",
    means: "The buyer’s bank refused the refund.",
    steps: [...ORDER_STEPS, "Ask the buyer how else we can pay them back, and note it on the order."],
    ends: "staff",
  },
  refund_failed: {
    title: "A refund failed",
    means: "A refund didn’t arrive. We’ve told the buyer that one of us will email them.",
    steps: [...ORDER_STEPS, "Email the buyer to agree how else we pay them back, then resolve the alarm."],
    ends: "staff",
  },
  refund_outside: {
    title: "A refund made elsewhere",
    means: "Somebody refunded money in the provider’s dashboard. The order shows it, but nothing was cancelled.",
    steps: [...ORDER_STEPS, "If the buyer shouldn’t keep what they bought, cancel it. Next time, refund in HyperLoop."],
    ends: "staff",
  },
  dispute_inquiry: {
    title: "A bank is asking about a payment",
    means: "It isn’t a dispute yet. Answering in time prevents one.",
    steps: [...ORDER_STEPS, "Answer it in the provider’s dashboard, or refund the order."],
    ends: "staff",
  },
  dispute_open: {
    title: "A buyer disputes a payment",
    means: "The bank has taken the money back. We’ve suspended the order’s vouchers.",
    steps: [...ORDER_STEPS, "Send the bank your evidence before the provider’s deadline."],
    ends: "staff",
  },
  evidence_unsent: {
    title: "Evidence for a bank wasn’t sent",
    means: "We tried to answer a dispute, and the payment provider didn’t accept our answer.",
    steps: [...ORDER_STEPS, "Send the evidence again before the provider’s deadline, or in its dashboard."],
    ends: "staff",
  },
  dispute_lost: {
    title: "A dispute was lost",
    means: "The money is gone, and anything not yet used is cancelled.",
    steps: [...ORDER_STEPS, "Check what was already used, then resolve the alarm."],
    ends: "staff",
  },
  fraud_warning: {
    title: "A card was reported stolen",
    means: "The bank expects this payment to be disputed.",
    steps: [...ORDER_STEPS, "Refund it before it’s disputed, unless you know the buyer."],
    ends: "staff",
  },
  payment_review: {
    title: "A payment waits for your review",
    means: "The payment provider finds this payment risky. Nothing of its order is printed meanwhile.",
    steps: [...ORDER_STEPS, "Approve it in the provider’s dashboard, or refund the order here. Either ends the alarm."],
    ends: "itself",
  },
  refund_waits: {
    title: "A refund waits for money",
    means: "Our balance with the payment provider is smaller than the refund. We try it again every few minutes.",
    steps: [...ORDER_STEPS, "Wait for the next payments, or top up the balance in the provider’s dashboard."],
    ends: "itself",
  },
  directory_secret: {
    title: "Entra ID’s secret has expired, or will soon",
    means: "Without a valid secret staff can’t sign in with Entra ID. Passwords still work.",
    steps: [
      "In the Entra admin centre, add a new client secret to the app’s registration and note its last day.",
      "Put it into ENTRA_CLIENT_SECRET and its last day into ENTRA_SECRET_ENDS. Restart the app, and sign in once with Entra ID.",
      "Remove the old secret in the Entra admin centre.",
    ],
    command: DOCTOR,
    ends: "itself",
  },
  sign_ins_failing: {
    title: "Many failed sign-ins",
    means: "Somebody is trying passwords on many accounts. Each account is still protected by its own limit.",
    steps: [
      "Check whether it’s still going on. The log has a line each time we notice it.",
      "If it is, block the networks it comes from at the proxy.",
      "Resolve the alarm when it stops.",
    ],
    ends: "staff",
  },
  two_accounts: {
    title: "Two accounts have one mailbox",
    means:
      "Somebody registered twice with one email address, with its domain written in two ways. Both passwords still work, and each account keeps its loops. A link for a new password opens only the other account.",
    steps: [
      "Open the account and write to its owner: ask which other address it should have.",
      "Correct the address on the account’s page.",
      "If they want only one account, ask them to delete the other one in its settings.",
    ],
    ends: "staff",
  },
  cards_declined: {
    title: "Many declined cards",
    means:
      "Somebody may be trying stolen cards with many orders. While it goes on, buyers without an account must sign in before they pay. Each order, card and account has its own limit too.",
    steps: [
      "Look at the declined payments in the payment provider’s dashboard: many cards, small gaps, strange addresses.",
      "If it’s an attack, switch on the provider’s rules against card testing, and block the networks it comes from at the proxy.",
      "If it isn’t, perhaps there’s a sale on, or a bank has trouble. You don’t need to do anything.",
      "Resolve the alarm when it stops.",
    ],
    ends: "staff",
  },
  print_order_stopped: {
    title: "The printer isn’t printing a parcel",
    means:
      "It refused the order, can’t fetch a file, doesn’t have the product at the moment, or is waiting for us to pay.",
    steps: [
      "Read the printer’s words on the parcel’s page. It’s in the inbox, under “Parcels to print again”.",
      "If it waits for a payment, authorise it in the printer’s own dashboard. The alarm ends once it goes on.",
      "Otherwise cancel the order on the parcel’s page, put the cause right, and order again or print it by hand.",
    ],
    command: DOCTOR,
    ends: "itself",
  },
  print_order_stuck: {
    title: "The printer hasn’t answered an order",
    means: `We sent an order ${numberInWords(MOST_TRIES)} times. The printer may have it, or may not.`,
    steps: [
      "Look in the printer’s own dashboard for the parcel’s number, which its page shows.",
      "Press “Send the order again” on the parcel’s page. It carries the same key, so it can’t be printed twice.",
      "If the printer is down for longer and doesn’t have it, press “Print it by hand” and take the files to another one.",
    ],
    command: DOCTOR,
    ends: "staff",
  },
} as const satisfies Record<AlarmKind, RunbookPage>;

/** The page of a kind; undefined for one that is no longer raised. */
export function runbookPage(kind: string): RunbookPage | undefined {
  return Object.hasOwn(RUNBOOK, kind) ? RUNBOOK[kind as AlarmKind] : undefined;
}
