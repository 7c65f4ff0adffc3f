import { bounceMailbox } from "~/adapters/adapters.server";
import { settings } from "~/adapters/settings.server";
import { reportsProvider, reportsSoFar } from "~/domain/mail/bounces/delivery-reports.server";
import { ageInWords } from "../health/age";
import { BOUNCES_SILENT_MS } from "../health/health-limits";
import { type Check, DOCTOR_COMMAND, failing, warning, well } from "./check";
import { assessService } from "./service-silence.server";

const NO_MAILBOX = well("No mailbox is set for emails that come back.");

/** Whether anybody tells us of emails that came back: the mail provider, or a mailbox. */
export const MAIL_REPORTS: readonly Check[] = [
  {
    readers: { doctor: "Emails that came back" },
    isUsed: () => settings.mail.kind !== "file",
    assess(now) {
      if (!reportsProvider && !bounceMailbox)
        return warning(
          "Nobody tells us of emails that came back, so we go on sending to addresses that don’t exist.",
          "If your relay is SES, Postmark, Mailgun or SendGrid, set MAIL_WEBHOOK and MAIL_WEBHOOK_SECRET. With any other relay, set BOUNCE_MAILBOX and BOUNCE_ADDRESS.",
        );
      const to = reportsProvider ? `${settings.publicOrigin}/webhooks/mail/${reportsProvider}` : "the bounce mailbox";
      const { lastAt, delayed } = reportsSoFar();
      const tested = reportsProvider ? " Your provider’s dashboard can send a test there." : "";
      if (!lastAt) return well(`Nothing has come to ${to} yet.${tested}`);
      const age = ageInWords(now.getTime() - lastAt.getTime());
      return well(`Something last came to ${to} ${age} ago. Emails delayed so far: ${delayed}.`);
    },
  },
  {
    readers: { doctor: "Bounce mailbox" },
    toDo: "Compare BOUNCE_MAILBOX with the mailbox’s own settings. Its server must offer IMAP with TLS, usually on port 993.",
    isUsed: () => bounceMailbox !== null,
    async assess() {
      if (!bounceMailbox) return NO_MAILBOX;
      const found = await bounceMailbox.check();
      if (!found.ok) return failing(`It can’t be read: ${found.message}`);
      return well(`We can sign in. Messages in it: ${found.left}. Those that no program wrote are for you to read.`);
    },
  },
  {
    urgency: "low",
    alarm: {
      kind: "bounce_mailbox_failing",
      title: "The bounce mailbox can’t be read",
      means:
        "We don’t learn which emails came back, so we go on sending to addresses that don’t exist. Nothing is lost: what arrives there waits.",
      steps: [
        "Run the doctor. It says whether the name, the certificate or the password is the problem.",
        "If its password has changed, correct BOUNCE_MAILBOX and restart.",
        "Check that the mailbox isn’t full, and that its server lets programs sign in with a password.",
      ],
      command: DOCTOR_COMMAND,
    },
    assess: (now) => (bounceMailbox ? assessService("bounce-mailbox", BOUNCES_SILENT_MS, now) : NO_MAILBOX),
  },
];
