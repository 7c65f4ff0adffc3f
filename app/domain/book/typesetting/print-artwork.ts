/**
 * Embroidery for print. The drawings are vectors and stay sharp at any size, but their soft shadow is an SVG filter,
 * which a PDF can only store as pixels (seconds of work and a megabyte each). A layer with the filter therefore gets a
 * hard shadow: a faint black copy of itself at the same offset.
 */

export const ARTWORK_ROLES = ["scene", "pattern", "redwork", "motif", "wordmark"] as const;
export type ArtworkRole = (typeof ARTWORK_ROLES)[number];

/** SVG files by role; null where a theme has no picture. */
export type BookArtwork = { readonly [role in ArtworkRole]: string | null };

const RELIEF = /^<g[^>]* filter="[^"]*"[^>]*>$/;
const STEP = { x: 1, y: 2.2 };
const DARKNESS = 0.28;

/** The same SVG without filters. */
export function flattenRelief(svg: string): string {
  const parts = svg.replace(/<filter[\s\S]*?<\/filter>/g, "").split(/(<g\b[^>]*>|<\/g>)/);
  const open: { start: number; isRelief: boolean }[] = [];
  const result: string[] = [];
  for (const part of parts) {
    if (part.startsWith("<g")) {
      open.push({ start: result.length, isRelief: RELIEF.test(part) });
      result.push(part.replace(/ filter="[^"]*"/, ""));
    } else if (part === "</g>") {
      result.push(part);
      const group = open.pop();
      if (group?.isRelief) result.splice(group.start, 0, shadowOf(result.slice(group.start).join("")));
    } else result.push(part);
  }
  return result.join("").replace(/ filter="[^"]*"/g, "");
}

/** The drawing of a theme in outline, without the ring, thread and needle that follow it: a foil has one colour. */
export function drawingAlone(redwork: string): string {
  const end = redwork.indexOf('<g fill="none"');
  return end === -1 ? redwork : `${redwork.slice(0, end)}</svg>`;
}

function shadowOf(group: string): string {
  const black = group.replace(/(stroke|fill)="#[0-9a-f]{3,8}"/gi, '$1="#000"').replace(/ id="[^"]*"/g, "");
  return `<g opacity="${DARKNESS}" transform="translate(${STEP.x} ${STEP.y})">${black}</g>`;
}
