import type { DrawnSpread, SampleSpread } from "~/domain/shop/selling/type-pages";
import { BookPage, Spread } from "./spread";
import type { ThemeName } from "./theme";

interface SampleWeekProps {
  readonly spread: SampleSpread;
  readonly theme: ThemeName;
  /** Of the heading of its text. */
  readonly level?: 2 | 3 | 4;
}

/** One sample week: its pages as the book has them, and its text in type that can be read on any screen. */
export function SampleWeek({ spread, theme, level = 4 }: SampleWeekProps) {
  return (
    <div className="sample">
      <SamplePages pages={spread.pages} theme={theme} about={aboutWeek(spread)} />
      <SampleWords spread={spread} level={level} />
    </div>
  );
}

/** For somebody who cannot see the pages; the text is below them. */
export function aboutWeek({ week, dates, photos, caption }: SampleSpread): string {
  const seen = photos.map(({ alt }) => alt).join(" ");
  return `The two pages of week ${week}, ${dates}. ${seen} ${caption ?? ""}`.trim();
}

interface SamplePagesProps {
  readonly pages: DrawnSpread;
  readonly theme: ThemeName;
  readonly about: string;
}

/** Two pages of the book, in pictures that the program makes which makes every book. */
export function SamplePages({ pages, theme, about }: SamplePagesProps) {
  return (
    <div role="img" aria-label={about}>
      <Spread theme={theme}>
        {(["left", "right"] as const).map((side) => (
          <BookPage key={side} side={side} className="page-drawn">
            <img src={pages[side]} alt="" width="210" height="280" loading="lazy" />
          </BookPage>
        ))}
      </Spread>
    </div>
  );
}

export function SampleWords({ spread, level }: { readonly spread: SampleSpread; readonly level: 2 | 3 | 4 }) {
  const { highlight, gratitude, question, answer } = spread;
  const Heading = `h${level}` as const;
  return (
    <div className="sample-words">
      <div>
        <Heading>“{highlight}”</Heading>
        <p>
          <small>Grateful for</small> {gratitude}
        </p>
      </div>
      {answer && (
        <div>
          <p>
            <em>{question}</em>
          </p>
          {answer.split(/\n\s*\n/).map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
        </div>
      )}
    </div>
  );
}
