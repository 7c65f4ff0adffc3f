import type { ReactNode } from "react";
import { classes } from "./classes";
import type { ThemeName } from "./theme";

export interface ClothBandProps {
  /** Defaults to the theme of the page. */
  readonly theme?: ThemeName;
  /** The zigzag of pinking shears along the bottom edge. */
  readonly pinked?: boolean;
  /** More padding above and below. */
  readonly tall?: boolean;
  readonly id?: string;
  readonly className?: string;
  readonly children: ReactNode;
}

/** A full-width band of cloth; its content keeps to the container. */
export function ClothBand({ theme, pinked = true, tall, id, className, children }: ClothBandProps) {
  return (
    <div
      id={id}
      data-theme={theme}
      className={classes("cloth", "cloth-band", tall && "cloth-band-tall", pinked && "pinked", className)}
    >
      <div className="container">{children}</div>
    </div>
  );
}
