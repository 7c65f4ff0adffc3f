import { escapeHtml } from "~/domain/kernel/text/html";
import { clothOf } from "./email-cloth";
import { DYES, SANS, SERIF } from "./email-layout";

/**
 * The larger sections of an email. Each takes plain text and escapes it; none takes HTML from a caller. Pictures are
 * files of ours; `email-layout` writes the shop's origin before their paths.
 */

const THEMES_WITH_PICTURES = new Set(["celebration", "family", "education", "pet", "classic"]);

/** The theme whose pictures an email shows: Classic without a theme. */
function pictured(theme: string | null): string {
  return theme !== null && THEMES_WITH_PICTURES.has(theme) ? theme : "classic";
}

/** The light tint of each theme, behind a giver's own message. */
const TINTS: Record<string, string> = {
  celebration: "#f8e9e8",
  family: "#e8f0ea",
  education: "#e8eef4",
  pet: "#faf0d8",
  classic: DYES.rag,
};

/** The theme's pattern in red thread on paper, the first of its stitches made. */
export function redwork(theme: string | null, stitches: number): string {
  const alt = `A pattern to stitch in a ring of ${stitches} holes, with the first stitch made`;
  return `<tr><td class="side" align="center" style="padding:0 48px 26px"><img src="/artwork/email/redwork-${pictured(theme)}.png" width="360" height="360" alt="${alt}" style="display:block;width:100%;max-width:360px;height:auto;border:0;font:400 16px/1.5 ${SANS};color:${DYES.faded}"></td></tr>`;
}

/** A giver's message and name, set large on the theme's tint. */
export function message(lines: readonly string[], from: string, theme: string | null): string {
  const tint = TINTS[pictured(theme)];
  const words = `margin:0 0 14px;font:italic 400 24px/1.42 ${SERIF}`;
  // A line may be sealed; none has a line end in it.
  const paragraphs = lines
    .join("\n")
    .split(/\n{2,}/)
    .filter(Boolean);
  const rows = paragraphs.map(
    (paragraph) => `<p class="msg" style="${words}">${paragraph.split("\n").map(escapeHtml).join("<br>")}</p>`,
  );
  const signature = from === "" ? "" : `<p class="msg" style="${words};margin:22px 0 0">${escapeHtml(from)}</p>`;
  return `<tr><td class="side" bgcolor="${tint}" style="padding:34px 48px 36px;background-color:${tint}">${rows.join("\n")}${signature}</td></tr>`;
}

/** A headline in two halves, the second in italics. */
export function title(line: string, turn: string): string {
  return `<h1 class="title" style="margin:0 0 16px;font:400 38px/1.12 ${SERIF};letter-spacing:-0.012em">${escapeHtml(line)} <em>${escapeHtml(turn)}</em></h1>`;
}

/** A headline beside the theme's finished picture on its cloth; a narrow screen leaves the picture out. */
export function titleWithPicture(line: string, turn: string, theme: string | null): string {
  const { ground } = clothOf(theme);
  return `<tr><td class="side" style="padding:18px 48px 22px"><table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"><tr><td class="wide" width="144" style="width:144px"><img src="/artwork/email/picture-${pictured(theme)}.png" width="120" height="120" alt="" style="display:block;background-color:${ground};border:0"></td><td style="vertical-align:middle">${title(line, turn)}</td></tr></table></td></tr>`;
}

/** The finished picture of so many stitches on its cloth, with the book's title as on its cover. */
export function cover(bookTitle: string, theme: string | null, stitches: number): string {
  const { ground, words } = clothOf(theme);
  const gold = theme === "pet" ? words : "#f0d68f";
  return `<tr><td class="side" bgcolor="${ground}" align="center" style="padding:30px 48px 36px;background-color:${ground};color:${words};font:400 16px/1.5 ${SANS}"><img src="/artwork/email/picture-${pictured(theme)}.png" width="300" height="300" alt="The finished picture, all ${stitches} stitches made" style="display:block;width:100%;max-width:300px;height:auto;border:0;color:${words}">
<p style="margin:18px 0 0;font:400 32px/1.2 ${SERIF};color:${gold}">${escapeHtml(bookTitle)}</p></td></tr>`;
}

/** A tinted section across the email. */
export function panel(...blocks: string[]): string {
  return `<tr><td class="side" bgcolor="${DYES.rag}" style="padding:32px 48px 34px;background-color:${DYES.rag}">${blocks.join("\n")}</td></tr>`;
}

/** What happens when: a time and a sentence in each row, one below the other on a narrow screen. */
export function steps(rows: readonly (readonly [when: string, what: string])[]): string {
  const cells = rows.map(
    ([when, what]) =>
      `<tr><td class="step" width="190" style="width:190px;padding:10px 12px 0 0;vertical-align:top;font-weight:600">${escapeHtml(when)}</td><td class="step then" style="padding:10px 0 0;vertical-align:top">${escapeHtml(what)}</td></tr>`,
  );
  return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="margin:0 0 20px;font:400 16px/1.5 ${SANS}">${cells.join("\n")}</table>`;
}

/** Label and value in two columns. */
export function facts(rows: readonly (readonly [label: string, value: string])[]): string {
  const cells = rows.map(
    ([label, value]) =>
      `<tr><td style="padding:9px 0;vertical-align:top">${escapeHtml(label)}</td><td style="padding:9px 0 9px 20px;vertical-align:top;text-align:right;font-variant-numeric:tabular-nums">${escapeHtml(value)}</td></tr>`,
  );
  return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="font:400 17px/1.45 ${SANS}">${cells.join("\n")}</table>`;
}
