import { WEEKS_IN_WORDS } from "~/domain/diary/rules/calendar";
import { capitalise, numberInWords } from "~/domain/kernel/text/numbers";
import { BookCover } from "~/ui/book-cover";
import { Folio } from "~/ui/spread";
import type { ThemeName } from "~/ui/theme";
import { BOOK_HEIGHT, BOOK_WIDTH } from "./book-facts";
import { YEAR } from "./year-copy";

interface YearQuestionsProps {
  readonly prompts: readonly { readonly week: number; readonly prompt: string }[];
}

/** Some of the year's questions, each with the ring as it is that week. */
export function YearQuestions({ prompts }: YearQuestionsProps) {
  return (
    <section className="section year-section" aria-labelledby="prompts">
      <div className="container">
        <div className="year-head">
          <h2 id="prompts">
            {capitalise(numberInWords(prompts.length))} of its <em className="keep">{WEEKS_IN_WORDS}</em>{" "}
            <em>questions</em>
          </h2>
          <p className="lead muted">{YEAR.prompts.lead}</p>
        </div>
        <ol className="questions-six">
          {prompts.map(({ week, prompt }) => (
            <li key={week}>
              <Folio week={week} />
              <q>{prompt}</q>
            </li>
          ))}
        </ol>
      </div>
    </section>
  );
}

interface YearWhatYouGetProps {
  readonly theme: { readonly id: ThemeName };
  readonly page: { readonly book: { readonly title: string } };
}

/** The cover with its measurements, and what the price buys. */
export function YearWhatYouGet({ theme, page }: YearWhatYouGetProps) {
  return (
    <section className="section section-rag year-section" aria-labelledby="get">
      <div className="container get">
        <div className="measure">
          <BookCover theme={theme.id} title={page.book.title} />
          <p className="measure-w">
            <span>{BOOK_WIDTH}</span>
          </p>
          <p className="measure-h">
            <span>{BOOK_HEIGHT}</span>
          </p>
        </div>
        <div className="stack stack-large">
          <h2 id="get">{YEAR.book.line}</h2>
          <dl className="holds">
            {YEAR.book.parts.map(({ name, words }) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{words}</dd>
              </div>
            ))}
          </dl>
        </div>
      </div>
    </section>
  );
}

export function YearFiveMinutes() {
  return (
    <section className="section year-section" aria-labelledby="five">
      <div className="container">
        <h2 id="five" className="year-head">
          {YEAR.week.line} <em>{YEAR.week.turn}</em>
        </h2>
        <ol className="five">
          {YEAR.week.parts.map(({ picture, when, name, words }) => (
            <li key={name}>
              <img src={picture} alt="" width="240" height="240" loading="lazy" />
              <p className="when">{when}</p>
              <h3>{name}</h3>
              <p>{words}</p>
            </li>
          ))}
        </ol>
      </div>
    </section>
  );
}
