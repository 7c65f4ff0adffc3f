import type { ReactNode } from "react";

export interface TimelineItem {
  /** "Today", "2 June 2027". */
  readonly title: string;
  readonly text: ReactNode;
  /** Draws a filled knot; the others are open. */
  readonly done?: boolean;
}

/** Dated events, as knots along a thread. */
export function Timeline({ items }: { readonly items: readonly TimelineItem[] }) {
  return (
    <div className="timeline-box">
      <ol className="timeline">
        {items.map((item) => (
          <li key={item.title} className={item.done ? "timeline-done" : undefined}>
            <b>{item.title}</b>
            {item.text}
          </li>
        ))}
      </ol>
    </div>
  );
}
