import { classes } from "./classes";
import type { ThemeName } from "./theme";

export interface SwatchProps {
  /** A motif, drawn in a square box. */
  readonly src: string;
  /**
   * The loop's or theme's name, shown when the picture fails to load. Hidden from screen readers, as the page also has
   * it as text.
   */
  readonly name?: string;
  readonly theme?: ThemeName;
  /** 76 px; 200 px; as wide as its column. */
  readonly size?: "small" | "medium" | "wide";
}

/** A motif on a piece of cloth with zigzag edges at the top and bottom. */
export function Swatch({ src, name, theme, size = "medium" }: SwatchProps) {
  return (
    <div className={classes("swatch", "cloth", `swatch-${size}`)} data-theme={theme}>
      <img src={src} alt={name ?? ""} aria-hidden={name ? true : undefined} width="240" height="240" loading="lazy" />
    </div>
  );
}
