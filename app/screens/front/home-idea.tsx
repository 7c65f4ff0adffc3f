import { LONGEST_REFLECTION_WORDS } from "~/domain/diary/rules/entry-limits";
import { PHOTOS_A_WEEK } from "~/domain/diary/rules/photo-rules";
import { numberInWords } from "~/domain/kernel/text/numbers";
import { Book3d } from "~/ui/book-3d";
import { BOOK_SHEET } from "~/ui/style-sheets";
import { TextLink } from "~/ui/text-link";

const HOLDS = [
  ["A photo", `or up to ${numberInWords(PHOTOS_A_WEEK)}, if it was that sort of week`],
  ["A highlight", "the bit you’d tell a friend about"],
  ["A thank-you", "one thing you were grateful for"],
  ["A reflection", `your answer to the week’s question, up to ${LONGEST_REFLECTION_WORDS} words`],
] as const;

/** The contents of a week, beside the book they become. */
export function HomeIdea() {
  return (
    <section className="section" id="idea" aria-labelledby="idea-heading">
      <div className="container idea">
        <div className="idea-book">
          <link rel="stylesheet" href={BOOK_SHEET} />
          <Book3d theme="celebration" title="Rosie & Tom" subtitle="our wedding year" years="2025–26" size="large" />
        </div>
        <div className="stack stack-large">
          <h2 id="idea-heading">
            A year goes in a blink. <em>Keep it a week at a time.</em>
          </h2>
          <p className="lead prose">
            Hardly anybody keeps a diary for a year. But anyone can keep one good thing a week, and that’s all we ask.
          </p>
          <dl className="holds">
            {HOLDS.map(([name, words]) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{words}</dd>
              </div>
            ))}
          </dl>
          <TextLink href="#how-it-works" arrow>
            See how a year comes together
          </TextLink>
        </div>
      </div>
    </section>
  );
}
