import { WEEKS } from "~/domain/loops/calendar";
import { formatCountOf } from "~/domain/text/numbers";
import { Button } from "~/ui/button";
import { RadioCards, Switch } from "~/ui/choice";
import { TextArea } from "~/ui/field";
import { PostForm } from "~/ui/post-form";
import type { ProofData } from "./proof-data.server";

export interface ProofAnswer {
  readonly field: string;
  readonly message: string;
  /** The choices as sent, by field name; null when another form failed. */
  readonly sent: Readonly<Record<string, string>> | null;
}

interface ChoicesProps {
  readonly view: ProofData;
  readonly answer?: ProofAnswer;
}

/** The typesetting of the book, and what it contains besides the weeks. */
export function ProofChoices({ view, answer }: ChoicesProps) {
  const sent = answer?.sent;
  const unprinted = WEEKS - view.printing.length;
  return (
    <section className="stack" aria-labelledby="choices">
      <h2 id="choices">How it is set</h2>
      <PostForm className="form-stack">
        <TextArea
          label="Dedication"
          name="dedication"
          optional
          rows={3}
          hint="Stands on a page of its own at the front. Leave it empty for none."
          defaultValue={sent?.dedication ?? view.dedication}
          error={answer?.field === "dedication" ? answer.message : undefined}
        />
        <RadioCards
          legend="Size of type"
          name="type"
          defaultValue={sent?.type ?? (view.largePrint ? "large" : "regular")}
          options={[
            {
              value: "regular",
              label: "Regular, 12 point",
              description: sayLength(view.pageCounts.regular, view.mostPages),
            },
            {
              value: "large",
              label: "Large print, 16 point",
              description: `Nothing in it is smaller than 14 point. ${sayLength(view.pageCounts.large, view.mostPages)}`,
            },
          ]}
        />
        <Switch
          name="ruledEmptyWeeks"
          label="Ruled pages for empty weeks"
          hint={
            unprinted === 0
              ? "Every week prints, so there are none."
              : `${sayUnprinted(unprinted, unprinted === view.empty.length)}. Without this they leave no gap; with it each gets two pages to fill in by hand.`
          }
          defaultChecked={sent ? "ruledEmptyWeeks" in sent : view.ruledEmptyWeeks}
        />
        <Switch
          name="printsNumbers"
          label="The year in numbers"
          hint="Two pages at the end: how many weeks, words and photos, and whom and what you wrote about most. Whoever opens the book can read them."
          defaultChecked={sent ? "printsNumbers" in sent : view.printsNumbers}
        />
        <Button variant="line" name="intent" value="choices">
          Save for the book
        </Button>
      </PostForm>
    </section>
  );
}

/** A week left out for another reason than being empty also gets ruled pages. */
function sayUnprinted(count: number, areEmpty: boolean): string {
  if (!areEmpty) return count === 1 ? "1 week doesn’t print" : `${count} weeks don’t print`;
  return `There ${count === 1 ? "is" : "are"} ${formatCountOf(count, "empty week", "empty weeks")}`;
}

function sayLength(pages: number | null, most: number): string {
  if (pages === null) return "How many pages it takes is counted when the pages are set.";
  if (pages <= most) return `${pages} pages.`;
  return `${pages} pages, and no more than ${most} can be bound: words would have to be shortened first.`;
}
