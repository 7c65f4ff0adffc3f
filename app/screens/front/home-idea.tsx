import { Book3d } from "~/ui/book-3d";
import { BOOK_SHEET } from "~/ui/style-sheets";
import { TextLink } from "~/ui/text-link";
import { HOME } from "./home-copy";

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
            {HOME.week.map(({ name, words }) => (
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
