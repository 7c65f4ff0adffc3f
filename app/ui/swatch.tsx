import { classes } from "./classes";
import type { ThemeName } from "./theme";

export interface SwatchProps {
  /** A motif, drawn in a square box. */
  readonly src: string;
  /** Empty where the words beside it already say it. */
  readonly alt?: string;
  /** Of the loop or theme, shown where the picture does not come. It is not read out: it is written beside as well. */
  readonly name?: string;
  readonly theme?: ThemeName;
  /** 76 px; 200 px; as wide as its column. */
  readonly size?: "small" | "medium" | "wide";
}

/** A motif on a cutting of cloth, pinked along the top and the bottom. */
export function Swatch({ src, alt = "", name, theme, size = "medium" }: SwatchProps) {
  return (
    <div className={classes("swatch", "cloth", `swatch-${size}`)} data-theme={theme}>
      <img
        src={src}
        alt={name ?? alt}
        aria-hidden={name ? true : undefined}
        width="240"
        height="240"
        loading="lazy"
      />
    </div>
  );
}
