import type { SampleSpread } from "~/domain/catalogue/type-pages";
import { PhotoPage, Spread, WritingPage } from "./spread";
import type { ThemeName } from "./theme";

interface SampleWeekProps {
  readonly spread: SampleSpread;
  readonly theme: ThemeName;
  readonly title: string;
  /** Of the heading on its page. */
  readonly level?: 2 | 3 | 4;
}

/** One sample week as its spread. */
export function SampleWeek({ spread, theme, title, level = 4 }: SampleWeekProps) {
  const { week, dates, photos, caption, highlight, gratitude, question, answer } = spread;
  return (
    <Spread theme={theme}>
      <PhotoPage photos={photos} caption={caption ?? undefined} loading="lazy" />
      <WritingPage
        week={week}
        dates={dates}
        highlight={highlight}
        gratitude={gratitude}
        question={question}
        reflection={answer}
        title={title}
        level={level}
      />
    </Spread>
  );
}
