import type { ReactNode } from "react";

/** Each tone has its own shape: dot good, neutral and info; diamond pending; triangle bad; ring off. */
export type BadgeTone = "neutral" | "good" | "pending" | "bad" | "off" | "info";

export function Badge({ tone = "neutral", children }: { readonly tone?: BadgeTone; readonly children: ReactNode }) {
  return <span className={`badge badge-${tone}`}>{children}</span>;
}
