import { SAMPLE_ENTRIES, SAMPLE_TITLE } from "~/domain/catalogue/sample-entries";

const SPREADS = [
  {
    name: "pattern",
    words: `The title page of ${SAMPLE_TITLE}, facing its picture as a pattern still to be stitched.`,
  },
  { name: "season", words: "Summer opens: a ring with thirteen stitches, facing the photos of its weeks." },
  ...SAMPLE_ENTRIES.map(({ week, photo, highlight }) => ({
    name: `week-${week}`,
    words: `Week ${week}, photo on the left and words on the right: ${photo.alt} “${highlight}”`,
  })),
];

/** A book preview: its spreads form a row that scrolls by finger, wheel or arrow keys. */
export function HomeInside() {
  return (
    <section className="section section-rag" id="look-inside" aria-labelledby="inside-heading">
      <div className="container stack">
        <h2 id="inside-heading">Look inside a loop</h2>
        <p className="lead">
          A few pages of {SAMPLE_TITLE}, set by the same hands that set yours.{" "}
          <a href="/entry">Read the weeks</a>
        </p>
        <ul
          className="look-inside"
          // A row that is wider than the page can be pushed along with the keyboard only where it can have the focus.
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region is reached by keyboard
          tabIndex={0}
          aria-labelledby="inside-heading"
        >
          {SPREADS.map(({ name, words }) => (
            <li key={name}>
              <img
                src={`/artwork/look-inside-${name}.webp`}
                alt={words}
                width={1240}
                height={827}
                loading="lazy"
                decoding="async"
              />
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
