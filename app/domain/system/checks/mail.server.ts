import { randomUUID } from "node:crypto";
import { newId } from "#db/identifiers";
import { mail, mailCertificate } from "~/adapters/adapters.server";
import type { RelayCertificate } from "~/adapters/mail/contract";
import { settings } from "~/adapters/settings.server";
import { DAY_MS, MINUTE_MS } from "~/domain/kernel/time/durations";
import { formatLondonDay } from "~/domain/kernel/time/format-days";
import { returnPathOf } from "~/domain/mail/outbox/return-paths.server";
import { ageInWords } from "../health/age";
import { CERTIFICATE_DAYS, EMAIL_LATE_MS } from "../health/health-limits";
import { lateBulkEmails, lateEmails } from "../health/waiting-work.server";
import { type Assessment, type Check, DOCTOR_COMMAND, failing, named, warning, well } from "./check";

/** Whether emails go out: those that wait; the relay's certificate, its sign-in, and an email to ourselves. */
export const MAIL: readonly Check[] = [
  {
    readers: { ready: "emails" },
    urgency: "high",
    stopsHeartbeat: true,
    alarm: {
      kind: "emails_waiting",
      title: "Emails are waiting",
      means: "Verification codes, vouchers and receipts are late, so people can’t register.",
      steps: [
        "The System page shows why the last ones failed.",
        "Run the doctor. It sends a test through the relay and says what the relay objects to.",
        "Check whether the relay’s account is over its limit or its password has changed.",
        "Waiting emails go out automatically once the relay accepts them.",
      ],
      command: DOCTOR_COMMAND,
    },
    assess(now) {
      const { found, oldest } = lateEmails(now);
      if (!oldest) return well("Nothing is late.");
      const age = ageInWords(now.getTime() - oldest.getTime());
      const alarm = `${found} waited for more than ${EMAIL_LATE_MS / MINUTE_MS} minutes, the oldest for ${age}.`;
      return { ...failing(`${found} emails are late, the oldest for ${age}.`), alarm };
    },
  },
  {
    readers: { staff: "weekly emails" },
    urgency: "low",
    alarm: {
      kind: "bulk_emails_waiting",
      title: "Weekly emails or reminders are slow",
      means:
        "Some have been due for a day. Nobody is locked out, but a weekly email is withdrawn once its week is over.",
      steps: [
        "The System page shows how many wait, how many leave in an hour, and whether somebody paused them.",
        "Raise the rate in the settings if the relay allows more.",
        "A new sending address begins with few an hour, so that mailboxes learn to trust it, and doubles them with each day of sending.",
      ],
    },
    assess(now) {
      const { found, oldest } = lateBulkEmails(now);
      if (!oldest) return well("Nothing is late.");
      return failing(
        `${found} weekly emails or reminders are late, the oldest for ${ageInWords(now.getTime() - oldest.getTime())}.`,
      );
    },
  },
  {
    readers: { doctor: "Mail" },
    async assess(now, { sendsEmail }) {
      if (settings.mail.kind === "file")
        return warning("No relay is set, so emails are saved as files.", "Set SMTP_URL and MAIL_FROM for a real shop.");
      const relay = new URL(settings.mail.url);
      const [shown, signedIn] = await Promise.all([mailCertificate(), signIn(relay)]);
      const found = [
        named("Mail: certificate", assessCertificate(shown, relay, now)),
        named("Mail: sign-in", signedIn),
      ];
      if (!sendsEmail || found.some(({ state }) => state === "failing")) return found;
      return [...found, named("Mail: an email to ourselves", await emailToOurselves(now))];
    },
  },
];

/** What is said of the certificate that a relay shows; null of one that shows none. */
export function assessCertificate(found: RelayCertificate | null, relay: URL, now: Date): Assessment {
  if (!found)
    return warning(
      `${relay.hostname} showed no certificate. It offers no encryption, or doesn’t answer.`,
      "Use a relay with STARTTLS, or smtps:// in SMTP_URL. We never send a password without encryption.",
    );
  if (found.problem)
    return failing(found.problem, "Renew or correct the relay’s certificate. Don’t switch the check off.");
  if (!found.validUntil) return well("It’s trusted.");
  const days = Math.floor((found.validUntil.getTime() - now.getTime()) / DAY_MS);
  const until = `It’s trusted until ${formatLondonDay(found.validUntil)}.`;
  return days > CERTIFICATE_DAYS ? well(until) : warning(until, "Renew it, or tell the relay’s operator.");
}

/** Messages for the causes that nodemailer and Node name, with what to do. */
const CAUSES: readonly (readonly [RegExp, string, string])[] = [
  [/\b535\b|Invalid login|EAUTH/i, "It refuses the user name or the password.", "Correct both in SMTP_URL."],
  [/certificate|self.signed|altname/i, "Its certificate isn’t trusted.", "See the certificate check."],
  [/STARTTLS/i, "It offers no encryption.", "Use smtps:// in SMTP_URL, or another relay."],
  [/ENOTFOUND|EDNS|EAI_AGAIN/i, "Its name can’t be found.", "Correct the host in SMTP_URL, or this machine’s DNS."],
  [
    /ECONNREFUSED/i,
    "Nothing is listening on its port.",
    "Correct host and port in SMTP_URL: 465 for smtps, 587 for smtp.",
  ],
  [
    /time|ETIMEDOUT/i,
    "It doesn’t answer.",
    "Many hosts block outgoing mail. Ask yours to open the port, or use another of the relay’s ports.",
  ],
];

async function signIn(relay: URL): Promise<Assessment> {
  const found = await mail.check();
  if (found.ok)
    return well(relay.username ? "The relay accepted our sign-in." : "The relay answers and needs no password.");
  return refused(found.message);
}

function refused(message: string): Assessment {
  const cause = CAUSES.find(([pattern]) => pattern.test(message));
  if (cause) return failing(cause[1], cause[2]);
  return failing(`The relay refuses: ${message.slice(0, 200)}`, "Ask the relay’s operator what this means.");
}

async function emailToOurselves(now: Date): Promise<Assessment> {
  const to = settings.alarms.email ?? settings.mailFrom.address;
  const { hostname } = new URL(settings.publicOrigin);
  const text = `The doctor of ${settings.company.name} sent this to see that emails arrive.\n`;
  const result = await mail.post({
    kind: "doctor",
    // A relay that sends for some senders alone says so here.
    returnPath: returnPathOf(newId()),
    messageId: `doctor-${randomUUID()}@${hostname}`,
    to: { name: settings.company.name, address: to },
    subject: `${settings.company.name} – emails go out`,
    text,
    html: `<p>${text}</p>`,
    at: now,
  });
  return result.ok
    ? well(`The relay accepted it, for ${to}. Check that it arrived, and not in junk.`)
    : refused(result.message);
}
