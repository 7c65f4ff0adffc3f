import { randomUUID } from "node:crypto";
import { mail, mailCertificate } from "~/adapters/adapters.server";
import { settings } from "~/adapters/settings.server";
import { DAY_MS } from "~/domain/kernel/time/durations";
import { formatLondonDay } from "~/domain/kernel/time/format-days";
import { CERTIFICATE_DAYS } from "../health/health-limits";
import { type Finding, failing, warning, well } from "./finding";

/** Whether emails go out: the relay's certificate, its sign-in, and an email to ourselves. */

export async function checkMail(now: Date, { sendsEmail }: { sendsEmail: boolean }): Promise<Finding[]> {
  if (settings.mail.kind === "file")
    return [
      warning("Mail", "No relay is set, so emails are saved as files.", "Set SMTP_URL and MAIL_FROM for a real shop."),
    ];
  const relay = new URL(settings.mail.url);
  const findings = await Promise.all([certificate(relay, now), signIn(relay)]);
  if (findings.some(({ state }) => state === "failing")) return findings;
  return sendsEmail ? [...findings, await emailToOurselves(now)] : findings;
}

async function certificate(relay: URL, now: Date): Promise<Finding> {
  const name = "Mail: certificate";
  const found = await mailCertificate();
  if (!found)
    return warning(
      name,
      `${relay.hostname} showed no certificate. It offers no encryption, or doesn’t answer.`,
      "Use a relay with STARTTLS, or smtps:// in SMTP_URL. We never send a password without encryption.",
    );
  if (found.problem)
    return failing(name, found.problem, "Renew or correct the relay’s certificate. Don’t switch the check off.");
  if (!found.validUntil) return well(name, "It’s trusted.");
  const days = Math.floor((found.validUntil.getTime() - now.getTime()) / DAY_MS);
  const until = `It’s trusted until ${formatLondonDay(found.validUntil)}.`;
  return days > CERTIFICATE_DAYS ? well(name, until) : warning(name, until, "Renew it, or tell the relay’s operator.");
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

async function signIn(relay: URL): Promise<Finding> {
  const name = "Mail: sign-in";
  const found = await mail.check();
  if (found.ok)
    return well(name, relay.username ? "The relay accepted our sign-in." : "The relay answers and needs no password.");
  return refused(name, found.message);
}

function refused(name: string, message: string): Finding {
  const cause = CAUSES.find(([pattern]) => pattern.test(message));
  if (cause) return failing(name, cause[1], cause[2]);
  return failing(name, `The relay refuses: ${message.slice(0, 200)}`, "Ask the relay’s operator what this means.");
}

async function emailToOurselves(now: Date): Promise<Finding> {
  const name = "Mail: an email to ourselves";
  const to = settings.alarms.email ?? settings.mailFrom.address;
  const { hostname } = new URL(settings.publicOrigin);
  const text = `The doctor of ${settings.company.name} sent this to see that emails arrive.\n`;
  const result = await mail.post({
    messageId: `doctor-${randomUUID()}@${hostname}`,
    to: { name: settings.company.name, address: to },
    subject: `${settings.company.name} – emails go out`,
    text,
    html: `<p>${text}</p>`,
    at: now,
  });
  return result.ok
    ? well(name, `The relay accepted it, for ${to}. Check that it arrived, and not in junk.`)
    : refused(name, result.message);
}
