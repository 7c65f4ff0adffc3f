import type { SentWeek } from "~/domain/diary/entries/week-form.server";
import { LinkButton } from "~/ui/button";
import { weekAddress } from "./week-address";
import { WeekWords } from "./which-one";

/** Text that arrived after the book was sent to print: it cannot be in the book, so the page returns it whole. */
export function TooLate({ sent }: { readonly sent: SentWeek }) {
  return (
    <div className="container section stack stack-large">
      <h1>This loop has gone to print</h1>
      <p className="lead">
        You can only read it now, so what you just sent isn’t in it. Here are your words, so you can copy them.
      </p>
      <WeekWords words={sent.words} />
      <p>
        <LinkButton href={weekAddress(sent.loopId, sent.week)}>Back to my loop</LinkButton>
      </p>
    </div>
  );
}
