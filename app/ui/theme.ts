import type { ThemeId } from "~/domain/catalogue/loop-type";

/**
 * The cloth a part is cut from. `classic`, a plain year, is ink cloth with linen thread: the four dyes each say
 * whose year it is, and a plain year has none to borrow. Where no theme is set, cloth is ink as well.
 */
export type ThemeName = ThemeId;

/** Finished picture, dotted pattern and redwork of a theme. */
export function pictureOf(
  theme: ThemeName | undefined,
  kind: "scene" | "pattern" | "redwork",
): string | null {
  if (!theme) return null;
  return `/artwork/${kind}-${theme}.svg`;
}
