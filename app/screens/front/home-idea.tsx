import { Book3d } from "~/ui/book-3d";
import { BOOK_SHEET } from "~/ui/style-sheets";
import { TextLink } from "~/ui/text-link";
import { HOME } from "./home-copy";

/** The contents of a week, beside the book they become. */
export function HomeIdea() {
  const { line, turn, lead, parts } = HOME.idea;
  return (
    <section className="section" id="idea" aria-labelledby="idea-heading">
      <div className="container idea">
        <div className="idea-book">
          <link rel="stylesheet" href={BOOK_SHEET} />
          <Book3d theme="celebration" title="Rosie & Tom" subtitle="our wedding year" years="2025–26" size="large" />
        </div>
        <div className="stack stack-large">
          <h2 id="idea-heading">
            {line} <em>{turn}</em>
          </h2>
          <p className="lead prose">{lead}</p>
          <dl className="holds">
            {parts.map(({ name, words }) => (
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
