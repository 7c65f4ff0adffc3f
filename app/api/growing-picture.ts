import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { LoaderFunctionArgs } from "@remix-run/node";
import { findTheme } from "~/domain/catalogue/catalogue";
import { maskToWeeks } from "~/ui/artwork/mask";
import { composePicture } from "~/ui/artwork/picture";
import type { GateHandle } from "~/web/gate-rules";
import { fail } from "~/web/json-answers";

export const handle: { gate: GateHandle } = { gate: { picture: true } };

/**
 * Public: a theme's picture with the stitches of the weeks named by a mask of 52 bits. It shows nothing of
 * anybody, and what an address shows never changes, so it is kept for a year.
 */
export async function loader({ params, request }: LoaderFunctionArgs) {
  const theme = findTheme(params.theme ?? "");
  const mask = /^([0-9a-f]{13})\.svg$/.exec(params.picture ?? "")?.[1];
  const stitchedWeeks = mask === undefined ? undefined : maskToWeeks(mask);
  const due = new URL(request.url).searchParams.get("due");
  const dueWeek = due === null ? null : Number(due);
  if (!theme || !stitchedWeeks || (dueWeek !== null && !isWeek(dueWeek))) return fail(404);
  const hasPicture = theme.id !== "classic";
  const [sceneSvg, patternSvg] = hasPicture
    ? await Promise.all([artwork(`scene-${theme.id}`), artwork(`pattern-${theme.id}`)])
    : [null, null];
  const isFinished = stitchedWeeks.size === 52;
  const thread = theme.id === "pet" ? "ink" : isFinished ? "gold" : "linen";
  const picture = composePicture({ sceneSvg, patternSvg, stitchedWeeks, dueWeek, ring: true, thread });
  return new Response(picture, {
    headers: {
      "Content-Type": "image/svg+xml; charset=utf-8",
      "Cache-Control": "public, max-age=31536000, immutable",
      "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    },
  });
}

function isWeek(week: number): boolean {
  return Number.isInteger(week) && week >= 1 && week <= 52;
}

const read = new Map<string, Promise<string>>();

/** The drawings are ours and do not change while the process lives. */
function artwork(name: string): Promise<string> {
  const found = read.get(name) ?? readFile(join("public", "artwork", `${name}.svg`), "utf8");
  read.set(name, found);
  return found;
}
