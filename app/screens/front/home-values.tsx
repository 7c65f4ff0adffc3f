import { SPINE_RULE } from "~/domain/book/layout/cover";
import { NO_AI, OWN_WORDS, TAKEN_AT_ANY_TIME, USED_FOR_THE_BOOK } from "~/domain/diary/loops/whose-words";
import { Swatch } from "~/ui/swatch";

const VALUES = [
  {
    picture: "/artwork/m-val2.svg",
    theme: "celebration",
    name: "Printed to be handed down",
    words: `A luxury hardback on photo paper. ${SPINE_RULE} Every loop includes one copy; you can order more.`,
  },
  {
    picture: "/artwork/m-val4.svg",
    theme: "education",
    name: "In your own words",
    words: `${OWN_WORDS} ${NO_AI} There’s an optional year-end wrap-up.`,
  },
  {
    picture: "/artwork/m-val3.svg",
    theme: "family",
    name: "Yours, always",
    words: `${USED_FOR_THE_BOOK} ${TAKEN_AT_ANY_TIME}`,
  },
] as const;

/** Why a book: three promises, each on a piece of cloth. */
export function HomeValues() {
  return (
    <section className="section" id="kept" aria-labelledby="kept-heading">
      <div className="container">
        <div className="home-head">
          <h2 id="kept-heading">
            Made to be <em>kept</em>
          </h2>
          <p className="lead muted">Phones get lost and feeds scroll on. A book stays on the shelf.</p>
        </div>
        <ul className="kept">
          {VALUES.map((value) => (
            <li key={value.name}>
              <Swatch src={value.picture} theme={value.theme} size="wide" />
              <h3>{value.name}</h3>
              <p>{value.words}</p>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
