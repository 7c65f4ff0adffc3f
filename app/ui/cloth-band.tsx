import type { ReactNode } from "react";
import type { ThemeName } from "./theme";

export interface ClothBandProps {
  /** Defaults to the theme of the page. */
  readonly theme?: ThemeName;
  readonly id?: string;
  readonly className: string;
  readonly children: ReactNode;
}

/** A full-width band of cloth with the zigzag of pinking shears below; its content keeps to the container. */
export function ClothBand({ theme, id, className, children }: ClothBandProps) {
  return (
    <div id={id} data-theme={theme} className={`cloth cloth-band pinked ${className}`}>
      <div className="container">{children}</div>
    </div>
  );
}
