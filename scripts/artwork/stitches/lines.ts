import type { Embroidery } from "../embroidery";
import { distance, lengthOf, type Point, pointAt, resample } from "../geometry";
import type { Thread } from "../threads";

export interface LineOptions {
  thread: Thread;
  width?: number;
  length?: number;
  gap?: number;
  tone?: number;
  /** Whether the line is traced on the transfer pattern. */
  outline?: boolean;
}

/** Points per stitch along a line; enough that stitches end at the right place on a curve. */
const RESOLUTION = 8;

function sewLine(
  work: Embroidery,
  pathData: string,
  options: Required<Omit<LineOptions, "outline">> & { outline?: boolean },
  stroke: (from: Point, to: Point, colour: string) => void,
): void {
  const { length, gap } = options;
  for (const line of work.shape(pathData)) {
    if (options.outline) work.outline([line]);
    const count = Math.max(1, Math.round(lengthOf(line) / (length + gap)));
    const points = resample(line, count * RESOLUTION + 1);
    const reach = Math.max(1, Math.round((RESOLUTION * length) / (length + gap)));
    for (let index = 0; index < count; index++)
      stroke(
        pointAt(points, index * RESOLUTION),
        pointAt(points, Math.min(points.length - 1, index * RESOLUTION + reach)),
        work.colour(options.thread, options.tone),
      );
  }
}

/** Running stitch: dashes with the cloth between them. */
export function runningStitch(work: Embroidery, pathData: string, options: LineOptions): void {
  const width = options.width ?? 2.6;
  sewLine(work, pathData, { length: 8, gap: 6, tone: 0.6, ...options, width }, (from, to, colour) =>
    work.straight(from, to, colour, width),
  );
}

/** Back stitch: an almost unbroken line. */
export function backStitch(work: Embroidery, pathData: string, options: LineOptions): void {
  runningStitch(work, pathData, { length: 7, gap: 0.8, ...options });
}

/** Stem stitch: slanted strokes that overlap like a rope. */
export function stemStitch(
  work: Embroidery,
  pathData: string,
  { slant = 0.9, ...options }: LineOptions & { slant?: number },
): void {
  const width = options.width ?? 2.4;
  sewLine(work, pathData, { length: 6, gap: 0, tone: 0.6, ...options, width }, (from, to, colour) => {
    const length = distance(from, to) || 1;
    const dx = to[0] - from[0];
    const dy = to[1] - from[1];
    const [offX, offY] = [(-dy / length) * slant, (dx / length) * slant];
    work.straight(
      [from[0] - offX, from[1] - offY],
      [to[0] + offX + dx * 0.25, to[1] + offY + dy * 0.25],
      colour,
      width,
    );
  });
}
