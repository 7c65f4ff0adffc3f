import { capitalise, numberInWords } from "~/domain/kernel/text/numbers";
import type { SampleSpread } from "~/domain/shop/selling/type-pages";
import { SampleWeek } from "~/ui/sample-week";
import type { ThemeName } from "~/ui/theme";

interface YearWeeksProps {
  readonly theme: { readonly id: ThemeName };
  readonly page: { readonly whose: string };
  readonly spreads: readonly SampleSpread[];
}

/** Sample weeks of three lengths, each as its pages in the book. */
export function YearWeeks({ theme, page, spreads }: YearWeeksProps) {
  return (
    <section className="section section-rag year-section" aria-labelledby="weeks">
      <div className="container">
        <div className="year-head">
          <h2 id="weeks">
            {capitalise(numberInWords(spreads.length))} weeks from <em>{page.whose}</em>
          </h2>
          <p className="lead muted">
            Sample weeks, laid out exactly as yours will be. Some run to a page. Some are two lines. You see every page
            of yours before we print it.
          </p>
        </div>
        <div className="weeks-shown">
          {spreads.map((spread) => (
            <article className="week-shown" key={spread.week} aria-labelledby={`week-${spread.week}`}>
              <div className="week-shown-head">
                <h3 id={`week-${spread.week}`}>Week {spread.week}</h3>
                <p>{spread.made}</p>
              </div>
              <SampleWeek spread={spread} theme={theme.id} />
            </article>
          ))}
        </div>
      </div>
    </section>
  );
}
