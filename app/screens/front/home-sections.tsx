import type { ThemeId } from "~/domain/diary/catalogue/catalogue";
import { WEEKS_IN_WORDS } from "~/domain/diary/rules/calendar";
import { PHOTOS_A_WEEK } from "~/domain/diary/rules/photo-rules";
import { capitalise, numberInWords } from "~/domain/kernel/text/numbers";
import { CANCELLATION_DAYS } from "~/domain/kernel/time/agreed-days";
import type { LoopPrice } from "~/domain/shop/order-rules/price-words";
import { useLaunchOffer } from "~/screens/frame";
import { Accordion } from "~/ui/accordion";
import { Book3d } from "~/ui/book-3d";
import { Chip } from "~/ui/chip";
import { Hoop } from "~/ui/hoop";
import { PostForm } from "~/ui/post-form";
import { BOOK_SHEET } from "~/ui/style-sheets";
import { Swatch } from "~/ui/swatch";
import { TextLink } from "~/ui/text-link";
import { ABOUT_PAGES, BOOK_SIZE } from "./book-facts";
import { HOME } from "./home-copy";
import { QUESTIONS } from "./questions-copy";

/** The contents of a week, beside the book they become. */
export function HomeIdea() {
  const { line, turn, lead, parts } = HOME.idea;
  return (
    <section className="section" id="idea" aria-labelledby="idea-heading">
      <div className="container idea">
        <div className="idea-book">
          <link rel="stylesheet" href={BOOK_SHEET} />
          <Book3d theme="celebration" title="Rosie & Tom" subtitle="our wedding year" years="2025–26" size="large" />
        </div>
        <div className="stack stack-large">
          <h2 id="idea-heading">
            {line} <em>{turn}</em>
          </h2>
          <p className="lead prose">{lead}</p>
          <dl className="holds">
            {parts.map(({ name, words }) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{words}</dd>
              </div>
            ))}
          </dl>
          <TextLink href="#how-it-works" arrow>
            See how a year comes together
          </TextLink>
        </div>
      </div>
    </section>
  );
}

/** Drawn in a box of 1240 by 220, as wide as the container; it passes behind the pictures and out at both sides. */
const THREAD =
  "M-240 160C-150 120 -60 96 40 112L196 116C232 120 270 118 276 92C280 68 250 66 250 90C250 118 292 126 330 118" +
  "L515 116C551 120 589 118 595 92C599 68 569 66 569 90C569 118 611 126 649 118" +
  "L834 116C870 120 908 118 914 92C918 68 888 66 888 90C888 118 930 126 968 118L1150 116C1230 120 1300 160 1500 110";

/** Four steps on one thread. */
export function HomeSteps() {
  return (
    <section className="section section-rag steps-section" id="how-it-works" aria-labelledby="how-heading">
      <div className="container">
        <h2 id="how-heading">
          {HOME.steps.line} <em>{HOME.steps.turn}</em>
        </h2>
        <div className="threaded">
          <svg className="thread" viewBox="0 0 1240 220" preserveAspectRatio="none" aria-hidden="true">
            <path d={THREAD} vectorEffect="non-scaling-stroke" />
          </svg>
          <ol className="threaded-steps">
            {HOME.steps.parts.map((step, index) => (
              <li key={step.name}>
                <img src={step.picture} alt="" width="240" height="240" loading="lazy" />
                <h3>
                  {index + 1}. {step.name}
                </h3>
                <p>{step.words}</p>
              </li>
            ))}
          </ol>
        </div>
      </div>
    </section>
  );
}

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
                <h3 className={theme.id === "pet" ? "stamped-ink" : "foil"}>{theme.name}</h3>
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

interface HomeTrustProps {
  readonly company: { readonly email: string; readonly address: string | null };
}

/** What the book is, how to change one's mind, and who is behind it. */
export function HomeTrust({ company: { email, address } }: HomeTrustProps) {
  return (
    <section className="section trust-section" aria-label="The book, and who makes it">
      <ul className="container trust">
        <li>
          <b>{BOOK_SIZE}</b>
          <p>A luxury hardback about the size of a sheet of A4</p>
        </li>
        <li>
          <b>{ABOUT_PAGES}</b>
          <p>
            {capitalise(WEEKS_IN_WORDS)} weeks, with up to {numberInWords(PHOTOS_A_WEEK)} photos in each
          </p>
        </li>
        <li>
          <b>{CANCELLATION_DAYS} days</b>
          <p>
            to change your mind. <a href="/terms#cancel">How refunds work</a>
          </p>
        </li>
        <li>
          <b>Real people</b>
          <p>
            <a href={`mailto:${email}`}>{email}</a>
            {address && `, ${address}`}
          </p>
        </li>
      </ul>
    </section>
  );
}

/** The six common questions, the first of them open. */
export function HomeQuestions() {
  return (
    <section className="section section-rag" id="faq" aria-labelledby="faq-heading">
      <div className="container faq">
        <div className="stack">
          <h2 id="faq-heading">{QUESTIONS.heading}</h2>
          <p className="muted">
            If yours isn’t here, <a href="#contact">ask us</a>. A person will reply.
          </p>
        </div>
        <Accordion
          items={QUESTIONS.home.map(({ question, answer }, index) => ({
            question,
            open: index === 0,
            answer: answer.map((paragraph) => <p key={paragraph}>{paragraph}</p>),
          }))}
        />
      </div>
    </section>
  );
}
