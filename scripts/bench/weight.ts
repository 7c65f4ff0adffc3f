import { chromium } from "playwright";
import { ensureChromium } from "../testing/browser.ts";
import type { Figure } from "./harness/figures";
import type { ServedApp } from "./harness/served-app";
import { type VisitedPage, withVisitedPages } from "./harness/visited-pages";

/**
 * What a first visit to a page brings over the wire, with headers, compressed as the server compresses it, in an empty
 * browser: at the width of a phone and of a desktop, of which the heavier counts. Pictures below the first view load
 * later and are not counted.
 */

const MOST_HOME_BYTES = 180_000;
/** Without the pictures of the themes. */
const MOST_BYTES = 150_000;
const WIDTHS = [
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
];
/** Pages that are only read. Their header's menu has a script, for Escape. */
const WITHOUT_SCRIPTS = ["about", "themes", "begin", "gift", "terms", "privacy", "cookies", "accessibility"];
const KINDS = ["HTML", "CSS", "JS", "fonts", "pictures", "others"] as const;
type Kind = (typeof KINDS)[number];
const KIND_OF: Readonly<Record<string, Kind>> = {
  Document: "HTML",
  Stylesheet: "CSS",
  Script: "JS",
  Font: "fonts",
  Image: "pictures",
};

const SCRIPT_OF_MENU = /^\/scripts\/menu-[\w-]+\.js$/;

interface Weight {
  bytes: Record<Kind, number>;
  hasScripts: boolean;
  ofThemes: number;
}

export async function measure(app: ServedApp): Promise<Figure[]> {
  const executablePath = await ensureChromium();
  if (!executablePath) throw new Error("No Chromium was found or could be installed.");
  const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
  try {
    return await withVisitedPages(app, async (pages) => {
      const figures: Figure[] = [];
      for (const page of pages) {
        const weights: Weight[] = [];
        for (const viewport of WIDTHS) {
          // A slide that turns after twelve seconds is not of the first view.
          const still = { viewport, reducedMotion: "reduce", extraHTTPHeaders: headersOf(page) } as const;
          const context = await browser.newContext(still);
          weights.push(await weigh(context, page));
          await context.close();
        }
        const heaviest = weights.reduce((one, other) => (totalOf(one) > totalOf(other) ? one : other));
        figures.push(...figuresOf(page.name, heaviest));
      }
      return figures;
    });
  } finally {
    await browser.close();
  }
}

const headersOf = ({ cookie }: VisitedPage): Record<string, string> => (cookie ? { Cookie: cookie } : {});

type Context = Awaited<ReturnType<Awaited<ReturnType<typeof chromium.launch>>["newContext"]>>;

async function weigh(context: Context, { url }: VisitedPage): Promise<Weight> {
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send("Network.enable");
  const bytes: Weight["bytes"] = { HTML: 0, CSS: 0, JS: 0, fonts: 0, pictures: 0, others: 0 };
  let ofThemes = 0;
  let hasScripts = false;
  const responses = new Map<string, { kind: Kind; isOfTheme: boolean }>();
  session.on("Network.responseReceived", ({ requestId, type, response }) => {
    const kind = KIND_OF[type] ?? "others";
    const { pathname } = new URL(response.url);
    responses.set(requestId, { kind, isOfTheme: pathname.startsWith("/artwork/") });
    hasScripts ||= kind === "JS" && !SCRIPT_OF_MENU.test(pathname);
  });
  session.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    const known = responses.get(requestId);
    if (!known) return;
    bytes[known.kind] += encodedDataLength;
    if (known.isOfTheme) ofThemes += encodedDataLength;
  });
  const loaded = await page.goto(url, { waitUntil: "networkidle" });
  if (!loaded?.ok() || page.url() !== url) throw new Error(`${url} led to ${page.url()}, ${loaded?.status()}.`);
  return { bytes, ofThemes, hasScripts };
}

const totalOf = ({ bytes }: Weight) => KINDS.reduce((sum, kind) => sum + bytes[kind], 0);
const kb = (bytes: number) => (bytes / 1_000).toFixed(1);

function figuresOf(name: string, weight: Weight): Figure[] {
  const isHome = name === "home";
  const counted = totalOf(weight) - (isHome ? 0 : weight.ofThemes);
  const most = isHome ? MOST_HOME_BYTES : MOST_BYTES;
  const needsNoScript = WITHOUT_SCRIPTS.includes(name);
  const parts = KINDS.filter((kind) => kind !== "others" || weight.bytes.others > 0);
  return [
    {
      what: name,
      value: `${kb(counted)} KB (${parts.map((kind) => `${kind} ${kb(weight.bytes[kind])}`).join(", ")})`,
      limit: `≤ ${most / 1_000} KB${isHome ? "" : " without pictures of themes"}${needsNoScript ? ", no JS but the menu’s" : ""}`,
      isMet: counted <= most && !(needsNoScript && weight.hasScripts),
    },
  ];
}
