/**
 * The emailhead: one table of 600 px, paper on linen, the wordmark in words. E-mail programs keep inline styles
 * only and load nothing from elsewhere, so there are no pictures and no remote fonts; Besley and Figtree show
 * where a reader has them, Georgia and Arial elsewhere. A British company names itself, its number and its
 * registered address on every email (Companies (Trading Disclosures) Regulations 2015, reg. 24 and 25).
 */

export type EmailKind =
  | "verification_code"
  | "account_exists"
  | "order_confirmation"
  | "refund"
  | "loop_waiting"
  | "enquiry"
  | "password_reset"
  | "password_changed"
  | "email_change_code"
  | "email_changed"
  | "gift_voucher"
  | "gift"
  | "voucher_reminder"
  | "voucher_redeemed"
  | "deletion_asked"
  | "deletion_withdrawn"
  | "account_deleted"
  | "weekly"
  | "printing"
  | "shipped"
  | "delivered"
  | "staff_set_up"
  | "account_opened"
  | "entry_rejected"
  | "entry_hidden";

/** An email before it is put on letterhead. `html` is the inside of the sheet: blocks made by `email-parts`. */
export interface Email {
  kind: EmailKind;
  subject: string;
  /** The line that mailboxes show beside the subject. */
  preview: string;
  /** Complete on its own: whoever reads this part alone misses nothing. */
  text: string;
  html: string;
}

/** Who sells, as far as it is known. */
export interface Seller {
  name: string;
  email: string;
  /** Registered or trading address in one line. */
  address: string | null;
  /** Company registration number. */
  number: string | null;
  /** Where the shop stands, such as https://loop.example. */
  origin: string;
}

export const SERIF = "Besley,'Clarendon BT',Georgia,'Times New Roman',serif";
export const SANS = "Figtree,'Segoe UI',Arial,Helvetica,sans-serif";

export const DYES = {
  sheet: "#fffdf8",
  linen: "#ece6da",
  rag: "#f6f2ea",
  flax: "#8a7f6b",
  ink: "#1b2530",
  faded: "#4a5560",
  thread: "#a81f35",
} as const;

/**
 * Puts an email on emailhead.
 * @param stopUrl shown as "stop these emails" on emails that are not about an order or an account.
 */
export function layOutEmail(
  message: Email,
  seller: Seller,
  stopUrl: string | null = null,
): { subject: string; text: string; html: string } {
  const identity = identify(seller);
  const stopText = stopUrl === null ? [] : [`To stop these emails: ${stopUrl}`];
  return {
    subject: message.subject,
    text: [message.text.trim(), "", "--", ...identity, ...stopText, ""].join("\n"),
    html: asDocument(message, identity, stopUrl),
  };
}

/** The seller's name, number, address and e-mail in lines, as far as they are known. */
export function identify(seller: Seller): string[] {
  const name = seller.number === null ? seller.name : `${seller.name}, company number ${seller.number}`;
  return [name, ...(seller.address === null ? [] : [seller.address]), `${seller.email} · ${seller.origin}`];
}

/** Text made safe inside HTML and inside a quoted attribute. */
export function escapeHtml(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("'", "&#39;");
}

function asDocument(message: Email, identity: readonly string[], stopUrl: string | null): string {
  const footer = identity.map(escapeHtml).join("<br>");
  const stop =
    stopUrl === null
      ? ""
      : `<br><a href="${escapeHtml(stopUrl)}" style="color:${DYES.faded}">Stop these emails</a>`;
  return `<!doctype html>
<html lang="en-GB">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light">
<meta name="format-detection" content="telephone=no,date=no,address=no">
<title>${escapeHtml(message.subject)}</title>
<style>
@media (max-width:620px){
.desk{padding:0!important}
.side{padding-left:24px!important;padding-right:24px!important}
.label{width:100%!important}
.label a{display:block!important;text-align:center!important}
}
@media (max-width:360px){
.code{padding-left:12px!important;padding-right:12px!important;font-size:23px!important;letter-spacing:1px!important}
}
</style>
</head>
<body style="margin:0;padding:0;background-color:${DYES.linen}">
<div style="display:none;max-height:0;overflow:hidden">${escapeHtml(message.preview)}</div>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="background-color:${DYES.linen}">
<tr><td class="desk" align="center" style="padding:40px 16px 64px">
<table role="presentation" width="600" cellpadding="0" cellspacing="0" border="0" style="width:100%;max-width:600px;background-color:${DYES.sheet};color:${DYES.ink};font:400 18px/1.6 ${SANS};text-align:left">
<tr><td align="center" style="padding:26px 24px 20px;font:italic 400 40px/1 ${SERIF};letter-spacing:-0.02em;color:${DYES.thread}">loop</td></tr>
${message.html}
<tr><td class="side" style="padding:26px 48px 34px;border-top:2px dashed #cfc5b3;font:400 15px/1.5 ${SANS};color:${DYES.faded}">${footer}${stop}</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`;
}
