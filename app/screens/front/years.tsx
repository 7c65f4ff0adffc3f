import { data } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { listThemes } from "~/domain/diary/catalogue/catalogue";
import { readPrices } from "~/domain/diary/catalogue/prices.server";
import { capitalise, numberInWords } from "~/domain/kernel/text/numbers";
import { formatLoopPrice } from "~/domain/shop/order-rules/price-words";
import { describeLoopType } from "~/domain/shop/selling/cards";
import { typePagePath, typesWithPages } from "~/domain/shop/selling/type-pages";
import { Frame } from "~/screens/frame";
import { Swatch } from "~/ui/swatch";
import type { ScreenHandle } from "~/web/screen";

export const handle: ScreenHandle = {
  title: "All loops",
  description: "Every kind of year you can keep, from a wedding to a puppy’s first. Each ends as a hardback book.",
  cached: {},
};

/** Public. */
export function loader() {
  const types = typesWithPages();
  return data({
    price: formatLoopPrice(readPrices()),
    count: types.length,
    themes: listThemes().map(({ id, plural }) => ({
      id,
      name: plural,
      types: types
        .filter(({ themeId }) => themeId === id)
        .map((type) => ({
          key: type.key,
          name: type.displayName,
          image: type.image,
          words: describeLoopType(type, "purchase").description,
        })),
    })),
  });
}

export default function Years() {
  const { price, count, themes } = useLoaderData<typeof loader>();
  return (
    <Frame variant="shop">
      <div className="container section year-section">
        <div className="year-head">
          <h1>
            {capitalise(numberInWords(count))} kinds of year, <em>in {numberInWords(themes.length)} themes</em>
          </h1>
          <p className="lead muted">
            Each has its own questions and its own picture to stitch. Every one is {price.inFull}.
          </p>
        </div>
        {themes.map((theme) => (
          <section className="years-theme" key={theme.id} id={theme.id} aria-labelledby={`${theme.id}-heading`}>
            <h2 id={`${theme.id}-heading`}>{theme.name}</h2>
            <ul className="years-list">
              {theme.types.map(({ key, name, image, words }) => (
                <li key={key}>
                  <Swatch src={image} theme={theme.id} size="small" />
                  <div>
                    <h3>
                      <a href={typePagePath(key)}>{name}</a>
                    </h3>
                    <p className="muted">{words}</p>
                  </div>
                </li>
              ))}
            </ul>
          </section>
        ))}
        <p className="lead">
          Doesn’t fit a theme? <a href="/streamlined-signup">Choose Classic</a>, for a year about nothing in particular.
        </p>
      </div>
    </Frame>
  );
}
