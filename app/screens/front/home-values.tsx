import { Swatch } from "~/ui/swatch";
import { HOME } from "./home-copy";

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
          {HOME.reasons.map((value) => (
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
