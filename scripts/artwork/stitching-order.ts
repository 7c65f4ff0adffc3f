import type { Theme } from "./scenes/scene";
import type { PartWeeks } from "./sewing";

/** The text of the module that maps weeks to the parts of each theme's picture. */
export function stitchingOrderModule(orders: ReadonlyMap<Theme, readonly PartWeeks[]>): string {
  const themes = [...orders].map(([theme, parts]) => {
    const rows = parts.map(
      ({ part, firstWeek, lastWeek }) =>
        `    { part: ${JSON.stringify(part)}, firstWeek: ${firstWeek}, lastWeek: ${lastWeek} },`,
    );
    return `  ${theme}: [\n${rows.join("\n")}\n  ],`;
  });
  return `// Written by scripts/artwork/draw.ts from the pictures themselves; draw them again rather than edit this.

/** A part of a picture and the weeks, 1 to 52, that sew it; parts that follow each other may share a week. */
export interface StitchedPart {
  readonly part: string;
  readonly firstWeek: number;
  readonly lastWeek: number;
}

/** The parts of each theme's picture in sewing order. */
export const stitchingOrder = {
${themes.join("\n")}
} as const satisfies Record<string, readonly StitchedPart[]>;
`;
}
