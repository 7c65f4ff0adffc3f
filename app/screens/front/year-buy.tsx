import { CANCELLATION_DAYS } from "~/domain/kernel/time/agreed-days";
import type { LoopPrice } from "~/domain/shop/order-rules/price-words";
import { Accordion } from "~/ui/accordion";
import { Book3d } from "~/ui/book-3d";
import { Button } from "~/ui/button";
import { PostForm } from "~/ui/post-form";
import { BackLink } from "~/ui/text-link";
import type { ThemeName } from "~/ui/theme";
import { type AskedQuestion, QUESTIONS } from "./questions-copy";
import { YEAR } from "./year-copy";

interface YearBuyProps {
  readonly theme: { readonly id: ThemeName; readonly name: string };
  readonly type: { readonly key: string; readonly name: string };
  readonly price: LoopPrice;
}

interface YearHeroProps extends YearBuyProps {
  readonly page: {
    readonly promise: { readonly line: string; readonly turn: string };
    readonly lead: string;
    readonly book: { readonly title: string; readonly subtitle?: string };
  };
}

/** Name, promise and price, beside the book. */
export function YearHero({ theme, type, page, price }: YearHeroProps) {
  return (
    <div className="cloth cloth-band pinked product-band">
      <div className="container">
        <BackLink href={`/years#${theme.id}`}>All {theme.name} loops</BackLink>
        <div className="product-words">
          <h1>{type.name}</h1>
          <p className="promise">
            {page.promise.line} <em>{page.promise.turn}</em>
          </p>
          <p className="lead">{page.lead}</p>
          <div className="product-buy">
            <p className="product-price">
              <b>{price.amount}</b> <span>{price.withBook}. No subscription.</span>
            </p>
            <ChooseForm theme={theme.id} type={type.key} />
            <p>
              {CANCELLATION_DAYS} days to change your mind. <a href="#change">How that works</a>
            </p>
          </div>
        </div>
        <div className="product-book">
          <Book3d theme={theme.id} title={page.book.title} subtitle={page.book.subtitle} size="large" />
        </div>
      </div>
    </div>
  );
}

/** Chooses this theme and type for oneself or for somebody else, as the list of types does. */
function ChooseForm({ theme, type }: { readonly theme: string; readonly type: string }) {
  return (
    <PostForm action="/loop-type" className="row">
      <input type="hidden" name="theme" value={theme} />
      <input type="hidden" name="type" value={type} />
      <Button variant="light" name="journey" value="purchase">
        Start this loop
      </Button>
      <Button variant="line" name="journey" value="gift">
        Give this loop
      </Button>
    </PostForm>
  );
}

/** The price again, with the days to cancel spelled out. */
export function YearBuy({ theme, type, price }: YearBuyProps) {
  return (
    <section className="cloth pinked buy-band" id="change" aria-labelledby="buy">
      <div className="container">
        <div className="buy-sum">
          <h2 id="buy">{type.name}</h2>
          <p className="big">{price.amount}</p>
          <p className="lead">The year, {price.withBook}. You pay once, and nothing renews.</p>
          <ChooseForm theme={theme.id} type={type.key} />
        </div>
        <div className="buy-days">
          <h3>{YEAR.changeOfMind.heading}</h3>
          {YEAR.changeOfMind.paragraphs.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
        </div>
      </div>
    </section>
  );
}

interface YearMakersProps {
  readonly questions: readonly AskedQuestion[];
  readonly company: {
    readonly maker: string | null;
    readonly email: string;
    readonly address: string | null;
  };
}

/** The questions, and who is behind it: only what the settings say. */
export function YearMakers({ questions, company }: YearMakersProps) {
  const { maker, email, address } = company;
  return (
    <section className="section year-section" aria-labelledby="faq">
      <div className="container faq-who">
        <div className="stack stack-large">
          <h2 id="faq">{QUESTIONS.heading}</h2>
          <Accordion
            items={questions.map(({ question, answer }, index) => ({
              question,
              answer: <p>{answer}</p>,
              open: index === 0,
            }))}
          />
        </div>
        <div className="who">
          <h2 className="as-h3">{maker ? "Who makes Loop" : "Write to us"}</h2>
          <p>{YEAR.company.lead}</p>
          <address>
            <a href={`mailto:${email}`}>{email}</a>
            {[maker, address].map(
              (line) =>
                line && (
                  <span className="who-line" key={line}>
                    {line}
                  </span>
                ),
            )}
          </address>
        </div>
      </div>
    </section>
  );
}
