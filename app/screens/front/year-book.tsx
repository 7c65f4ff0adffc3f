import { SPINE_RULE } from "~/domain/book/layout/cover";
import { MAKING_WEEKS, WEEKS_IN_WORDS } from "~/domain/diary/rules/calendar";
import { LONGEST_REFLECTION_WORDS } from "~/domain/diary/rules/entry-limits";
import { PHOTOS_A_WEEK } from "~/domain/diary/rules/photo-rules";
import { capitalise, numberInWords } from "~/domain/kernel/text/numbers";
import { BookCover } from "~/ui/book-cover";
import { Folio } from "~/ui/spread";
import type { ThemeName } from "~/ui/theme";
import { ABOUT_PAGES, BOOK_HEIGHT, BOOK_SIZE, BOOK_WIDTH } from "./book-facts";

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
          <p className="lead muted">
            One arrives each week. Answer it, swap it for another, or write about something else.
          </p>
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

const HOLDS = [
  ["A luxury hardback", `${BOOK_SIZE}, about the size of a sheet of A4`],
  [ABOUT_PAGES, `up to ${numberInWords(PHOTOS_A_WEEK)} photos and ${LONGEST_REFLECTION_WORDS} words a week`],
  ["Your own cover", `the picture your year has stitched. ${SPINE_RULE}`],
  ["A proof first", "every page, for you to check before we print it"],
  ["Delivered in the UK", `about ${numberInWords(MAKING_WEEKS)} weeks after your last week`],
] as const;

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
          <h2 id="get">What you get</h2>
          <dl className="holds">
            {HOLDS.map(([name, words]) => (
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

const FIVE_MINUTES = [
  {
    picture: "/artwork/m-val2.svg",
    when: "Once a week",
    name: "A question arrives",
    words: "By email, on the day and at the hour you choose.",
  },
  {
    picture: "/artwork/m-how2.svg",
    when: "One minute",
    name: "Pick a photo",
    words: `From your phone. Up to ${numberInWords(PHOTOS_A_WEEK)}, if it was that sort of week.`,
  },
  {
    picture: "/artwork/m-val4.svg",
    when: "Three minutes",
    name: "Write a few lines",
    words: "The best bit, a thank-you, and your answer.",
  },
  {
    picture: "/artwork/m-how3.svg",
    when: "One minute",
    name: "See the stitch",
    words: "Save, and your picture grows by one. See you next week.",
  },
] as const;

export function YearFiveMinutes() {
  return (
    <section className="section year-section" aria-labelledby="five">
      <div className="container">
        <h2 id="five" className="year-head">
          A week, <em>in five minutes</em>
        </h2>
        <ol className="five">
          {FIVE_MINUTES.map(({ picture, when, name, words }) => (
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
