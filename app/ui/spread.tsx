import type { ReactNode } from "react";
import { classes } from "./classes";
import { Ring } from "./ring";
import { UnstitchedRing } from "./stitched-ring";
import type { ThemeName } from "./theme";

export interface SpreadProps {
  readonly theme?: ThemeName;
  /** Two pages: PhotoPage, WritingPage, or a custom BookPage. */
  readonly children: ReactNode;
  readonly ribbon?: boolean;
}

/** The open book, 8 to 5.05, growing with its text; below 700 px one page is below the other. */
export function Spread({ theme, children, ribbon = true }: SpreadProps) {
  return (
    <div className="spread" data-theme={theme}>
      <div className="spread-edge" aria-hidden="true" />
      <div className="spread-pages">{children}</div>
      {ribbon && <div className="spread-ribbon" aria-hidden="true" />}
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
   * One photo fills the page; with three the first is wide and two squares are below it; none leaves a ring of holes.
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
  const full = photos.length === 1 && !caption;
  return (
    <BookPage side="left" className={full ? "photo-page" : "photo-page-several"}>
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
  readonly level?: 1 | 2 | 3;
}

/** The right-hand page of an entry. Empty fields are left out and their space stays white. */
export function WritingPage(props: WritingPageProps) {
  const { week, dates, highlight, gratitude, question, reflection, title, level = 2 } = props;
  const Heading = level === 1 ? "h1" : level === 2 ? "h2" : "h3";
  const paragraphs = (reflection ?? "").split(/\n\s*\n/).filter((paragraph) => paragraph.trim() !== "");
  return (
    <BookPage side="right" className="writing-page">
      <div className="writing-head">
        <span className="folio">
          <Ring completed={week} size={72} tone="cloth" />
          <span className="visually-hidden">Week </span>
          <b>{week}</b>
        </span>
        <span>{dates}</span>
      </div>
      <Heading className="writing-highlight">{highlight ? `“${highlight}”` : `Week ${week}`}</Heading>
      {gratitude && (
        <p className="writing-gratitude">
          <span>Grateful for</span> {gratitude}
        </p>
      )}
      {question && <p className="writing-question">{question}</p>}
      <div className="writing-answer">
        {paragraphs.map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
      </div>
      <p className="writing-foot">{title}</p>
    </BookPage>
  );
}
