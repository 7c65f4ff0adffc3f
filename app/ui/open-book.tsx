import type { ReactNode } from "react";

export interface OpenBookProps {
  /** The week's question and its answer: first on a phone, at the head of the writing page otherwise. */
  readonly words: ReactNode;
  /** The photo page. */
  readonly photos: ReactNode;
  /** The rest of the writing page. */
  readonly more: ReactNode;
}

/** The entry form's two pages, inside one PostForm; on narrow screens its parts are below one another. */
export function OpenBook({ words, photos, more }: OpenBookProps) {
  return (
    <div className="week-book">
      <div className="week-book-words">{words}</div>
      <div className="week-book-photos">{photos}</div>
      <div className="week-book-more">{more}</div>
    </div>
  );
}
