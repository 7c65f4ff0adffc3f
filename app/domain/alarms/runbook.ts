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
  /** Run beside the app, in its folder. */
  command?: string;
  /** `itself`: it ends when a later check finds all well. `staff`: somebody resolves it and says why. */
  ends: "itself" | "staff";
}

const DOCTOR = "npm run doctor";

const ORDER_STEPS = [
  "Open the order from the list of alarms and compare what was paid with its total.",
  "Look the payment up at the payment provider’s: the order’s number is in its metadata.",
] as const;

export const RUNBOOK = {
  database_unwritable: {
    title: "The database takes no writes",
    means:
      "Nobody can order, sign in or save a week. Pages are read as usual. This alarm has no row of its own.",
    steps: [
      "Look at the free space of the volume: a full disk is the usual cause. Make room or enlarge it.",
      "See whether the volume is mounted read-only, which a host does after a fault of the disk.",
      "See whether another program holds the database open for writing, such as a sqlite3 prompt; end it.",
      "Restart the app. If it does not open the database, restore the newest backup on a new volume.",
    ],
    command: "df -h && npm run doctor",
    ends: "itself",
  },
  disk_filling: {
    title: "The disk is 80 % full",
    means: "Nobody notices anything yet. At 100 % no order and no week can be saved.",
    steps: [
      "Find what grows: the database, its write-ahead log, temporary files of books, or emails kept as files.",
      "A log of gigabytes means that a reader or Litestream holds it: restart the app.",
      "Enlarge the volume. SQLite gives little back by deleting.",
    ],
    command: "du -xh --max-depth=2 $DATA_DIR | sort -h | tail",
    ends: "itself",
  },
  disk_nearly_full: {
    title: "The disk is 90 % full",
    means:
      "Hours may be left until nothing can be saved. Books are large while they are made and may fail first.",
    steps: ["Enlarge the volume now.", "Find what grew, as on the page of the alarm at 80 %, and stop it."],
    command: "du -xh --max-depth=2 $DATA_DIR | sort -h | tail",
    ends: "itself",
  },
  worker_silent: {
    title: "The worker is silent",
    means:
      "No emails, no books, no weekly reminders; payments are completed only when the buyer’s browser returns.",
    steps: [
      "Read the end of the log: lines of the worker say why it stopped.",
      "Restart the app. The worker then does what it missed, and nothing is done twice.",
      "If it falls silent again, look at the memory: the host ends the largest process first.",
    ],
    ends: "itself",
  },
  web_silent: {
    title: "The web process does not answer",
    means: "The shop is down, or too busy to answer its own health page.",
    steps: [
      "Open the shop. If it answers, look at the load of the machine.",
      "Read the end of the log: the last lines name what it was busy with.",
      "Restart the app.",
    ],
    ends: "itself",
  },
  task_failing: {
    title: "A scheduled task keeps failing",
    means: "One of the worker’s tasks has failed for an hour or more; the others go on.",
    steps: [
      "The System page names the task and its error.",
      "If a service outside is the cause, wait: the worker tries the task again.",
      "Otherwise it is a bug: keep the log’s lines with this task’s name for the developer.",
    ],
    ends: "itself",
  },
  server_errors: {
    title: "Too many pages fail",
    means: "More than 1 % of the answers of the last minutes were errors of ours. Visitors read an apology.",
    steps: [
      "Look for lines of the level “error” in the log; they have the request’s id, which the page quotes too.",
      "If the errors began with a deploy, go back to the release before.",
      "If they are of one kind, such as a full disk, the other alarms say so.",
    ],
    ends: "itself",
  },
  emails_waiting: {
    title: "Emails wait",
    means: "Verification codes, vouchers and receipts are late, so people cannot register.",
    steps: [
      "The System page shows why the last ones failed.",
      "Send a test through the relay; the doctor says in words what the relay objects to.",
      "Look whether the relay’s account is over its limit or its password was changed.",
      "Waiting emails go out by themselves as soon as the relay takes them.",
    ],
    command: DOCTOR,
    ends: "itself",
  },
  mail_failing: {
    title: "The mail relay refuses us",
    means: "The relay was asked and did not let us in. New emails will wait.",
    steps: [
      "Run the doctor: it says whether the name, the certificate, the encryption or the password is the trouble.",
      "Look at the relay’s own status page and at the account there.",
      "Correct SMTP_URL if the password was changed, and restart.",
    ],
    command: DOCTOR,
    ends: "itself",
  },
  mail_certificate: {
    title: "The mail relay’s certificate",
    means: "It is not valid, or ends soon. From that day no email goes out any more.",
    steps: [
      "The message says what is wrong: ended, made for another name, or signed by nobody we know.",
      "A relay of somebody else’s: tell them. One of your own: renew its certificate and reload it.",
      "Never switch the check off: the password would go to anybody who answers.",
    ],
    command: DOCTOR,
    ends: "itself",
  },
  storage_unreachable: {
    title: "The file storage does not answer",
    means: "Photos cannot be added or shown, and books wait. Words are saved as usual.",
    steps: [
      "Look at the status page of the storage’s provider.",
      "Run the doctor: it tries every kind of access and says which one fails.",
      "A refused key was revoked or expired: make a new one, set it, restart.",
    ],
    command: DOCTOR,
    ends: "itself",
  },
  storage_failed: {
    title: "A file could not be stored or read",
    means: "At least one photo or book met an error of the storage. The visitor was told to try again.",
    steps: [
      "The message names the cause, such as a full disk or a refused key.",
      "It ends some minutes after the last one, while the storage answers.",
    ],
    command: DOCTOR,
    ends: "itself",
  },
  payments_failing: {
    title: "The payment provider does not answer",
    means: "Nobody can pay. Buyers are told to try again; nothing is charged twice.",
    steps: [
      "Look at the provider’s status page.",
      "Run the doctor: it says whether the key is refused or the network fails.",
      "A refused key was rolled or restricted: set the new one and restart.",
    ],
    command: DOCTOR,
    ends: "itself",
  },
  webhooks_waiting: {
    title: "The payment provider’s messages wait",
    means:
      "A message was received more than five minutes ago and could not be worked on: an order may wait for it.",
    steps: [
      "The System page shows the message and why it failed, with a button that tries it again.",
      "If the worker is silent, begin there.",
      "A message that keeps failing is a bug: keep its id and the log’s lines.",
    ],
    ends: "itself",
  },
  paid_unfulfilled: {
    title: "Paid and not handed over",
    means: "An order has been paid for more than five minutes and its buyer has nothing for it.",
    steps: [
      "Open the order: its page shows the payment and what was fulfilled.",
      "If the worker is silent or messages wait, begin there: afterwards the worker fulfils the order.",
      "If it stays, refund it and write to the buyer.",
    ],
    ends: "itself",
  },
  backup_missing: {
    title: "Nothing is backed up",
    means: "No bucket for copies is set. If the disk is lost, everything is.",
    steps: ["Set the five LITESTREAM settings, as scripts/README.md says, and restart."],
    command: DOCTOR,
    ends: "itself",
  },
  replica_late: {
    title: "The backup is behind",
    means: "The newest copy in the bucket is more than five minutes old. What was written since exists once.",
    steps: [
      "Look for lines of Litestream in the log: a refused key, a full bucket, or a name that is not found.",
      "If Litestream is not running, restart the app. With AWS_CA_BUNDLE set it refuses to start: unset it.",
      "Make a copy by hand until it works again.",
    ],
    command: "npm run backup",
    ends: "itself",
  },
  nightly_late: {
    title: "The nightly copy is missing",
    means: "The second, independent backup was not made for more than a day.",
    steps: ["The message says why it failed.", "Make one by hand and see it succeed."],
    command: "npm run backup",
    ends: "itself",
  },
  drill_failed: {
    title: "The restore drill failed",
    means: "A backup was restored for a test and was not whole. Act as if there were no backup.",
    steps: [
      "Make a copy by hand at once and keep it elsewhere.",
      "Run the drill again and read what it says.",
      "Do not delete the volume, and do not deploy, until a drill went well.",
    ],
    command: "npm run backup && npm run drill",
    ends: "itself",
  },
  drill_late: {
    title: "No restore drill lately",
    means:
      "The last drill that went well is more than eight days old, so nobody knows whether a restore works.",
    steps: ["Run one by hand.", "If the weekly task does not run, look at the scheduler on the System page."],
    command: "npm run drill",
    ends: "itself",
  },
  invariant_violated: {
    title: "A law of the books is broken",
    means:
      "The nightly check found rows that contradict each other, such as a paid order without what it bought.",
    steps: [
      "The message names the law and the rows. Open them.",
      "Do not correct the database by hand; note what happened to these orders and when.",
      "It ends with the first check that finds all well.",
    ],
    ends: "itself",
  },
  ledger_differs: {
    title: "Our books and the provider’s differ",
    means: "The sums of a payment are not the same here and at the payment provider’s.",
    steps: [...ORDER_STEPS, "A movement that we do not know was made by hand in the provider’s dashboard."],
    ends: "itself",
  },
  payment_paid_twice: {
    title: "An order was paid twice",
    means: "The second payment is refunded automatically.",
    steps: [...ORDER_STEPS, "See that the refund arrived, then resolve the alarm."],
    ends: "staff",
  },
  payment_wrong_sum: {
    title: "A payment of the wrong sum",
    means: "Money arrived that is not the order’s total. It bought nothing and is sent back.",
    steps: [...ORDER_STEPS, "Write to the buyer and ask them to pay again."],
    ends: "staff",
  },
  payment_not_ours: {
    title: "A payment that names another order",
    means: "Its money is neither taken nor sent back until somebody decides.",
    steps: [...ORDER_STEPS, "Send it back in the provider’s dashboard if no order of ours belongs to it."],
    ends: "staff",
  },
  payment_order_cancelled: {
    title: "A cancelled order was paid",
    means: "The payment arrived after the order was cancelled. It is refunded automatically.",
    steps: [...ORDER_STEPS, "See that the refund arrived, then resolve the alarm."],
    ends: "staff",
  },
  payment_not_sent_back: {
    title: "Money could not be sent back",
    means: "The buyer’s bank refused the refund.",
    steps: [...ORDER_STEPS, "Ask the buyer for another way to return it, and note it on the order."],
    ends: "staff",
  },
  refund_failed: {
    title: "A refund failed",
    means: "The buyer has been told of a refund that did not arrive.",
    steps: [...ORDER_STEPS, "Ask the buyer for another way to return it, then resolve the alarm."],
    ends: "staff",
  },
  refund_outside: {
    title: "A refund made elsewhere",
    means: "Money was given back in the provider’s dashboard, which our books do not know.",
    steps: [
      ...ORDER_STEPS,
      "Take back what the order gave, if it should not be kept. Refund in HyperLoop next time.",
    ],
    ends: "staff",
  },
  dispute_inquiry: {
    title: "A bank asks about a payment",
    means: "Not a dispute yet. An answer in time prevents one.",
    steps: [...ORDER_STEPS, "Answer it in the provider’s dashboard, or refund the order."],
    ends: "staff",
  },
  dispute_open: {
    title: "A buyer disputes a payment",
    means: "The bank has taken the money back. Vouchers of the order are suspended.",
    steps: [...ORDER_STEPS, "Send the bank what shows that it is right, before the date the provider names."],
    ends: "staff",
  },
  dispute_lost: {
    title: "A dispute was lost",
    means: "The money is gone; what was not used of the order is void.",
    steps: [...ORDER_STEPS, "Resolve the alarm once you have looked at what was already used."],
    ends: "staff",
  },
  fraud_warning: {
    title: "A card was reported stolen",
    means: "The bank expects a dispute of this payment.",
    steps: [...ORDER_STEPS, "Refund it before it is disputed, unless you know the buyer."],
    ends: "staff",
  },
  sign_ins_failing: {
    title: "Many sign-ins fail",
    means: "Somebody tries passwords at many accounts. Every account is still protected by its own limit.",
    steps: [
      "Look whether it goes on: the log has a line for each time it is noticed.",
      "If it does, block the networks it comes from at the proxy.",
      "Resolve the alarm when it has stopped.",
    ],
    ends: "staff",
  },
} as const satisfies Record<string, RunbookPage>;

export type AlarmKind = keyof typeof RUNBOOK;

/** The page of a kind; undefined for one that is no longer raised. */
export function runbookPage(kind: string): RunbookPage | undefined {
  return Object.hasOwn(RUNBOOK, kind) ? RUNBOOK[kind as AlarmKind] : undefined;
}
