import type { ReactNode } from "react";

export interface OpenBookProps {
  /** The photo page. */
  readonly left: ReactNode;
  /** The writing page. */
  readonly right: ReactNode;
}

/** The entry form's two pages, inside one PostForm; on narrow screens one is below the other. */
export function OpenBook({ left, right }: OpenBookProps) {
  return (
    <div className="week-book">
      <div className="week-book-left">{left}</div>
      <div className="week-book-right">{right}</div>
    </div>
  );
}
