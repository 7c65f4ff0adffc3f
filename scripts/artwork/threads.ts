/** A ramp of one dye, dark to light; shading selects from it. */
export type Thread = readonly string[];

/** The palette: the colours of every picture, named after their dyes. */
export const threads = {
  madder: ["#7d1a2c", "#9c2336", "#b93545", "#d0545c", "#e27f7f"],
  blush: ["#b5656a", "#cf8482", "#e3a59c", "#f0c3b6", "#f8dcd0"],
  coral: ["#b24a32", "#cf5f3f", "#e27a55", "#ee9a76", "#f6bb9c"],
  weld: ["#a8761a", "#c8922a", "#dfae45", "#ecc76d", "#f5dd9d"],
  straw: ["#a98d52", "#c3a96d", "#d8c48e", "#e8dab2", "#f5ecd2"],
  leaf: ["#28462f", "#38603f", "#527b50", "#749866", "#9ab686"],
  sage: ["#56705f", "#6f8974", "#8ca38c", "#abbda6", "#c9d5c0"],
  moss: ["#4b5320", "#636b2d", "#80863f", "#9fa35a", "#bfc081"],
  lincoln: ["#123229", "#1a4336", "#275a48", "#3d7660", "#5f947c"],
  teal: ["#0f3a40", "#185057", "#276b70", "#45898b", "#74abaa"],
  woad: ["#142b46", "#1e3f62", "#2f5a83", "#4d7aa1", "#7a9fbe"],
  sky: ["#6d93ab", "#8badc0", "#a9c5d2", "#c5d9e0", "#dde9ec"],
  linen: ["#b6a586", "#d0c1a5", "#e4d9c2", "#f1eada", "#fcf8ef"],
  white: ["#cfcabf", "#e3dfd6", "#efece5", "#f8f6f1", "#ffffff"],
  chestnut: ["#552a18", "#763c20", "#97542d", "#b77442", "#d39a69"],
  umber: ["#2c1c14", "#412a1d", "#5a3d2b", "#785640", "#9a7759"],
  gall: ["#131b23", "#1e2a35", "#2d3b48", "#465461", "#67747f"],
  fairSkin: ["#8a5a41", "#a9745a", "#c79379", "#dcb09a", "#eccbb9"],
  darkSkin: ["#4a2c1f", "#63402f", "#7f563f", "#9b6f55", "#b58a6f"],
  steel: ["#8a8f96", "#b5bac0", "#d6dade", "#eef0f2", "#ffffff"],
} as const satisfies Record<string, Thread>;

/** The colour halfway, or another share of the way, between two colours written "#rrggbb". */
export function mixed(first: string, second: string, share = 0.5): string {
  const channel = (colour: string, index: number) => Number.parseInt(colour.slice(1 + index * 2, 3 + index * 2), 16);
  const parts = [0, 1, 2].map((index) => {
    const value = channel(first, index) * (1 - share) + channel(second, index) * share;
    return Math.round(value).toString(16).padStart(2, "0");
  });
  return `#${parts.join("")}`;
}
