import { formatPence } from "~/domain/kernel/money/pounds";
import { escapeHtml } from "~/domain/kernel/text/html";
import { beginningOf } from "~/domain/kernel/text/segments";
import { clothOf } from "./email-cloth";
import { DYES, SANS, SERIF } from "./email-layout";

/** The parts of an email. Each takes plain text and escapes it; none takes HTML from a caller. */

/** Control characters, line ends, and characters that reverse or hide text; joiners inside names stay. */
const UNSEEN = /[\p{Cc}\p{Zl}\p{Zp}\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]+/gu;

/**
 * Makes text that a person typed safe inside our emails: one line, no control characters, and nothing an email client
 * would turn into a link (a word joiner, U+2060, breaks up addresses), so that a name cannot carry a stranger's
 * advertisement.
 */
export function asPlainWords(typed: string): string {
  return typed
    .replace(UNSEEN, " ")
    .replace(/\s+/g, " ")
    .trim()
    .replace(/:\/\//g, ":\u2060//")
    .replace(/@/g, "\u2060@\u2060")
    .replace(/(?<=[\p{L}\p{N}])\.(?=[\p{L}\p{N}])/gu, ".\u2060");
}

/** Text for a subject: at most so many characters, cut between words. */
export function shorten(words: string, longest: number): string {
  return words.length <= longest ? words : `${beginningOf(words, longest).replace(/\s+\S*$/u, "")}…`;
}

/** The first line to somebody with this first name, or to somebody whose name we do not know. */
export function greet(firstName: string): string {
  const name = asPlainWords(firstName);
  return name === "" ? "Hello," : `Hello ${name},`;
}

/** A full-width band in the theme's colour with a headline. */
export function band(headline: string, theme: string | null): string {
  const cloth = clothOf(theme);
  return `<tr><td class="side" bgcolor="${cloth.ground}" style="padding:38px 48px 40px;background-color:${cloth.ground};color:${cloth.words};font:400 40px/1.15 ${SERIF};letter-spacing:-0.012em">${escapeHtml(headline)}</td></tr>`;
}

/** A picture on its theme's colour with a line below it. Its alternative text shows where images are blocked. */
export function pictureBand(
  picture: { url: string; alt: string },
  line: { large: string; small: string },
  theme: string | null,
): string {
  const cloth = clothOf(theme);
  const words = `color:${cloth.words};font:400 18px/1.5 ${SANS}`;
  return `<tr><td bgcolor="${cloth.ground}" align="center" style="padding:20px 24px 34px;background-color:${cloth.ground};${words}"><img src="${escapeHtml(picture.url)}" width="420" height="420" alt="${escapeHtml(picture.alt)}" style="display:block;width:100%;max-width:420px;height:auto;border:0;${words}">
<p style="margin:12px 0 0;font:400 48px/1 ${SERIF}">${escapeHtml(line.large)} <span style="font-size:22px">${escapeHtml(line.small)}</span></p></td></tr>`;
}

/** A quotation from an earlier entry, on a tinted background. */
export function quotation(from: string, words: string): string {
  return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="margin:24px 0"><tr><td bgcolor="${DYES.rag}" style="padding:16px 20px;background-color:${DYES.rag}"><p style="margin:0 0 2px;font:400 16px/1.4 ${SANS};color:${DYES.faded}">${escapeHtml(from)}</p><p style="margin:0;font:italic 400 19px/1.35 ${SERIF}">${escapeHtml(words)}</p></td></tr></table>`;
}

/** A sentence that contains a row of links. */
export function wordsWithLinks(
  before: string,
  links: readonly { words: string; url: string }[],
  after: string,
): string {
  const made = links.map(
    ({ words, url }) =>
      `<a href="${escapeHtml(url)}" style="color:${DYES.ink};text-decoration:underline;text-decoration-color:${DYES.thread};text-underline-offset:4px">${escapeHtml(words)}</a>`,
  );
  const isWhole = after.startsWith(".");
  const last = isWhole && made.length > 1 ? ` and ${made.pop()}` : "";
  return `<p style="margin:0 0 24px">${escapeHtml(before)}${made.join(", ")}${last}${escapeHtml(after)}</p>`;
}

/** A section of the email with its margins; blocks go inside. */
export function stretch(...blocks: string[]): string {
  return `<tr><td class="side" style="padding:32px 48px 34px">${blocks.join("\n")}</td></tr>`;
}

export function greeting(words: string): string {
  return `<p style="margin:0 0 12px;color:${DYES.faded}">${escapeHtml(words)}</p>`;
}

export function headline(words: string): string {
  return `<h1 style="margin:0 0 14px;font:italic 400 33px/1.22 ${SERIF};letter-spacing:-0.01em">${escapeHtml(words)}</h1>`;
}

export function heading(words: string): string {
  return `<h2 style="margin:34px 0 10px;font:400 23px/1.25 ${SERIF}">${escapeHtml(words)}</h2>`;
}

export function smallHeading(words: string): string {
  return `<h3 style="margin:20px 0 6px;font:600 16px/1.4 ${SANS}">${escapeHtml(words)}</h3>`;
}

export function paragraph(words: string): string {
  return `<p style="margin:0 0 14px">${escapeHtml(words)}</p>`;
}

export function smallPrint(words: string): string {
  return `<p style="margin:0 0 10px;font-size:16px;line-height:1.5;color:${DYES.faded}">${escapeHtml(words)}</p>`;
}

/** Several lines, one below the other, as on an envelope. */
export function lines(rows: readonly string[]): string {
  return `<p style="margin:0 0 14px">${rows.map(escapeHtml).join("<br>")}</p>`;
}

/** A form to copy or fill in: a dashed frame on a tinted background. */
export function slip(rows: readonly string[]): string {
  return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="margin:6px 0 0"><tr><td bgcolor="${DYES.rag}" style="padding:18px 20px;background-color:${DYES.rag};border:1px dashed ${DYES.flax};font:400 16px/1.6 ${SANS}">${rows.map(escapeHtml).join("<br>")}</td></tr></table>`;
}

/** Six digits to type in, large and evenly spaced. */
export function bigCode(code: string): string {
  return codeBox(code, "padding:18px 22px 18px 30px", 38, 8);
}

/** A voucher's code, which is twice as long and must fit on one line on a phone too. */
export function voucherCode(code: string): string {
  return codeBox(code, "padding:14px 18px", 22, 1);
}

function codeBox(code: string, padding: string, size: number, spacing: number): string {
  return `<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:8px 0 24px"><tr><td class="code" style="${padding};border:2px dashed ${DYES.thread};border-radius:4px;font:600 ${size}px/1.1 ${SANS};letter-spacing:${spacing}px;font-variant-numeric:tabular-nums;white-space:nowrap">${escapeHtml(code)}</td></tr></table>`;
}

/** The one button of an email. The border provides the padding, because Outlook ignores padding on links. */
export function button(label: string, url: string, theme: string | null = null): string {
  const cloth = clothOf(theme);
  return `<table role="presentation" class="label" cellpadding="0" cellspacing="0" border="0" style="margin:22px 0 20px;border-collapse:separate"><tr><td bgcolor="${cloth.ground}" style="background-color:${cloth.ground};border-radius:3px"><a href="${escapeHtml(url)}" style="display:inline-block;border:solid ${cloth.ground};border-width:15px 32px;border-radius:3px;background-color:${cloth.ground};color:${cloth.words};font:600 18px/1.3 ${SANS};text-decoration:none">${escapeHtml(label)}</a></td></tr></table>`;
}

/** A link on a separate line. */
export function link(label: string, url: string): string {
  return `<p style="margin:0 0 14px"><a href="${escapeHtml(url)}" style="color:${DYES.ink};text-decoration:underline;text-decoration-color:${DYES.thread};text-underline-offset:4px">${escapeHtml(label)}</a></p>`;
}

export interface Sum {
  label: string;
  note?: string;
  pence: number;
  /** Shows "Free" instead of £0.00. */
  free?: boolean;
}

export function sumInWords(sum: Sum): string {
  return sum.free ? "Free" : formatPence(sum.pence);
}

/** Sums in two columns, with the total last. */
export function sums(rows: readonly Sum[], total: Sum): string {
  const cell = "padding:9px 0;vertical-align:top;border-bottom:1px solid #d9cfbc";
  const right = "text-align:right;white-space:nowrap;padding-left:20px;font-variant-numeric:tabular-nums";
  const body = rows.map((row) => {
    const note =
      row.note === undefined
        ? ""
        : `<br><span style="font-size:16px;color:${DYES.faded}">${escapeHtml(row.note)}</span>`;
    return `<tr><td style="${cell}">${escapeHtml(row.label)}${note}</td><td style="${cell};${right}">${sumInWords(row)}</td></tr>`;
  });
  const end = "padding:14px 0 4px;vertical-align:baseline";
  return `<table width="100%" cellpadding="0" cellspacing="0" border="0" style="margin:4px 0 20px;border-top:2px solid ${DYES.ink};font:400 17px/1.45 ${SANS}">
${body.join("\n")}
<tr><td style="${end};font-weight:600">${escapeHtml(total.label)}</td><td style="${end};${right};font:400 26px/1 ${SERIF}">${formatPence(total.pence)}</td></tr>
</table>`;
}
