import { Book3d, type Book3dProps } from "./book-3d";
import { StitchedRing } from "./stitched-ring";
import { Wordmark } from "./wordmark";

interface BookAroundProps extends Pick<Book3dProps, "theme" | "title" | "years"> {
  /** Millimetres. */
  readonly spine: number;
  /** A spine that is too narrow carries none. */
  readonly hasSpineWords: boolean;
  /** The motif of the loop's type, on the back. */
  readonly motif: string | null;
}

/** Millimetres of a spine up to which a book is drawn as thin as the first, the second and so on. */
const THICKNESSES = [9.5, 13.5, 17.5];

/** The case as it is bound, from both sides: two cloths with a sewn seam, the picture in front, the motif behind. */
export function BookAround({ theme, title, years, spine, hasSpineWords, motif }: BookAroundProps) {
  const thickness = THICKNESSES.filter((most) => spine > most).length + 1;
  return (
    <div className="book-cased book-around" data-thickness={thickness} data-bare={!hasSpineWords || undefined}>
      <Book3d theme={theme} title={title} years={years} size="large" />
      <BookBehind theme={theme} title={title} years={years} motif={motif} />
    </div>
  );
}

function BookBehind({ theme, title, years, motif }: Omit<BookAroundProps, "spine" | "hasSpineWords">) {
  const isInked = theme === "pet";
  const stamped = isInked ? "stamped-ink" : "foil";
  return (
    <div className="book-stage book-large" data-theme={theme}>
      <div className="book-3d book-behind" role="img" aria-label="The back of the book">
        <div className="book-front" />
        <div className="book-top" />
        <div className="book-spine">
          <span className={stamped}>
            {title} {years}
          </span>
        </div>
        <div className="book-back">
          <div className="book-motif">
            {motif && <img src={motif} alt="" width="120" height="120" decoding="async" />}
            <StitchedRing thread={isInked ? "ink" : "gold"} />
          </div>
          <Wordmark />
        </div>
      </div>
    </div>
  );
}
