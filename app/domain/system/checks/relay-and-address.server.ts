import { LANE_NAMES, LANES } from "~/domain/mail/kinds/email-kinds";
import { refusedEmails, sendingStopped } from "~/domain/mail/outbox/circuit-breaker.server";
import { ADDRESS_SILENT_MS, MAIL_SILENT_MS } from "../health/health-limits";
import { serviceCheck } from "../health/service-checks.server";
import { type Check, DOCTOR_COMMAND, failingIf } from "./check";
import { certificateEnd, checkSilence } from "./service-silence.server";

/** What the worker found out about the mail relay and the public address. */
export const RELAY_AND_ADDRESS: readonly Check[] = [
  checkSilence(["mail", MAIL_SILENT_MS], {
    kind: "mail_failing",
    title: "The mail relay refuses us",
    means: "The relay refused our sign-in. New emails will wait.",
    steps: [
      "Run the doctor. It says whether the name, the certificate, the encryption or the password is the problem.",
      "Check the relay’s status page and our account there.",
      "If the password has changed, correct SMTP_URL and restart.",
    ],
  }),
  {
    alarm: {
      kind: "mail_refused",
      title: "The mail relay won’t take our emails",
      means:
        "It refused several emails in a row, so we’ve stopped sending such emails. None is lost: we try one every few minutes, and send them all once it’s accepted.",
      steps: [
        "Read what the relay says in the alarm.",
        "If it doesn’t know the sender, verify MAIL_FROM, and BOUNCE_ADDRESS where it’s set, with the relay’s operator.",
        "If it denies access or asks us to sign in, correct SMTP_URL. If it names a quota or a limit, raise it there.",
        "If it doesn’t know any of the recipients, it may be a relay for a company’s own addresses alone. Correct SMTP_URL, or have its operator let it send to others.",
        "Then press “Send them all again” on the System page.",
      ],
      command: DOCTOR_COMMAND,
    },
    assess() {
      const stopped = sendingStopped();
      if (!stopped) return failingIf(null);
      const { lanes, reply } = stopped;
      const others =
        lanes.length === LANES.length ? "" : ` of these: ${lanes.map((lane) => LANE_NAMES[lane]).join("; ")}`;
      return failingIf(`${refusedEmails().found} refused. We keep all others${others}. The relay says: ${reply}`);
    },
  },
  {
    alarm: {
      kind: "mail_certificate",
      title: "The mail relay’s certificate",
      means: "It isn’t valid, or expires soon. From that day no emails go out.",
      steps: [
        "The message says what’s wrong: expired, for another name, or signed by an unknown authority.",
        "If somebody else runs the relay, tell them. If it’s yours, renew the certificate and reload it.",
        "Never switch the check off. The password would go to anybody who answers.",
      ],
      command: DOCTOR_COMMAND,
    },
    assess: (now) => failingIf(serviceCheck("mail-certificate")?.failure ?? certificateEnd("mail-certificate", now)),
  },
  checkSilence(["public-address", ADDRESS_SILENT_MS], {
    kind: "public_address",
    title: "The shop’s public address isn’t answering",
    means: "Visitors probably can’t reach the shop, although its processes run. This machine asked as a visitor does.",
    steps: [
      "Open the shop on a phone without Wi-Fi. If it opens, only this machine can’t reach the public address. Ask its host whether the network allows that.",
      "Read the code in the message: ENOTFOUND is DNS, ECONNREFUSED the proxy, a code with CERT the certificate.",
      "Check that the domain hasn’t expired, that its DNS points to this machine, and that the proxy is running.",
    ],
  }),
  {
    alarm: {
      kind: "public_certificate",
      title: "The shop’s certificate expires soon",
      means:
        "From that day browsers won’t open the shop. A certificate that renews automatically should have done so by now.",
      steps: [
        "Read the log of the proxy. It says why the certificate wasn’t renewed.",
        "Check that ports 80 and 443 reach the proxy from outside, which renewing needs.",
        "If somebody else ends TLS for the shop, tell them.",
      ],
      command: DOCTOR_COMMAND,
    },
    assess: (now) => failingIf(certificateEnd("public-address", now)),
  },
];
