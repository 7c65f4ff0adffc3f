import { formatPence } from "~/domain/kernel/money/pounds";
import { escapeHtml } from "~/domain/kernel/text/html";
import { type Block, type InnerBlock, type SectionBlock, type Sum, stretch, sumInWords } from "./email-blocks";
import { DYES, lookOf, pictured, SANS, SERIF } from "./email-styles";

/**
 * The HTML part of an email: sections, which are rows of the layout's table. Pictures are files of ours, written as
 * paths; `email-layout` writes the shop's origin before them. Alternative text shows where images are blocked.
 */

/** Blocks between two sections are a section together. */
export function htmlOf(blocks: readonly Block[]): string {
  const sections: (SectionBlock | InnerBlock[])[] = [];
  for (const block of blocks) {
    const last = sections.at(-1);
    if ("section" in block) sections.push(block);
    else if (Array.isArray(last)) last.push(block);
    else sections.push([block]);
  }
  return sections.map((one) => sectionHtml(Array.isArray(one) ? stretch(...one) : one)).join("\n");
}

const WIDE = `table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"`;
const NARROW = `cellpadding="0" cellspacing="0" border="0"`;
const UNDERLINED = `style="color:${DYES.ink};text-decoration:underline;text-decoration-color:${DYES.thread};text-underline-offset:4px"`;

const linesOf = (rows: readonly string[]) => rows.map(escapeHtml).join("<br>");
const anchor = (words: string, url: string) => `<a href="${escapeHtml(url)}" ${UNDERLINED}>${escapeHtml(words)}</a>`;

const WORDS = {
  greeting: ["p", `margin:0 0 12px;color:${DYES.faded}`],
  headline: ["h1", `margin:0 0 14px;font:italic 400 33px/1.22 ${SERIF};letter-spacing:-0.01em`],
  heading: ["h2", `margin:34px 0 10px;font:400 23px/1.25 ${SERIF}`],
  smallHeading: ["h3", `margin:20px 0 6px;font:600 16px/1.4 ${SANS}`],
  paragraph: ["p", "margin:0 0 14px"],
  note: ["p", `margin:0 0 10px;font-size:16px;line-height:1.5;color:${DYES.faded}`],
} as const;

function wordsHtml(wording: keyof typeof WORDS, words: string): string {
  const [tag, style] = WORDS[wording];
  return `<${tag} style="${style}">${escapeHtml(words)}</${tag}>`;
}

const titleHtml = (line: string, turn: string) =>
  `<h1 class="title" style="margin:0 0 16px;font:400 38px/1.12 ${SERIF};letter-spacing:-0.012em">${escapeHtml(line)} <em>${escapeHtml(turn)}</em></h1>`;

