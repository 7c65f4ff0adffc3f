import { formatPence } from "~/domain/kernel/money/pounds";
import { escapeHtml } from "~/domain/kernel/text/html";
import { isDay } from "~/domain/kernel/time/days";
import { formatDay, momentInWords } from "~/domain/kernel/time/format-days";

/**
 * A page of an archive, to be opened from a disk in years, without our servers. It contains its own style, runs no
 * scripts, loads nothing from elsewhere, and shows all user text as text.
 */

export { escapeHtml };

/** Only the page's own style and the pictures beside it may be loaded, regardless of the text. */
const POLICY =
  "default-src 'none'; img-src 'self' file:; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";

const STYLE = `
:root{color-scheme:light}
body{margin:0;background:#fffdf8;color:#1b2530;font:18px/1.6 Figtree,"Segoe UI",Arial,sans-serif}
main{max-width:46rem;margin:0 auto;padding:2rem 1.25rem 5rem}
h1,h2,h3{font-family:Besley,Georgia,serif;font-weight:400;line-height:1.2;overflow-wrap:anywhere}
h1{font-size:2.25rem}h2{margin:3.5rem 0 .75rem;padding-top:1.5rem;border-top:2px dashed #cfc5b3;font-size:1.75rem}
h3{margin:1.75rem 0 .25rem;font-size:1.25rem}
p,dd,li{overflow-wrap:anywhere}
.words{white-space:pre-wrap;margin:.25rem 0 1rem}
.quiet{color:#4a5560}
.question{font:italic 1.25rem/1.4 Besley,Georgia,serif}
a{color:#1b2530;text-decoration-color:#a81f35;text-underline-offset:.2em}
figure{margin:1.25rem 0}figure img{display:block;max-width:100%;max-height:80vh;border:1px solid #d9cfbc}
figcaption{white-space:pre-wrap;color:#4a5560;overflow-wrap:anywhere}
.turn-1 img,.turn-3 img{max-width:min(100%,60vh);aspect-ratio:1;object-fit:contain;border:0}
.turn-1 img{transform:rotate(90deg)}.turn-2 img{transform:rotate(180deg)}.turn-3 img{transform:rotate(270deg)}
details{margin:1rem 0;padding:.5rem 1rem;background:#f6f2ea}
summary{min-height:1.75rem;cursor:pointer}
dl{display:grid;grid-template-columns:minmax(9rem,1fr) 2fr;gap:.25rem 1.25rem;margin:0 0 1.5rem}
dt{color:#4a5560}dd{margin:0;white-space:pre-wrap}
@media(max-width:36rem){dl{grid-template-columns:1fr}dd{margin-bottom:.5rem}}
@media print{details{display:block}}
`;

/** A whole page; `parts` are safe HTML. */
export function archivePage(title: string, parts: readonly string[]): string {
  return `<!doctype html>
<html lang="en-GB">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<meta name="robots" content="noindex">
<title>${escapeHtml(title)}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
${parts.join("\n")}
</main>
</body>
</html>
`;
}

/** A record as a list of names and values, without empty values and those that only link records. */
export function data(record: Readonly<Record<string, unknown>>): string {
  const rows = Object.entries(record).flatMap(([name, value]) => {
    const words = /(?:^id|Id)$/.test(name) ? "" : inWords(name, value);
    return words === "" ? [] : [`<dt>${escapeHtml(asLabel(name))}</dt><dd>${escapeHtml(words)}</dd>`];
  });
  return rows.length === 0 ? "" : `<dl>${rows.join("\n")}</dl>`;
}

/** "firstName" as "First name". */
function asLabel(name: string): string {
  const words = name
    .replace(/(?:At|Day|Pence)$/, "")
    .replace(/([A-Z])/g, " $1")
    .toLowerCase()
    .trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function inWords(name: string, value: unknown): string {
  if (value === null || value === undefined) return "";
  if (value instanceof Date) return momentInWords(value);
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (typeof value === "number" && name.endsWith("Pence")) return formatPence(value);
  if (typeof value === "string" && name.endsWith("Day")) return dayInWords(value);
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

/** A calendar day in words; other text is unchanged. */
export function dayInWords(text: string): string {
  return isDay(text) ? formatDay(text) : text;
}
