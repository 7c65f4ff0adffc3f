import type { ReactNode } from "react";

/** A dashed tag in the theme's middle colour: "Free P&P", "NEW10". */
export function Chip({ children }: { readonly children: ReactNode }) {
  return <span className="chip chip-small">{children}</span>;
}