function innerHtml(block: InnerBlock): string {
  switch (block.block) {
    case "words":
      return wordsHtml(block.wording, block.words);
    case "title":
      return titleHtml(block.line, block.turn);
    case "list":
      return block.items.map((item) => wordsHtml(block.wording, item)).join("\n");
    case "lines":
      if (!block.isFramed) return `<p style="margin:0 0 14px">${linesOf(block.rows)}</p>`;
      return `<${WIDE} style="margin:6px 0 0"><tr><td bgcolor="${DYES.rag}" style="padding:18px 20px;background-color:${DYES.rag};border:1px dashed ${DYES.flax};font:400 16px/1.6 ${SANS}">${linesOf(block.rows)}</td></tr></table>`;
    case "code": {
      const [padding, size, spacing] = block.isLong ? ["14px 18px", 22, 1] : ["18px 22px 18px 30px", 38, 8];
      return `<table role="presentation" ${NARROW} style="margin:8px 0 24px"><tr><td class="code" style="padding:${padding};border:2px dashed ${DYES.thread};border-radius:4px;font:600 ${size}px/1.1 ${SANS};letter-spacing:${spacing}px;font-variant-numeric:tabular-nums;white-space:nowrap">${escapeHtml(block.code)}</td></tr></table>`;
    }
    case "button": {
      const { ground, words } = lookOf(block.theme);
      // The border provides the padding, because Outlook ignores padding on links.
      return `<table role="presentation" class="label" ${NARROW} style="margin:22px 0 20px;border-collapse:separate"><tr><td bgcolor="${ground}" style="background-color:${ground};border-radius:3px"><a href="${escapeHtml(block.url)}" style="display:inline-block;border:solid ${ground};border-width:15px 32px;border-radius:3px;background-color:${ground};color:${words};font:600 18px/1.3 ${SANS};text-decoration:none">${escapeHtml(block.label)}</a></td></tr></table>`;
    }
    case "link":
      return `<p style="margin:0 0 14px">${anchor(block.label, block.url)}</p>`;
    case "links": {
      const { lead, row, more, comfort } = block;
      const made = row.map(({ words, url }) => anchor(words, url));
      const last = more === 0 && made.length > 1 ? ` and ${made.pop()}` : "";
      const rest = `${more > 0 ? `, and ${more} more` : ""}. ${comfort}`.trimEnd();
      return `<p style="margin:0 0 24px">${escapeHtml(lead)}: ${made.join(", ")}${last}${escapeHtml(rest)}</p>`;
    }
    case "quotation":
      return `<${WIDE} style="margin:24px 0"><tr><td bgcolor="${DYES.rag}" style="padding:16px 20px;background-color:${DYES.rag}"><p style="margin:0 0 2px;font:400 16px/1.4 ${SANS};color:${DYES.faded}">${escapeHtml(block.from)}</p><p style="margin:0;font:italic 400 19px/1.35 ${SERIF}">${escapeHtml(block.words)}</p></td></tr></table>`;
    case "facts": {
      const cell = "padding:9px 0;vertical-align:top";
      const right = "padding:9px 0 9px 20px;vertical-align:top;text-align:right;font-variant-numeric:tabular-nums";
      const rows = block.rows.map(
        ([label, value]) =>
          `<tr><td style="${cell}">${escapeHtml(label)}</td><td style="${right}">${escapeHtml(value)}</td></tr>`,
      );
      return `<${WIDE} style="font:400 17px/1.45 ${SANS}">${rows.join("\n")}</table>`;
    }
    case "steps": {
      const rows = block.rows.map(
        ([when, what]) =>
          `<tr><td class="step" width="190" style="width:190px;padding:10px 12px 0 0;vertical-align:top;font-weight:600">${escapeHtml(when)}</td><td class="step then" style="padding:10px 0 0;vertical-align:top">${escapeHtml(what)}</td></tr>`,
      );
      return `<${WIDE} style="margin:0 0 20px;font:400 16px/1.5 ${SANS}">${rows.join("\n")}</table>`;
    }
    case "sums":
      return sumsHtml(block.rows, block.total);
  }
}

function sumsHtml(sums: readonly Sum[], total: Sum): string {
  const cell = "padding:9px 0;vertical-align:top;border-bottom:1px solid #d9cfbc";
  const right = "text-align:right;white-space:nowrap;padding-left:20px;font-variant-numeric:tabular-nums";
  const rows = sums.map((sum) => {
    const note = sum.note ? `<br><span style="font-size:16px;color:${DYES.faded}">${escapeHtml(sum.note)}</span>` : "";
    return `<tr><td style="${cell}">${escapeHtml(sum.label)}${note}</td><td style="${cell};${right}">${sumInWords(sum)}</td></tr>`;
  });
  const end = "padding:14px 0 4px;vertical-align:baseline";
  return `<table width="100%" ${NARROW} style="margin:4px 0 20px;border-top:2px solid ${DYES.ink};font:400 17px/1.45 ${SANS}">
${rows.join("\n")}
<tr><td style="${end};font-weight:600">${escapeHtml(total.label)}</td><td style="${end};${right};font:400 26px/1 ${SERIF}">${formatPence(total.pence)}</td></tr>
</table>`;
}

