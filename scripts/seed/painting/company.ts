import type { Canvas, FigurePose } from "./canvas";

const COATS = ["#2f4a73", "#a52a34", "#d89a2b", "#4d6b58", "#c9664f", "#6d5a86", "#3f6f76"] as const;
const HAIRS = ["#2b1c15", "#4a2d1c", "#8a5a30", "#c99a55", "#171316", "#8d8780"] as const;

export interface Gathering {
  /** The position of the tallest. */
  x: number;
  y: number;
  /** The height of the tallest. */
  height: number;
  /** Backlit, as dark figures. */
  dark?: boolean;
  most?: 2 | 4;
  reach?: number;
}

/** One to four people from behind, side by side: an adult, perhaps a child, perhaps another adult. */
export function companyOf(canvas: Canvas, { x, y, height, dark = false, most = 4, reach = 0 }: Gathering): string {
  const sorts: readonly (readonly number[])[] =
    most === 2
      ? [[1, 0.58], [1, 0.92], [1]]
      : [
          [1, 0.55, 0.93],
          [1, 0.55],
          [0.95, 1],
          [1, 0.62, 0.5, 0.94],
        ];
  const heights = canvas.pick(sorts);
  let left = x;
  return heights
    .map((share, index) => {
      const tall = height * share;
      if (index > 0) left += tall * 0.2 + height * (heights[index - 1] ?? 1) * 0.16;
      const person: FigurePose = {
        x: left,
        y: y + (share < 0.7 ? 4 : 0),
        height: tall,
        coat: dark ? canvas.pick(["#20191c", "#241d24", "#2a2024"]) : canvas.pick(COATS),
        legs: dark ? "#181316" : canvas.pick(["#23242c", "#3a3430", "#2b3a55"]),
        hair: dark ? "#1a1316" : canvas.pick(HAIRS),
        skirt: canvas.chance(0.45),
        longHair: canvas.chance(0.5),
        reach: index === 0 ? reach : 0,
      };
      return canvas.figure(person);
    })
    .join("");
}
