import type { FinishedData, PatchState } from "./finished-data.server";

type Patch = FinishedData["quarters"][number]["weeks"][number];

/** What a link to a week does, after its number. */
const SPOKEN: Readonly<Record<PatchState, string>> = {
  written: "Read it",
  held: "On hold. Change it",
  half: "Unfinished. Finish it",
  empty: "Empty. Write it",
  left_out: "Not in the book",
};

/** The 52 weeks sewn together, each leading to its page or its form. */
export function FinishedWeeks({ quarters }: Pick<FinishedData, "quarters">) {
  return (
    <ol className="quilt cloth">
      {quarters.map(({ title, dates, weeks }) => [
        <li className="quilt-season" key={title}>
          <h3>{title}</h3>
          <p>{dates}</p>
        </li>,
        ...weeks.map((patch) => (
          <li key={patch.week}>
            <PatchOf patch={patch} />
          </li>
        )),
      ])}
    </ol>
  );
}

function PatchOf({ patch: { week, state, href, thumbnail } }: { readonly patch: Patch }) {
  const name = `Week ${week}. ${SPOKEN[state]}`;
  const inside = thumbnail ? (
    <>
      <img src={thumbnail} alt="" loading="lazy" decoding="async" />
      <b>{week}</b>
    </>
  ) : (
    <b>{week}</b>
  );
  const look = `patch patch-${state}${thumbnail ? "" : " patch-bare"}`;
  return href ? (
    <a className={look} href={href} aria-label={name}>
      {inside}
    </a>
  ) : (
    <span className={look} role="img" aria-label={name}>
      {inside}
    </span>
  );
}

/** What the patches mean and how many there are of each; only where some week is not written. */
export function PatchLegend({ view }: { readonly view: FinishedData }) {
  const rows = [
    { state: "written", words: "Finished", count: view.loop.entriesCount - view.held.length },
    { state: "half", words: "Unfinished", count: view.half.length },
    { state: "held", words: "On hold", count: view.held.length },
    { state: "empty", words: "Empty", count: view.empty.length },
  ].filter(({ count }) => count > 0);
  return (
    <ul className="week-legend">
      {rows.map(({ state, words, count }) => (
        <li key={state}>
          <span className={`patch-key patch-key-${state}`} aria-hidden="true" />
          {words} ({count})
        </li>
      ))}
    </ul>
  );
}
