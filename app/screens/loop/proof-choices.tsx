import { WEEKS } from "~/domain/diary/rules/calendar";
import { formatCount } from "~/domain/kernel/text/numbers";
import { Button } from "~/ui/button";
import { RadioCards, Switch } from "~/ui/choice";
import { TextArea } from "~/ui/field";
import { PostForm } from "~/ui/post-form";
import type { ProofData } from "./proof-data.server";

export interface ProofActionResult {
  readonly field: string;
  readonly message: string;
  /** The choices as sent, by field name; null when another form failed. */
  readonly sent: Readonly<Record<string, string>> | null;
}

interface ChoicesProps {
  readonly view: ProofData;
  readonly actionData?: ProofActionResult;
}

/** The layout of the book, and what it contains besides the weeks. */
export function ProofChoices({ view, actionData }: ChoicesProps) {
  const sent = actionData?.sent;
  const unprinted = WEEKS - view.printing.length;
  return (
    <PostForm className="form-stack proof-form" aria-labelledby="layout">
      <h2 id="layout">Layout</h2>
      <RadioCards
        legend="Text size"
        name="type"
        defaultValue={sent?.type ?? (view.largePrint ? "large" : "regular")}
        options={[
          {
            value: "regular",
            label: "Regular",
            description: `The size of most books${formatLength(view.pageCounts.regular, view.mostPages)}.`,
          },
          {
            value: "large",
            label: "Large print",
            description: `Half as big again${formatLength(view.pageCounts.large, view.mostPages)}. Easier to read without glasses.`,
          },
        ]}
      />
      <TextArea
        label="Dedication"
        name="dedication"
        optional
        rows={2}
        hint="Printed on its own page at the front. Leave blank if you don’t want one."
        defaultValue={sent?.dedication ?? view.dedication}
        error={actionData?.field === "dedication" ? actionData.message : undefined}
      />
      {view.filled > 0 ? (
        <RadioCards
          legend="Extra pages"
          name="filling"
          defaultValue={sent?.filling ?? view.filling}
          hint={`We can’t bind fewer than ${view.fewestPages} pages, so your book gets ${view.filled} more. You can see them in the proof.`}
          options={[
            {
              value: "photographs",
              label: "Your photos again",
              description: "Each on a separate page. If there aren’t enough: lined pages for notes, then blank pages.",
            },
            {
              value: "notes",
              label: "Pages for notes",
              description: "Two lined pages, then blank pages.",
            },
          ]}
        />
      ) : (
        <input type="hidden" name="filling" value={view.filling} />
      )}
      {unprinted > 0 ? (
        <Switch
          name="ruledEmptyWeeks"
          label="Ruled pages"
          hint={`Two lined pages ${formatUnprinted(unprinted, unprinted === view.empty.length)}, to fill in by hand.`}
          defaultChecked={sent ? "ruledEmptyWeeks" in sent : view.ruledEmptyWeeks}
        />
      ) : (
        view.ruledEmptyWeeks && <input type="hidden" name="ruledEmptyWeeks" value="on" />
      )}
      <Switch
        name="printsNumbers"
        label="Your year in numbers"
        hint="Two pages at the end: how many weeks, words and photos, and who and what you wrote about most."
        defaultChecked={sent ? "printsNumbers" in sent : view.printsNumbers}
      />
      <Button variant="line" size="small" name="intent" value="choices">
        Save
      </Button>
    </PostForm>
  );
}

/** A week left out for another reason than being empty also gets ruled pages. */
function formatUnprinted(count: number, areEmpty: boolean): string {
  const kind = areEmpty ? "empty week" : "week that doesn’t print";
  if (count === 1) return `for the ${kind}`;
  return `for each of the ${formatCount(count)} ${areEmpty ? "empty weeks" : "weeks that don’t print"}`;
}

function formatLength(pages: number | null, most: number): string {
  if (pages === null) return "";
  if (pages <= most) return `, ${pages} pages`;
  return `, ${pages} pages. That’s more than the ${most} we can bind, so some words would have to go`;
}
