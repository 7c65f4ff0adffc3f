import type { Embroidery } from "../embroidery";
import { boxOf, contains, type Point, shareOf } from "../geometry";
import type { Thread } from "../threads";
import type { Shade, Spot } from "./satin";

export interface FieldOptions {
  thread: Thread;
  /** The direction of the threads at a spot, in radians of the current placement. */
  direction?: (spot: Spot) => number;
  length?: number;
  gap?: number;
  /** How often the area is covered: 1 lets cloth show, 2 looks like fur. */
  density?: number;
  shade?: Shade;
  outline?: boolean;
  /** Sews from the bottom upwards, so that an animal grows from the ground. */
  upwards?: boolean;
  /** Keeps these points bare, in picture units. */
  except?: (point: Point) => boolean;
}

/**
 * Long-and-short stitch: scattered strokes that follow a direction over hills, grass, water and fur. Strokes start from
 * a jittered grid, and end at the edge of the shape.
 */
export function longAndShort(work: Embroidery, pathData: string, options: FieldOptions): void {
  const { length = 13, gap = 2.8, density = 1.6, outline = true, except } = options;
  const shape = work.shape(pathData);
  if (outline) work.outline(shape);
  const box = boxOf(shape);
  const free = (point: Point) => work.inHoop(point) && !except?.(point) && contains(shape, point);
  const cell = Math.sqrt((length * gap) / density);

  const reach = (from: Point, angle: number, furthest: number): number => {
    let walked = 0;
    while (
      walked < furthest &&
      free([from[0] + Math.cos(angle) * (walked + 1), from[1] + Math.sin(angle) * (walked + 1)])
    )
      walked++;
    return walked;
  };

  const rows = Array.from({ length: Math.ceil((box.bottom - box.top) / cell) + 1 }, (_, row) => box.top + row * cell);
  for (const top of options.upwards ? rows.reverse() : rows)
    for (let left = box.left; left < box.right + cell; left += cell) {
      const x = left + work.wobble(cell * 0.5);
      const y = top + work.wobble(cell * 0.5);
      if (!free([x, y])) continue;
      const spot = { u: shareOf(x, box.left, box.right), v: shareOf(y, box.top, box.bottom), x, y };
      const angle = work.direction(options.direction?.(spot) ?? 0) + work.wobble(0.09);
      const half = (length * (0.75 + work.random() * 0.5)) / 2;
      const ahead = reach([x, y], angle, half);
      const behind = reach([x, y], angle + Math.PI, half);
      if (ahead + behind < 3) continue;
      work.straight(
        [x - Math.cos(angle) * behind, y - Math.sin(angle) * behind],
        [x + Math.cos(angle) * ahead, y + Math.sin(angle) * ahead],
        work.colour(options.thread, options.shade?.(spot) ?? 0.5),
        gap * 1.1,
      );
    }
}
