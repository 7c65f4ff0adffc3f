import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { LoaderFunctionArgs } from "@remix-run/node";
import { findTheme } from "~/domain/diary/catalogue/catalogue";
import { STARTING_STITCHES, type StartingStitch } from "~/domain/diary/catalogue/picture-path";
import { asPng } from "~/domain/diary/loops/progress-pictures.server";
import { isEmailPicture } from "~/domain/diary/loops/weekly-email-links.server";
import { WEEKS } from "~/domain/diary/rules/calendar";
import { DAY_SECONDS } from "~/domain/kernel/time/durations";
import { maskToWeeks } from "~/ui/artwork/mask";
import { composePicture } from "~/ui/artwork/picture";
import { fail } from "~/web/json-responses";
import { param } from "~/web/params";
import type { RequestGuardHandle } from "~/web/request-guard-rules";

export const handle: { guard: RequestGuardHandle } = { guard: { picture: true } };

const CACHED_FOR_A_YEAR = { "Cache-Control": `public, max-age=${365 * DAY_SECONDS}, immutable` };

/**
 * Public: a theme's picture with the stitches of the weeks in a mask of 52 bits, and the starting stitch. It shows
 * nothing personal and one address always shows the same, so it is cached for a year. A PNG is drawn only for our
 * emails.
 */
export async function loader({ params, request }: LoaderFunctionArgs) {
  const theme = findTheme(param(params, "theme"));
  const [, mask, kind] = /^([0-9a-f]{13})\.(svg|png)$/.exec(param(params, "picture")) ?? [];
  const stitchedWeeks = mask === undefined ? undefined : maskToWeeks(mask);
  const query = new URL(request.url).searchParams;
  const due = query.get("due");
  const dueWeek = due === null ? null : Number(due);
  const start = startIn(query);
  if (!theme || !stitchedWeeks || start === null || (dueWeek !== null && !isWeek(dueWeek))) return fail(404);
  const [sceneSvg, patternSvg] = await Promise.all([artwork(`scene-${theme.id}`), artwork(`pattern-${theme.id}`)]);
  const isFinished = stitchedWeeks.size === WEEKS;
  const thread = theme.id === "pet" ? "ink" : isFinished ? "gold" : "linen";
  const picture = composePicture({ sceneSvg, patternSvg, stitchedWeeks, dueWeek, ring: true, thread, start });
  if (kind === "png") {
    const isRequested =
      (start === undefined || start === "sewn") &&
      dueWeek !== null &&
      isEmailPicture(theme.id, mask ?? "", dueWeek, query.get("seal") ?? "");
    if (!isRequested) return fail(404);
    const png = await asPng(`${theme.id} ${mask} ${dueWeek} ${start}`, picture);
    if (!png) return new Response(null, { status: 503, headers: { "Retry-After": "30" } });
    return new Response(new Uint8Array(png), {
      headers: {
        ...CACHED_FOR_A_YEAR,
        "Content-Type": "image/png",
        // Webmail shows it on a page of another site.
        "Cross-Origin-Resource-Policy": "cross-origin",
      },
    });
  }
  return new Response(picture, {
    headers: {
      "Content-Type": "image/svg+xml; charset=utf-8",
      ...CACHED_FOR_A_YEAR,
      "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    },
  });
}

/** Undefined without a starting stitch; null for one that does not exist. */
function startIn(query: URLSearchParams): StartingStitch | undefined | null {
  const asked = query.get("start");
  return asked === null ? undefined : (STARTING_STITCHES.find((start) => start === asked) ?? null);
}

function isWeek(week: number): boolean {
  return Number.isInteger(week) && week >= 1 && week <= WEEKS;
}

const read = new Map<string, Promise<string>>();

/** The drawings are ours and do not change while the process runs. */
function artwork(name: string): Promise<string> {
  const found = read.get(name) ?? readFile(join("public", "artwork", `${name}.svg`), "utf8");
  read.set(name, found);
  return found;
}
