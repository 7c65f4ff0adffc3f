import { type Company, companyDetails } from "~/domain/kernel/company/company";
import { escapeHtml } from "~/domain/kernel/text/html";
import type { EmailKind } from "../kinds/email-kinds";
import type { Block } from "./email-blocks";
import { htmlOf } from "./email-html";
import { DYES, SANS, SERIF } from "./email-styles";
import { textOf } from "./email-text";

/**
 * The layout of every email: one table of 600 px, light paper on linen. Email clients keep inline styles only and may
 * block pictures, so every picture has an alternative text, and there are no remote fonts; Besley and Figtree show if
 * installed, Georgia and Arial otherwise. A British company states its name, its number and its registered address in
 * every email (Companies (Trading Disclosures) Regulations 2015, reg. 24 and 25).
 */

/** An email before the layout is added. */
export interface Email {
  kind: EmailKind;
  subject: string;
  /** The preview line that email clients show beside the subject. */
  preview: string;
  blocks: readonly Block[];
  /** Why somebody gets this email, above the seller's details. */
  why?: string;
  /** The label of the link that stops these emails, where they are not "Unsubscribe". */
  stop?: string;
}

const PRIVACY = "Privacy policy";

/** Spam filters count "stop these emails" against us. */
const STOP = "Unsubscribe";

/** The seller's details, as far as they are known. */
export interface Seller extends Company {
  /** The shop's origin, such as https://loop.example. */
  origin: string;
}

/**
 * Adds the layout to an email.
 * @param stopUrl the unsubscribe link, for emails that are not about an order or an account.
 */
export function layOutEmail(
  message: Email,
  seller: Seller,
  stopUrl: string | null = null,
): { subject: string; text: string; html: string } {
  const identity = identify(seller);
  const why = message.why === undefined ? [] : [message.why];
  const stopText = stopUrl === null ? [] : [`${message.stop ?? STOP}: ${stopUrl}`];
  return {
    subject: message.subject,
    text: [
      textOf(message.blocks),
      "",
      "--",
      ...why,
      ...identity,
      `${PRIVACY}: ${seller.origin}/privacy`,
      ...stopText,
      "",
    ].join("\n"),
    html: asDocument(message, identity, seller.origin, stopUrl),
  };
}

/** Who sells, in lines, as far as it is known, with email address and website. */
export function identify(seller: Seller): string[] {
  return [...companyDetails(seller), `${seller.email} · ${seller.origin}`];
}

/** Our own pictures are written as paths; typed text is escaped, so it cannot contain one. */
const withOrigin = (html: string, origin: string) => html.replaceAll(' src="/', ` src="${escapeHtml(origin)}/`);

/**
 * A picture where the email has others, else text in its place: spam filters count any picture in a short email as one
 * that hides its text.
 */
function wordmark(html: string, origin: string): string {
  const style = `display:block;font:italic 400 26px/46px ${SERIF};letter-spacing:-0.02em;color:${DYES.thread}`;
  if (!html.includes("<img ")) return `<span style="${style}">loop</span>`;
  return `<img src="${escapeHtml(origin)}/artwork/email/wordmark.png" width="74" height="46" alt="loop" style="${style};border:0">`;
}

function asDocument(message: Email, identity: readonly string[], origin: string, stopUrl: string | null): string {
  const content = htmlOf(message.blocks);
  const why = message.why === undefined ? "" : `${escapeHtml(message.why)}<br>`;
  const footer = identity.map(escapeHtml).join("<br>");
  const end = (label: string, url: string) =>
    `<br><a href="${escapeHtml(url)}" style="color:${DYES.faded}">${escapeHtml(label)}</a>`;
  const stop = stopUrl === null ? "" : end(message.stop ?? STOP, stopUrl);
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
.outer{padding:0!important}
}
@media (max-width:480px){
.side{padding-left:24px!important;padding-right:24px!important}
.label{width:100%!important}
.label a{display:block!important;text-align:center!important}
.title{font-size:30px!important}
.msg{font-size:21px!important}
.wide{display:none!important}
.step{display:block!important;width:auto!important}
.then{padding-top:0!important}
}
@media (max-width:360px){
.code{padding-left:12px!important;padding-right:12px!important;font-size:23px!important;letter-spacing:1px!important}
}
</style>
</head>
<body style="margin:0;padding:0;background-color:${DYES.linen}">
<div style="display:none;max-height:0;overflow:hidden">${escapeHtml(message.preview)}</div>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="background-color:${DYES.linen}">
<tr><td class="outer" align="center" style="padding:40px 16px 64px">
<table role="presentation" width="600" cellpadding="0" cellspacing="0" border="0" style="width:100%;max-width:600px;background-color:${DYES.sheet};color:${DYES.ink};font:400 18px/1.6 ${SANS};text-align:left">
<tr><td align="center" style="padding:22px 24px 18px">${wordmark(content, origin)}</td></tr>
${withOrigin(content, origin)}
<tr><td class="side" style="padding:26px 48px 34px;border-top:2px dashed #cfc5b3;font:400 15px/1.5 ${SANS};color:${DYES.faded}">${why}${footer}${end(PRIVACY, `${origin}/privacy`)}${stop}</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`;
}
