import { listThemes } from "~/domain/diary/catalogue/catalogue";
import type { LoopPrice } from "~/domain/shop/order-rules/price-words";
import { LinkButton } from "~/ui/button";
import { classes } from "~/ui/classes";
import { Hoop } from "~/ui/hoop";
import { PauseIcon, PlayIcon } from "~/ui/icons";
import { PageScript } from "~/ui/page-script";
import { pictureOf } from "~/ui/theme";

/** One for each theme. */
const SLIDES = listThemes();
type Slide = (typeof SLIDES)[number];

export const FIRST_PICTURE = pictureOf(SLIDES[0]?.id, "scene");

const slideId = (slide: Slide) => `slide-${slide.id}`;

/**
 * Four slides side by side, reached by swiping or by the bobbins below each. A script adds automatic turning, with a
 * button to stop it, unless reduced motion is requested.
 */
export function HomeHero({ price }: { readonly price: LoopPrice }) {
  return (
    <section className="hero" aria-roledescription="carousel" aria-label="Four kinds of loop">
      <div className="slides" data-slides>
        {SLIDES.map((slide, index) => (
          <SlideView key={slide.id} slide={slide} place={index} price={price} />
        ))}
      </div>
      <div className="container">
        <button className="hero-pause" type="button" hidden data-turns>
          <span data-shown-while="turning">
            <PauseIcon />
            Pause<span className="visually-hidden"> the turning pictures</span>
          </span>
          <span data-shown-while="resting" hidden>
            <PlayIcon />
            Play<span className="visually-hidden"> the turning pictures</span>
          </span>
        </button>
      </div>
      <PageScript name="carousel" />
    </section>
  );
}

interface SlideViewProps {
  readonly slide: Slide;
  readonly place: number;
  readonly price: LoopPrice;
}

function SlideView({ slide, place, price }: SlideViewProps) {
  const Headline = place === 0 ? "h1" : "h2";
  return (
    // biome-ignore lint/a11y/useSemanticElements: a slide is a named group; fieldset belongs to forms
    <div
      className="slide cloth pinked"
      id={slideId(slide)}
      data-theme={slide.id}
      role="group"
      aria-roledescription="slide"
      aria-label={`${place + 1} of ${SLIDES.length}: ${slide.plural}`}
    >
      <div className="container">
        <div className="slide-words">
          <Headline className="display">
            {slide.hero.line} <em>{slide.hero.turn}</em>
          </Headline>
          <p className="lead">{slide.hero.slide ?? slide.hero.text}</p>
          <p className="row">
            <LinkButton variant="light" href="/loop-theme">
              Start your loop
            </LinkButton>
            <LinkButton variant="line" href="/gift">
              Gift a Loop
            </LinkButton>
          </p>
          <p className="slide-price">
            {price.inFull}. No subscription.
            <br />
            <a className="stand-alone-link" href="/redeem">
              I’ve got a voucher
            </a>
          </p>
        </div>
        <Hoop theme={slide.id} name={slide.plural} eager={place === 0} />
        <Bobbins current={slide} />
      </div>
    </div>
  );
}

/** The names of the slides, each on a thread; the current one's thread is longer. */
function Bobbins({ current }: { readonly current: Slide }) {
  return (
    <ul className="bobbins" aria-label="Choose a slide">
      {SLIDES.map((slide) => (
        <li key={slide.id}>
          <a
            className={classes("bobbin", slide === current && "bobbin-long")}
            href={`#${slideId(slide)}`}
            aria-current={slide === current ? "true" : undefined}
          >
            <span>{slide.plural}</span>
          </a>
        </li>
      ))}
    </ul>
  );
}
