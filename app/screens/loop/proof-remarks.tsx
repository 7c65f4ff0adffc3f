import { capitalise, formatCountOf } from "~/domain/kernel/text/numbers";
import { Button } from "~/ui/button";
import { PostForm } from "~/ui/post-form";
import { NOTHING_IS_CUT, USE_ORIGINAL } from "./book-remarks";
import type { ProofData, Remark } from "./proof-data.server";
import { formatWeeks } from "./unfinished-weeks";
import { comingOf, WeeksOutside, weeksOutside } from "./weeks-outside";

interface RemarksProps {
  readonly view: ProofData;
  readonly remarks: readonly Remark[];
  readonly doublePagePhotos: ProofData["doublePagePhotos"];
}

const KINDS: readonly Remark["kind"][] = [
  "soft_photo",
  "cut_photo",
  "covered_photo",
  "runs_over",
  "lost_characters",
  "plain_characters",
];

/** What is worth another look before print, by kind. Nothing here stops the book. */
export function ProofRemarks({ view, remarks, doublePagePhotos }: RemarksProps) {
  const groups = KINDS.map((kind) => remarks.filter((remark) => remark.kind === kind));
  const outside = weeksOutside(view) + view.unfinished.length;
  const isClear = view.proof !== null && remarks.length === 0;
  if (view.proof === null && outside + comingOf(view).length === 0) return null;
  return (
    <section className="remarks-section" aria-labelledby="look">
      <div className="stack">
        <h2 id="look">{isClear && outside === 0 ? "Nothing to check" : "Worth another look"}</h2>
        <p className="muted">
          {isClear && "We’ve checked every photo and letter. "}
          {isClear && outside === 0 && "Nothing needs changing."}
          {remarks.length > 0 && `${capitalise(formatCountOf(remarks.length, "thing", "things"))} to check. `}
          {remarks.length + weeksOutside(view) > 0 &&
            view.problem !== "too_early" &&
            "You can print without changing any of it."}
        </p>
      </div>
      <div className="remark-groups">
        {groups.map(([first, ...others]) =>
          first ? <RemarkGroup key={first.kind} remarks={[first, ...others]} /> : null,
        )}
        <DoublePages doublePagePhotos={doublePagePhotos} />
        <WeeksOutside view={view} />
      </div>
    </section>
  );
}

/** The photos over two pages, and those that could be: each is a suggestion that its owner decides about. */
function DoublePages({ doublePagePhotos }: Pick<RemarksProps, "doublePagePhotos">) {
  if (doublePagePhotos.length === 0) return null;
  return (
    <article id="two-pages">
      <div>
        <h3>Photos over two pages</h3>
        <p>
          A photo this wide looks best when nobody’s face is on the fold, and nothing is lost at its edges. Where
          something would be, we only offer it.
        </p>
      </div>
      <ul>
        {doublePagePhotos.map(({ week, isPlaced, costs, href }) => (
          <li key={week}>
            <PostForm>
              <input type="hidden" name="week" value={week} />
              <span>
                {href ? <a href={href}>Week {week}</a> : `Week ${week}`} {isPlaced ? "" : `could have one. ${costs}`}
              </span>{" "}
              <Button variant="line" size="small" name="intent" value={isPlaced ? "one-page" : "two-pages"}>
                {isPlaced ? "Keep it on one page" : "Put it over two pages"}
                <span className="visually-hidden">, week {week}</span>
              </Button>
            </PostForm>
          </li>
        ))}
      </ul>
    </article>
  );
}

function RemarkGroup({ remarks }: { readonly remarks: readonly [Remark, ...Remark[]] }) {
  const { title, advice } = headOf(remarks);
  const edge = onlyEdge(remarks);
  return (
    <article>
      <div>
        <h3>{title}</h3>
        <p>{advice}</p>
      </div>
      <ul>
        {remarks.map(({ number, where, detail, href }) => {
          const words = (
            <>
              <b className="pin-dot" aria-hidden="true">
                {number}
              </b>
              {where}
            </>
          );
          return (
            <li key={number} id={`remark-${number}`}>
              {href ? <a href={href}>{words}</a> : <span>{words}</span>}
              {detail && <span>{edge ? detail.replace(` off the ${edge}`, "") : detail}</span>}
            </li>
          );
        })}
      </ul>
    </article>
  );
}

/** The edge at which all of these photos are cut; undefined where they are cut at several. */
function onlyEdge(remarks: readonly Remark[]): string | undefined {
  const edges = remarks.map(({ detail }) => /^\d+ mm off the (\w+)$/.exec(detail)?.[1]);
  return edges.every((one) => one === edges[0]) ? edges[0] : undefined;
}

function headOf(remarks: readonly [Remark, ...Remark[]]): { title: string; advice: string } {
  const weeks = [...new Set(remarks.flatMap(({ week }) => week ?? []))];
  const of = formatWeeks(weeks.map((week) => ({ week })));
  const isOne = remarks.length === 1;
  const edge = onlyEdge(remarks);
  const photos = isOne ? `A photo in ${of}` : `Photos in ${of}`;
  switch (remarks[0].kind) {
    case "soft_photo":
      return {
        title: `${photos} may look soft`,
        advice: `${isOne ? "It’s small for its" : "They’re small for their"} size on the page. ${USE_ORIGINAL}`,
      };
    case "cut_photo":
      return {
        title: `${photos} will be trimmed`,
        advice: `We’ll crop this much off${edge ? ` the ${edge}` : ""}. Check nobody’s face is there. On the week’s page you can say what must be seen.`,
      };
    case "covered_photo":
      return {
        title: `Words lie on ${isOne ? "a photo" : "photos"} in ${of}`,
        advice: "They’re where there’s least to see. Check nobody’s face is under them.",
      };
    case "runs_over":
      return {
        title: `${capitalise(of)} ${weeks.length === 1 ? "runs" : "run"} over`,
        advice: `The words don’t fit on one page. ${NOTHING_IS_CUT}`,
      };
    case "lost_characters":
      return {
        title: "Some characters can’t be printed",
        advice: "None of our typefaces has them, so they’re left out. Write them another way if it matters.",
      };
    case "plain_characters":
      return {
        title: "Some characters print in plain ones",
        advice: "None of our typefaces has them. Write them another way if it matters.",
      };
  }
}
