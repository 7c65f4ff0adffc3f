/** What arrives in a bounce mailbox, as the programs named write it. */

interface Bounce {
  /** Where it comes back to. */
  to?: string;
  action?: string;
  status?: string;
  diagnostic?: string;
  date?: string;
}

/** Postfix, with the headers of the email that came back. */
export const postfixBounce = ({
  to = "bounces@loop.example",
  action = "failed",
  status = "5.1.1",
  diagnostic = "smtp; 550 5.1.1 <zoe@example.com>: Recipient address rejected:\n    User unknown",
  date = "Fri, 20 Nov 2026 14:20:00 +0000",
}: Bounce = {}) => `Return-Path: <>
Received: by mx.loop.example (Postfix) id 4D1C21F; Fri, 20 Nov 2026 14:20:01 +0000
Date: ${date}
From: MAILER-DAEMON@relay.example (Mail Delivery System)
Subject: Undelivered Mail Returned to Sender
To: ${to}
Auto-Submitted: auto-replied
MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status;
	boundary="7B5C61E.1795184400/relay.example"
Message-Id: <20261120142000.7B5C61E@relay.example>

This is a MIME-encapsulated message.

--7B5C61E.1795184400/relay.example
Content-Description: Notification
Content-Type: text/plain; charset=us-ascii

I'm sorry to have to inform you that your message could not be delivered.

--7B5C61E.1795184400/relay.example
Content-Description: Delivery report
Content-Type: message/delivery-status

Reporting-MTA: dns; relay.example
X-Postfix-Queue-ID: 7B5C61E
Arrival-Date: Fri, 20 Nov 2026 14:19:58 +0000

Final-Recipient: rfc822; zoe@example.com
Original-Recipient: rfc822;zoe@example.com
Action: ${action}
Status: ${status}
Remote-MTA: dns; mx.example.com
Diagnostic-Code: ${diagnostic}

--7B5C61E.1795184400/relay.example
Content-Description: Undelivered Message Headers
Content-Type: text/rfc822-headers

Return-Path: <bounces+of-the-returned@loop.example>
From: Loop <hello@loop.example>
To: Zoe <zoe@example.com>
Subject: What made you laugh this week?

--7B5C61E.1795184400/relay.example--
`;

/** A mailbox provider's feedback loop, which goes to one address for all emails and has the whole of them. */
export const feedbackReport = ({ sender = "bounces+x@loop.example", type = "abuse" } = {}) => `Return-Path: <>
Date: Sat, 21 Nov 2026 08:00:00 +0000
From: feedback@mailboxes.example
To: complaints@loop.example
Subject: FW: What made you laugh this week?
MIME-Version: 1.0
Content-Type: multipart/report; report-type=feedback-report; boundary="part"

--part
Content-Type: text/plain

This is an email abuse report.

--part
Content-Type: message/feedback-report

Feedback-Type: ${type}
User-Agent: SomeGenerator/1.0
Version: 1
Original-Mail-From: <${sender}>
Arrival-Date: Fri, 20 Nov 2026 14:20:00 +0000

--part
Content-Type: message/rfc822
Content-Disposition: inline

Return-Path: <${sender}>
From: Loop <hello@loop.example>
To: <undisclosed>
Subject: What made you laugh this week?
Content-Type: text/plain

Write to bounces+written-in-it@loop.example

--part--
`;

export const awayReply = (to = "bounces@loop.example") => `Date: Fri, 20 Nov 2026 14:20:00 +0000
From: Zoe <zoe@example.com>
To: ${to}
Auto-Submitted: auto-replied
Subject: Away until Monday

I'm away.
`;

export const humanEmail = (to = "bounces@loop.example") => `Date: Fri, 20 Nov 2026 14:20:00 +0000
From: Zoe <zoe@example.com>
To: ${to}
Subject: Is this the right address?
Content-Type: text/plain; charset=utf-8

My weekly email didn't come. Diagnostic: 550 5.1.1, Action: failed, Status: 5.1.1
`;

/** Somebody sends a bounce on as a file, to ask what it means. */
export const forwardedBounce = () => `Date: Fri, 20 Nov 2026 14:20:00 +0000
From: Zoe <zoe@example.com>
To: bounces@loop.example
Subject: What does this mean?
MIME-Version: 1.0
Content-Type: multipart/mixed; boundary="outer"

--outer
Content-Type: text/plain

See the file.

--outer
Content-Type: message/delivery-status

Reporting-MTA: dns; relay.example

Final-Recipient: rfc822; zoe@example.com
Action: failed
Status: 5.1.1

--outer--
`;
