import type { ReactNode } from "react";
import { classes } from "./classes";

export interface ChipProps {
  readonly small?: boolean;
  readonly children: ReactNode;
}

/** A dashed tag in the theme's middle colour: "Free P&P", "NEW10". */
export function Chip({ small, children }: ChipProps) {
  return <span className={classes("chip", small && "chip-small")}>{children}</span>;
}
