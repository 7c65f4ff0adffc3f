import type { AlertWebhook, Heartbeat } from "./alerts/contract";
import { createAlertWebhook, createHeartbeat } from "./alerts/http.server";
import type { Copies, OwnerObject, Replica } from "./backups/contract";
import { createCopies } from "./backups/copies.server";
import { createReplica } from "./backups/litestream.server";
import { createOwnerObject } from "./backups/owner-object.server";
import type { Identity } from "./identity/contract";
import { createEntraIdentity } from "./identity/entra.server";
import type { Mail, RelayCertificate } from "./mail/contract";
import { createFileMail } from "./mail/file.server";
import { type Mailbox, openMailbox } from "./mail/mailbox.server";
import { readRelayCertificate } from "./mail/relay-certificate.server";
import { createSmtpMail } from "./mail/smtp.server";
import type { BounceMailbox, MailReports } from "./mail-reports/contract";
import { createImapMailbox } from "./mail-reports/imap.server";
import { createMailgunReports } from "./mail-reports/mailgun.server";
import { createPostmarkReports } from "./mail-reports/postmark.server";
import { createSendGridReports } from "./mail-reports/sendgrid.server";
import { createSesReports } from "./mail-reports/ses.server";
import type { Payments } from "./payments/contract";
import { createStripePayments, type StripeSettings } from "./payments/stripe.server";
import { listWebhookEndpoints } from "./payments/webhook-endpoints.server";
import { createPrintByHand } from "./printer/by-hand.server";
import type { PrintService } from "./printer/contract";
import { createProdigi } from "./printer/prodigi.server";
import { settings } from "./settings.server";
import type { DirectDownloads, DirectUploads, Storage } from "./storage/contract";
import { createDiskStorage } from "./storage/disk.server";
import { createS3Storage } from "./storage/s3.server";
import { createS3Downloads } from "./storage/s3-downloads.server";
import { createS3Uploads } from "./storage/s3-uploads.server";
import { readServerTime } from "./storage/server-time.server";

/** Chooses the implementation of each external service according to the settings; nothing else does. */

const clientName = new URL(settings.publicOrigin).hostname;

/** A pace leaves pauses of six seconds at most; relays close a connection that says nothing for a minute. */
const KEEP_CONNECTIONS_MS = 10_000;

export const mail: Mail =
  settings.mail.kind === "smtp"
    ? createSmtpMail({ url: settings.mail.url, from: settings.mailFrom, clientName, keepMs: KEEP_CONNECTIONS_MS })
    : createFileMail({ folder: settings.mail.folder, from: settings.mailFrom });

/** The certificate the relay shows; null for one that shows none, and for a folder. Never throws. */
export async function mailCertificate(): Promise<RelayCertificate | null> {
  return settings.mail.kind === "smtp" ? await readRelayCertificate(new URL(settings.mail.url), clientName) : null;
}

/** Reads emails that stay on this machine; null when they are really delivered. */
export const mailbox: Mailbox | null = settings.mail.kind === "file" ? openMailbox(settings.mail.folder) : null;

/** Reads what the mail provider reports of emails that came back; null where none does. */
export const mailReports: MailReports | null = settings.mailWebhook && createMailReports(settings.mailWebhook);

function createMailReports({ provider, secret }: NonNullable<typeof settings.mailWebhook>): MailReports {
  switch (provider) {
    case "ses":
      return createSesReports(secret.split(","));
    case "postmark":
      return createPostmarkReports(secret);
    case "mailgun":
      return createMailgunReports(secret);
    case "sendgrid":
      return createSendGridReports(secret);
  }
}

/** Where emails come back to; null where that is nobody's to read. */
export const bounceMailbox: BounceMailbox | null = settings.bounces && createImapMailbox(settings.bounces.mailbox);

export const storage: Storage =
  settings.storage.kind === "s3"
    ? createS3Storage(settings.storage)
    : createDiskStorage({ folder: settings.storage.folder });

/** The time of storage's server; null for a disk. @throws when it sends none. */
export async function askStorageTime(): Promise<Date | null> {
  return settings.storage.kind === "s3" ? await readServerTime(settings.storage) : null;
}

/** Null when storage accepts no uploads, so that all files come through this server. */
export const directUploads: DirectUploads | null =
  settings.storage.kind === "s3" ? createS3Uploads(settings.storage) : null;

/** Null when stored files have no addresses of their own, so that all of them are sent by this server. */
export const directDownloads: DirectDownloads | null =
  settings.storage.kind === "s3" ? createS3Downloads(settings.storage) : null;

/** Where books are printed: by the API of a printer, or by hand. */
export const printer: PrintService = settings.printer ? createProdigi(settings.printer) : createPrintByHand();

const api = settings.payments.apiOrigin ? new URL(settings.payments.apiOrigin) : null;

const stripe = {
  secretKey: settings.payments.secretKey,
  webhookSecrets: [...settings.payments.webhookSecrets],
  liveMode: settings.payments.liveMode,
  api: api
    ? {
        host: api.hostname,
        port: Number(api.port || (api.protocol === "http:" ? 80 : 443)),
        protocol: api.protocol === "http:" ? "http" : "https",
      }
    : undefined,
} satisfies StripeSettings;

export const payments: Payments = createStripePayments(stripe);

/** The webhook endpoints registered with the payment provider. */
export const webhookEndpoints = () => listWebhookEndpoints(stripe);

/** The directory that staff sign in with; null when they have only a password and a second factor. */
export const identity: Identity | null = settings.entra ? createEntraIdentity(settings.entra) : null;

const { webhookUrl, heartbeatUrl } = settings.alarms;

/** The second channel of alarms, beside email; null when none is set. */
export const alertWebhook: AlertWebhook | null = webhookUrl ? createAlertWebhook({ url: webhookUrl }) : null;

/** The outside watcher that expects a sign of life; null when none is set. */
export const heartbeat: Heartbeat | null = heartbeatUrl ? createHeartbeat({ url: heartbeatUrl }) : null;
/** The copies of the database; null when nothing is copied. */
export const backups: { replica: Replica; nightly: Copies; ownerObject: OwnerObject } | null = settings.backups && {
  replica: createReplica({
    ...settings.backups.replica,
    program: settings.backups.program,
    dataFolder: settings.dataFolder,
  }),
  nightly: createCopies(settings.backups.nightly),
  ownerObject: createOwnerObject(settings.backups.replica),
};
