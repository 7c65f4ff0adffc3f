import type { AlarmKind } from "~/domain/kernel/alarms/alarm-kinds";
import { numberInWords } from "~/domain/kernel/text/numbers";
import { MOST_TRIES } from "~/domain/operations/printing/print-orders";
import { DOCTOR_COMMAND, type RunbookPage } from "./check";

/**
 * The runbook's pages of what is no check: events that are raised where they happen, and what is told without a row. The
 * pages of checks are declared with them; an alarm of a kind without a page does not compile.
 */

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
    command: DOCTOR_COMMAND,
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
  work_set_aside: {
    title: "Work was set aside",
    means:
      "A process died while working on this: twice for a job or a provider message, again and again for an email, which may have arrived. An email that the mail relay took without an answer may have arrived too. The worker won’t try it again. Other work carries on. If it’s a book, its owner sees that we’re looking into it.",
    steps: [
      "The System page lists it under what failed. If a process died, look in the log at that time for the reason. Often it ran out of memory.",
      "For an email, ask whether it arrived before you send it again.",
      "For a book, look for what is unusual in that year: a huge photo, or very long text.",
      "Press Try again on the System page, once. If its process dies again, it’s set aside again, and it’s a bug. Save the log for the developer.",
    ],
    ends: "staff",
  },
  weekly_email_not_written: {
    title: "A weekly email couldn’t be written",
    means:
      "Something about a year breaks its weekly email. Its owner gets none until that is mended. All others get theirs.",
    steps: [
      "The message names the year and the reason. It’s a bug, or a broken address. Tell the developer.",
      "We try again each hour. Once it works, resolve the alarm.",
    ],
    ends: "staff",
  },
  storage_failed: {
    title: "A file couldn’t be saved or read",
    means: "The storage failed for at least one photo or book. We told the visitor to try again.",
    steps: [
      "The message names the cause, such as a full disk or a refused key.",
      "The alarm ends a few minutes after the last failure, if the storage answers.",
    ],
    command: DOCTOR_COMMAND,
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
  invariant_violated: {
    title: "Records contradict each other",
    means: "The nightly check found rows that contradict each other, such as a paid order with nothing fulfilled.",
    steps: [
      "The message names the rule and the rows. Open them.",
      "Don’t correct the database by hand. Note what happened to these orders and when.",
      "If an account or a loop was deleted by accident, two super admins bring it back from a copy, by the link on the System page.",
      "The alarm ends when the check next passes.",
    ],
  },
  ledger_differs: {
    title: "Our records and the provider’s differ",
    means: "A payment’s amounts differ between our records and the payment provider’s.",
    steps: [
      ...ORDER_STEPS,
      "If we have no record of a movement, somebody made it by hand in the provider’s dashboard.",
    ],
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
  },
  refund_waits: {
    title: "A refund waits for money",
    means: "Our balance with the payment provider is smaller than the refund. We try it again every few minutes.",
    steps: [...ORDER_STEPS, "Wait for the next payments, or top up the balance in the provider’s dashboard."],
  },
  directory_secret: {
    title: "Entra ID’s secret has expired, or will soon",
    means: "Without a valid secret staff can’t sign in with Entra ID. Passwords still work.",
    steps: [
      "In the Entra admin centre, add a new client secret to the app’s registration and note its last day.",
      "Put it into ENTRA_CLIENT_SECRET and its last day into ENTRA_SECRET_ENDS. Restart the app, and sign in once with Entra ID.",
      "Remove the old secret in the Entra admin centre.",
    ],
    command: DOCTOR_COMMAND,
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
  print_order_stuck: {
    title: "The printer hasn’t answered an order",
    means: `We sent an order ${numberInWords(MOST_TRIES)} times. The printer may have it, or may not.`,
    steps: [
      "Look in the printer’s own dashboard for the parcel’s number, which its page shows.",
      "Press “Send the order again” on the parcel’s page. It carries the same key, so it can’t be printed twice.",
      "If the printer is down for longer and doesn’t have it, press “Print it by hand” and take the files to another one.",
    ],
    command: DOCTOR_COMMAND,
    ends: "staff",
  },
} satisfies Record<AlarmKind, RunbookPage>;

export const titleOf = (kind: string, page: RunbookPage | undefined) => page?.title ?? kind.replaceAll("_", " ");

/** Where a kind's page is: what it means and what to do. */
export const whatToDoPath = (kind: string) => `/hyperloop/alarms/what-to-do/${kind}`;
