import type { ReactNode } from "react";

export interface TimelineItem {
  /** "Today", "2 June 2027". */
  readonly title: string;
  readonly text: ReactNode;
  /** Draws a filled knot; the others are open. */
  readonly done?: boolean;
}

interface TimelineProps {
  readonly items: readonly TimelineItem[];
  /** One below the other also where there is room for a row. */
  readonly down?: boolean;
}

/** Dated events, as knots along a thread. */
export function Timeline({ items, down }: TimelineProps) {
  return (
    <div className={down ? undefined : "timeline-box"}>
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
