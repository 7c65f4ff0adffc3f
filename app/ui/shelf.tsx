import type { ReactNode } from "react";
import { Hoop } from "./hoop";
import type { ThemeName } from "./theme";

export interface ShelfBook {
  readonly theme: ThemeName;
  readonly title: string;
  /** "Wedding, big birthday, anniversary, engagement". */
  readonly text: string;
  /** What may be done with it, as links or small forms. */
  readonly actions: ReactNode;
}

/** Books standing side by side on a plank, one for each theme. */
export function Shelf({ books }: { readonly books: readonly ShelfBook[] }) {
  return (
    <ul className="shelf">
      {books.map((book) => (
        <li key={book.theme} className="shelf-place" data-theme={book.theme}>
          <div className="shelf-book cloth">
            <Hoop theme={book.theme} thread={book.theme === "pet" ? "ink" : "gold"} />
            <h3 className={book.theme === "pet" ? "stamped-ink" : "foil"}>{book.title}</h3>
          </div>
          <div className="shelf-plank" aria-hidden="true" />
          <p className="shelf-text">{book.text}</p>
          <div className="shelf-actions">{book.actions}</div>
        </li>
      ))}
    </ul>
  );
}
