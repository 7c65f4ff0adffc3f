import type { Identity } from "./identity/contract";
import { createEntraIdentity } from "./identity/entra.server";
import type { Mail } from "./mail/contract";
import { createFileMail } from "./mail/file.server";
import { type Mailbox, openMailbox } from "./mail/mailbox.server";
import { createSmtpMail } from "./mail/smtp.server";
import type { Payments } from "./payments/contract";
import { createStripePayments } from "./payments/stripe.server";
import { settings } from "./settings.server";
import type { DirectUploads, Storage } from "./storage/contract";
import { createDiskStorage } from "./storage/disk.server";
import { createS3Storage } from "./storage/s3.server";
import { createS3Uploads } from "./storage/s3-uploads.server";

/** The neighbours the settings ask for, each behind its contract. The one place that chooses. */

export const mail: Mail =
  settings.mail.kind === "smtp"
    ? createSmtpMail({ url: settings.mail.url, from: settings.mailFrom })
    : createFileMail({ folder: settings.mail.folder, from: settings.mailFrom });

/** Where emails that stay on this machine can be read; null where they leave it. */
export const mailbox: Mailbox | null =
  settings.mail.kind === "file" ? openMailbox(settings.mail.folder) : null;

export const storage: Storage =
  settings.storage.kind === "s3"
    ? createS3Storage(settings.storage)
    : createDiskStorage({ folder: settings.storage.folder });

/** Null where files only come through our own doors. */
export const directUploads: DirectUploads | null =
  settings.storage.kind === "s3" ? createS3Uploads(settings.storage) : null;

const api = settings.payments.apiOrigin ? new URL(settings.payments.apiOrigin) : null;

export const payments: Payments = createStripePayments({
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
});

/** Who vouches for the staff; null where they have a password and a second factor only. */
export const identity: Identity | null = settings.entra ? createEntraIdentity(settings.entra) : null;
