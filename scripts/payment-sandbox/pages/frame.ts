import { html, type Markup } from "./markup";

/** A whole page. `goesTo`: other sites to which its forms may lead, redirects included. */
export interface Page {
  status: number;
  text: string;
  goesTo: readonly string[];
  /** Shown in a frame of the shop's page, with a script of the sandbox. */
  isFramed: boolean;
}

export function framePage(page: {
  status?: number;
  title: string;
  body: Markup;
  width?: "narrow" | "wide" | "element";
  hasMistakes?: boolean;
  goesTo?: readonly (string | null)[];
  /** The script of a framed page. */
  script?: "element.js" | "question.js" | "wallet.js";
}): Page {
  const { status = 200, title, body, width, hasMistakes = false, goesTo = [], script } = page;
  const text = html`<!doctype html>
<html lang="en-GB">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${hasMistakes && "Error: "}${title}</title>
<link rel="stylesheet" href="/pages.css">
${script && html`<script type="module" src="/browser/${script}"></script>`}
</head>
<body${script && html` class="framed"`}>
${!script && html`<header class="notice"><strong>Test payments:</strong> no real card is charged</header>`}
<main class="${width}">
${body}
</main>
</body>
</html>
`.text;
  return { status, text, goesTo: goesTo.filter((address) => address !== null), isFramed: !!script };
}

/** A page with a message and one link. */
export function messagePage(page: {
  status: number;
  title: string;
  words: string;
  link?: { url: string; label: string } | null;
}): Page {
  const { status, title, words, link } = page;
  const body = html`<h1>${title}</h1>
<p>${words}</p>
${link && html`<p><a href="${link.url}">${link.label}</a></p>`}`;
  return framePage({ status, title, body, width: "narrow" });
}
