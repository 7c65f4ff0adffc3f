import { Swatch } from "~/ui/swatch";
import { HOME } from "./home-copy";

/** Why a book: three promises, each on a piece of cloth. */
export function HomeValues() {
  const { line, turn, lead, parts } = HOME.reasons;
  return (
    <section className="section" id="kept" aria-labelledby="kept-heading">
      <div className="container">
        <div className="home-head">
          <h2 id="kept-heading">
            {line} <em>{turn}</em>
          </h2>
          <p className="lead muted">{lead}</p>
        </div>
        <ul className="kept">
          {parts.map((value) => (
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
