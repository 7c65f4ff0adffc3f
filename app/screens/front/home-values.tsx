import { Swatch } from "~/ui/swatch";

const VALUES = [
  {
    picture: "/artwork/m-val2.svg",
    theme: "celebration",
    name: "Printed to be handed down",
    words:
      "A luxury hardback on photo paper, with your title on the spine. One copy comes with every loop; order more for grandparents.",
  },
  {
    picture: "/artwork/m-val4.svg",
    theme: "education",
    name: "In your own words",
    words:
      "Your sentences go into print as you wrote them. No AI writes your book. There’s an optional year-end wrap-up, and you can leave it out.",
  },
  {
    picture: "/artwork/m-val3.svg",
    theme: "family",
    name: "Yours, always",
    words:
      "Your photos and stories are used to make your book and for nothing else. Download or delete them whenever you like.",
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
          <p className="lead muted">
            Phones get lost and feeds scroll on. A book sits on the shelf and waits to be asked.
          </p>
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
