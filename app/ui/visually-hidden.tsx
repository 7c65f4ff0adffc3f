import type { ReactNode } from "react";

/** Words for those who listen to the page; they take no room on the screen. */
export function VisuallyHidden({ children }: { readonly children: ReactNode }) {
  return <span className="visually-hidden">{children}</span>;
}
