import type { ThemeId } from "~/domain/diary/catalogue/loop-type";

/**
 * The theme whose cloth a part shows. `classic`, a plain year, is ink cloth with linen thread: each of the four dyes
 * belongs to another theme. Without a theme, cloth is ink as well.
 */
export type ThemeName = ThemeId;

/** A theme's finished picture, dotted pattern or redwork. */
export function pictureOf(theme: ThemeName | undefined, kind: "scene" | "pattern" | "redwork"): string | null {
  if (!theme) return null;
  return `/artwork/${kind}-${theme}.svg`;
}
