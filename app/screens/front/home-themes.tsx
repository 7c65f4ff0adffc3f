import type { ThemeId } from "~/domain/diary/catalogue/catalogue";
import type { LoopPrice } from "~/domain/shop/order-rules/price-words";
import { useLaunchOffer } from "~/screens/frame";
import { Chip } from "~/ui/chip";
import { classes } from "~/ui/classes";
import { Hoop } from "~/ui/hoop";
import { PostForm } from "~/ui/post-form";
import { HOME } from "./home-copy";

interface HomeThemesProps {
  readonly themes: readonly { readonly id: ThemeId; readonly name: string; readonly description: string }[];
  readonly price: LoopPrice;
}

/** Four books on a shelf; each is a link that begins its loop. */
export function HomeThemes({ themes, price }: HomeThemesProps) {
  const offer = useLaunchOffer();
  return (
    <section className="section shelf-section" id="themes" aria-labelledby="themes-heading">
      <div className="container">
        <div className="home-head">
          <h2 id="themes-heading">{HOME.themes.line}</h2>
          <p className="lead muted">{HOME.themes.lead}</p>
        </div>
        <ul className="shelf">
          {themes.map((theme) => (
            <li className="tome" key={theme.id} data-theme={theme.id}>
              <div className="tome-cover cloth">
                <Hoop theme={theme.id} name={theme.name} thread={theme.id === "pet" ? "ink" : "gold"} />
                <h3 className={classes("tome-name", theme.id === "pet" ? "stamped-ink" : "foil")}>{theme.name}</h3>
              </div>
              <div className="plank" />
              <p className="tome-types">{theme.description}</p>
              <PostForm action="/loop-theme" className="tome-begin">
                <input type="hidden" name="journey" value="purchase" />
                <button type="submit" className="link-button" name="theme" value={theme.id}>
                  Begin Your Loop<span className="visually-hidden">: {theme.name}</span>
                </button>
              </PostForm>
              <PostForm action="/loop-theme" className="tome-begin tome-gift">
                <input type="hidden" name="journey" value="gift" />
                <button type="submit" className="link-button" name="theme" value={theme.id}>
                  Gift a Loop<span className="visually-hidden">: {theme.name}</span>
                </button>
              </PostForm>
            </li>
          ))}
        </ul>
        <p className="shelf-foot muted">
          Every loop is {price.inFull}.
          {offer && (
            <>
              {" "}
              {offer.words} <Chip>{offer.code}</Chip>
              {offer.limits}
            </>
          )}
        </p>
      </div>
    </section>
  );
}
