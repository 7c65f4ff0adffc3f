import type { EntryWords } from "~/domain/loops/forms";
import { Button, LinkButton } from "~/ui/button";
import { PostForm } from "~/ui/post-form";
import type { WeekAnswer } from "./save-week.server";
import { weekAddress } from "./week-address";
import type { WritingFacts } from "./year.server";

interface WhichOneProps {
  readonly loopId: string;
  readonly writing: WritingFacts;
  readonly answer: WeekAnswer;
  readonly other: EntryWords;
}

const LABELS: Record<keyof EntryWords, string> = {
  title: "Title",
  highlight: "The highlight",
  gratitude: "Grateful for",
  content: "Your answer",
  learned: "Something I learned",
};

/** Two windows wrote the same week. Both are shown, and the writer says which one stays. */
export function WhichOne({ loopId, writing, answer, other }: WhichOneProps) {
  const names = Object.keys(LABELS) as (keyof EntryWords)[];
  return (
    <div className="container section stack stack-large">
      <h1>Which one?</h1>
      <p className="lead">
        Week {writing.week} was saved somewhere else while this page was open: another window, perhaps, or
        your phone. Nothing is lost yet. Choose what to keep.
      </p>
      <div className="which-one">
        <section aria-labelledby="just-typed">
          <h2 className="as-h3" id="just-typed">
            What you just typed
          </h2>
          <Words words={answer.words} />
          <PostForm action={weekAddress(loopId, writing.week)} encType="multipart/form-data">
            <input type="hidden" name="loop" value={loopId} />
            <input type="hidden" name="week" value={writing.week} />
            <input type="hidden" name="mark" value={answer.mark} />
            {names.map((name) => (
              <textarea key={name} name={name} defaultValue={answer.words[name]} hidden readOnly />
            ))}
            <Button variant="theme" name="intent" value="draft">
              Keep what I just typed
            </Button>
          </PostForm>
        </section>
        <section aria-labelledby="saved-before">
          <h2 className="as-h3" id="saved-before">
            What was saved
          </h2>
          <Words words={other} />
          <LinkButton href={`${weekAddress(loopId, writing.week)}#week`} variant="line">
            Keep what was saved
          </LinkButton>
        </section>
      </div>
    </div>
  );
}

function Words({ words }: { readonly words: EntryWords }) {
  return (
    <dl className="entry-words">
      {(Object.keys(LABELS) as (keyof EntryWords)[])
        .filter((name) => words[name] !== "")
        .map((name) => (
          <div key={name}>
            <dt>{LABELS[name]}</dt>
            <dd>{words[name]}</dd>
          </div>
        ))}
    </dl>
  );
}