function sectionHtml(block: SectionBlock): string {
  if (block.section === "stretch") {
    const [ground, colour] = block.isTinted ? [` bgcolor="${DYES.rag}"`, `;background-color:${DYES.rag}`] : ["", ""];
    return `<tr><td class="side"${ground} style="padding:32px 48px 34px${colour}">${block.blocks.map(innerHtml).join("\n")}</td></tr>`;
  }
  const { ground, words, tint } = lookOf(block.theme);
  const artwork = (name: string) => `/artwork/email/${name}-${pictured(block.theme)}.png`;
  switch (block.section) {
    case "band":
      return `<tr><td class="side" bgcolor="${ground}" style="padding:38px 48px 40px;background-color:${ground};color:${words};font:400 40px/1.15 ${SERIF};letter-spacing:-0.012em">${escapeHtml(block.words)}</td></tr>`;
    case "week": {
      const font = `color:${words};font:400 18px/1.5 ${SANS}`;
      return `<tr><td bgcolor="${ground}" align="center" style="padding:20px 24px 34px;background-color:${ground};${font}"><img src="${escapeHtml(block.picture.url)}" width="420" height="420" alt="${escapeHtml(block.picture.alt)}" style="display:block;width:100%;max-width:420px;height:auto;border:0;${font}">
<p style="margin:12px 0 0;font:400 48px/1 ${SERIF}">${escapeHtml(block.large)} <span style="font-size:22px">${escapeHtml(block.small)}</span></p></td></tr>`;
    }
    case "pattern":
      return `<tr><td class="side" align="center" style="padding:0 48px 26px"><img src="${artwork("redwork")}" width="360" height="360" alt="A pattern to stitch in a ring of ${block.stitches} holes, with the first stitch made" style="display:block;width:100%;max-width:360px;height:auto;border:0;font:400 16px/1.5 ${SANS};color:${DYES.faded}"></td></tr>`;
    case "title":
      // A narrow screen leaves the picture out.
      return `<tr><td class="side" style="padding:18px 48px 22px"><${WIDE}><tr><td class="wide" width="144" style="width:144px"><img src="${artwork("picture")}" width="120" height="120" alt="" style="display:block;background-color:${ground};border:0"></td><td style="vertical-align:middle">${titleHtml(block.line, block.turn)}</td></tr></table></td></tr>`;
    case "cover": {
      const gold = block.theme === "pet" ? words : "#f0d68f";
      return `<tr><td class="side" bgcolor="${ground}" align="center" style="padding:30px 48px 36px;background-color:${ground};color:${words};font:400 16px/1.5 ${SANS}"><img src="${artwork("picture")}" width="300" height="300" alt="The finished picture, all ${block.stitches} stitches made" style="display:block;width:100%;max-width:300px;height:auto;border:0;color:${words}">
<p style="margin:18px 0 0;font:400 32px/1.2 ${SERIF};color:${gold}">${escapeHtml(block.bookTitle)}</p></td></tr>`;
    }
    case "message": {
      const font = `margin:0 0 14px;font:italic 400 24px/1.42 ${SERIF}`;
      // A row may be encrypted; none has a line end in it.
      const paragraphs = block.rows
        .join("\n")
        .split(/\n{2,}/)
        .filter(Boolean);
      const said = paragraphs.map((rows) => `<p class="msg" style="${font}">${linesOf(rows.split("\n"))}</p>`);
      const from = block.from && `<p class="msg" style="${font};margin:22px 0 0">${escapeHtml(block.from)}</p>`;
      return `<tr><td class="side" bgcolor="${tint}" style="padding:34px 48px 36px;background-color:${tint}">${said.join("\n")}${from}</td></tr>`;
    }
  }
}
