import type { LoopPrice } from "~/domain/shop/order-rules/price-words";
import { LinkButton } from "~/ui/button";
import { classes } from "~/ui/classes";
import { Hoop } from "~/ui/hoop";
import { PauseIcon, PlayIcon } from "~/ui/icons";
import { pictureOf } from "~/ui/theme";
import { useActionResult } from "~/web/response-context";
import { SLIDES, type Slide } from "./slides-copy";

export const FIRST_PICTURE = pictureOf(SLIDES[0].theme, "scene");

const slideId = (slide: Slide) => `slide-${slide.theme}`;

/**
 * Four slides side by side, reached by swiping or by the bobbins below each. A script adds automatic turning, with a
 * button to stop it, unless reduced motion is requested.
 */
export function HomeHero({ price }: { readonly price: LoopPrice }) {
  const { nonce } = useActionResult();
  return (
    <section className="hero" aria-roledescription="carousel" aria-label="Four kinds of loop">
      <div className="slides" data-slides>
        {SLIDES.map((slide, index) => (
          <SlideView key={slide.theme} slide={slide} place={index} price={price} />
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
      <script type="module" src="/scripts/carousel.js" nonce={nonce} />
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
      data-theme={slide.theme}
      role="group"
      aria-roledescription="slide"
      aria-label={`${place + 1} of ${SLIDES.length}: ${slide.name}`}
    >
      <div className="container">
        <div className="slide-words">
          <Headline className="display">
            {slide.headline} <em>{slide.emphasis}</em>
          </Headline>
          <p className="lead">{slide.words}</p>
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
        <Hoop theme={slide.theme} name={slide.name} eager={place === 0} />
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
        <li key={slide.theme}>
          <a
            className={classes("bobbin", slide === current && "bobbin-long")}
            href={`#${slideId(slide)}`}
            aria-current={slide === current ? "true" : undefined}
          >
            <span>{slide.name}</span>
          </a>
        </li>
      ))}
    </ul>
  );
}
