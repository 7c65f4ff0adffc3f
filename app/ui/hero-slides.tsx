import type { ReactNode } from "react";
import { Hoop } from "./hoop";
import type { ThemeName } from "./theme";

export interface HeroSlide {
  readonly theme: ThemeName;
  /** As the thread below the slides names it. */
  readonly name: string;
  /** "Small socks don’t", and its turn, set in italic: "stay small." */
  readonly line: string;
  readonly turn: string;
  readonly text: ReactNode;
  /** Two buttons, light and line. */
  readonly actions: ReactNode;
  readonly note?: ReactNode;
}

/**
 * Full-width slides to push sideways, with links below that lead to each; all of it by the browser's own
 * scrolling. The first slide bears the page's h1. A script may turn them (every 12 s, with a Pause button and
 * never where motion is reduced): it finds them by `data-slides`.
 */
export function HeroSlides({
  label,
  slides,
}: {
  readonly label: string;
  readonly slides: readonly HeroSlide[];
}) {
  return (
    <section className="hero" aria-label={label}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard */}
      {/* biome-ignore lint/a11y/useSemanticElements: these are slides, not fields */}
      <div className="slides" tabIndex={0} data-slides={slides.length} role="group" aria-label="Slides">
        {slides.map((slide, index) => (
          <Slide key={slide.theme} slide={slide} place={index + 1} of={slides.length} />
        ))}
      </div>
      <div className="bobbins">
        <ul className="container" aria-label="Go to">
          {slides.map((slide) => (
            <li key={slide.theme}>
              <a href={`#slide-${slide.theme}`}>{slide.name}</a>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

function Slide({
  slide,
  place,
  of,
}: {
  readonly slide: HeroSlide;
  readonly place: number;
  readonly of: number;
}) {
  const Heading = place === 1 ? "h1" : "h2";
  return (
    // biome-ignore lint/a11y/useSemanticElements: a slide of a carousel is a group, not a fieldset
    <div
      className="slide cloth pinked"
      data-theme={slide.theme}
      id={`slide-${slide.theme}`}
      role="group"
      aria-label={`${place} of ${of}: ${slide.name}`}
    >
      <div className="container">
        <div className="slide-words">
          <Heading className="display">
            {slide.line} <em>{slide.turn}</em>
          </Heading>
          <p className="lead">{slide.text}</p>
          <div className="row">{slide.actions}</div>
          {slide.note && <div className="slide-note">{slide.note}</div>}
        </div>
        <Hoop theme={slide.theme} eager={place === 1} />
      </div>
    </div>
  );
}
