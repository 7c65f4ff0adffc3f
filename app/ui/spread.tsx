import type { ReactNode } from "react";
import { classes } from "./classes";
import { Ring } from "./ring";
import { UnstitchedRing } from "./stitched-ring";
import type { ThemeName } from "./theme";

export interface SpreadProps {
  readonly theme?: ThemeName;
  /** Two pages: PhotoPage, WritingPage, or a custom BookPage. */
  readonly children: ReactNode;
}

/** The open book, 3 to 2, growing with its text; below 700 px one page is below the other. */
export function Spread({ theme, children }: SpreadProps) {
  return (
    <div className="spread" data-theme={theme}>
      <div className="spread-edge" aria-hidden="true" />
      <div className="spread-pages">{children}</div>
    </div>
  );
}

export interface BookPageProps {
  readonly side: "left" | "right";
  readonly className?: string;
  readonly children: ReactNode;
}

export function BookPage({ side, className, children }: BookPageProps) {
  return <div className={classes("book-page", `book-page-${side}`, className)}>{children}</div>;
}

export interface BookPhoto {
  readonly src: string;
  readonly alt: string;
}

export interface PhotoPageProps {
  /**
   * One photo fills the page, or is set in its middle above a caption; with three the first is wide and two squares are
   * below it; none leaves a ring of holes.
   */
  readonly photos: readonly BookPhoto[];
  readonly caption?: string;
}

export function PhotoPage({ photos, caption }: PhotoPageProps) {
  if (photos.length === 0) {
    return (
      <BookPage side="left" className="photo-page-empty">
        <UnstitchedRing />
      </BookPage>
    );
  }
  const one = caption ? "photo-page-landscape" : "photo-page";
  return (
    <BookPage side="left" className={photos.length === 1 ? one : "photo-page-several"}>
      {photos.map((photo) => (
        <img key={photo.src} src={photo.src} alt={photo.alt} />
      ))}
      {caption && <p className="photo-caption">{caption}</p>}
    </BookPage>
  );
}

export interface WritingPageProps {
  readonly week: number;
  /** As formatDayRange formats them. */
  readonly dates: string;
  readonly highlight?: string | null;
  readonly gratitude?: string | null;
  readonly question?: string | null;
  /** Plain text; blank lines separate its paragraphs. */
  readonly reflection?: string | null;
  /** The loop's title, at the bottom. */
  readonly title: string;
  /** 1 on a page about this entry. */
  readonly level?: 1 | 2 | 3 | 4;
}

/** The right-hand page of an entry. Empty fields are left out and their space stays white. */
export function WritingPage(props: WritingPageProps) {
  const { week, dates, highlight, gratitude, question, reflection, title, level = 2 } = props;
  const Heading = `h${level}` as const;
  const paragraphs = (reflection ?? "").split(/\n\s*\n/).filter((paragraph) => paragraph.trim() !== "");
  const isShort = !question && paragraphs.length === 0;
  return (
    <BookPage side="right" className={classes("writing-page", isShort && "writing-short")}>
      <div className="writing-head">
        <Folio week={week} />
        <span>{dates}</span>
      </div>
      <Heading className="writing-highlight">{highlight ? `“${highlight}”` : `Week ${week}`}</Heading>
      {gratitude && (
        <p className="writing-gratitude">
          <span>Grateful for</span> {gratitude}
        </p>
      )}
      {question && <p className="writing-question">{question}</p>}
      {paragraphs.length > 0 && (
        <div className="writing-answer">
          {paragraphs.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
        </div>
      )}
      <p className="writing-foot">{title}</p>
    </BookPage>
  );
}

/** A week's number in the ring as it is that week. */
export function Folio({ week }: { readonly week: number }) {
  return (
    <span className="folio">
      <Ring completed={week} size={72} tone="cloth" />
      <span className="visually-hidden">Week </span>
      <b>{week}</b>
    </span>
  );
}
