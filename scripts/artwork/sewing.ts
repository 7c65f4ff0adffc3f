import type { Embroidery, Stroke } from "./embroidery";

export const WEEKS = 52;

/** A stroke with its layer and the week (1 to 52) that sews it. */
export interface SewnStroke {
  stroke: Stroke;
  week: number;
}

/** The weeks that sew a part of the picture; adjacent parts may share a week. */
export interface PartWeeks {
  part: string;
  firstWeek: number;
  lastWeek: number;
}

export interface Sewing {
  /** The layers back to front, each in drawing order. */
  layers: SewnStroke[][];
  parts: PartWeeks[];
}

/**
 * Deals all strokes of a piece to 52 weeks: part after part in the given sewing order, and within a part in drawing
 * order, cut into 52 runs whose lengths differ by one stroke at most.
 *
 * @
 * @throws when a part has no stroke.
 */
export function dealIntoWeeks<PartName extends string>(
  work: Embroidery<PartName>,
  sewingOrder: readonly PartName[],
): Sewing {
  const layers = work.layers.map((layer) => layer.strokes.map(({ stroke, part }) => ({ stroke, part, week: 0 })));
  const all = layers.flat();
  const inOrder = sewingOrder.flatMap((part) => all.filter((sewn) => sewn.part === part));
  if (inOrder.length !== all.length) throw new Error("A stroke belongs to a part that the sewing order leaves out");
  inOrder.forEach((sewn, index) => {
    sewn.week = Math.floor((index * WEEKS) / inOrder.length) + 1;
  });
  const parts = sewingOrder.map((part) => {
    const weeks = inOrder.filter((sewn) => sewn.part === part).map((sewn) => sewn.week);
    const [firstWeek, lastWeek] = [weeks[0], weeks[weeks.length - 1]];
    if (firstWeek === undefined || lastWeek === undefined) throw new Error(`Nothing is sewn for ${part}`);
    return { part, firstWeek, lastWeek };
  });
  return { layers, parts };
}
