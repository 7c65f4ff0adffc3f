import { classes } from "./classes";
import { StitchedRing } from "./stitched-ring";
import { pictureOf, type ThemeName } from "./theme";

export interface Book3dProps {
  readonly theme: ThemeName;
  readonly title: string;
  readonly subtitle?: string;
  /** On the spine after the title: "2026–27". */
  readonly years?: string;
  /** Cover widths 170, 250 and 400 px; the large one shrinks with its column. */
  readonly size?: "medium" | "large";
}

/** Longer titles are set smaller, to fit three lines. */
export const LONG_TITLE = 22;

/**
 * The bound book, standing. Screen readers announce it as one image. Weld cloth is stamped in ink, every other in gold.
 */
export function Book3d({ theme, title, subtitle, years, size = "medium" }: Book3dProps) {
  const scene = pictureOf(theme, "scene");
  const stamped = theme === "pet" ? "stamped-ink" : "foil";
  return (
    <div className={classes("book-stage", `book-${size}`)} data-theme={theme}>
      <div className="book-3d" role="img" aria-label={`Book: ${subtitle ? `${title}, ${subtitle}` : title}`}>
        <div className="book-back" />
        <div className="book-edge" />
        <div className="book-top" />
        <div className="book-spine">
          <span className={stamped}>
            {title}
            {years && <> {years}</>}
          </span>
        </div>
        <div className="book-front">
          <div className="book-picture">
            {scene && <img src={scene} alt="" width="720" height="720" loading="lazy" decoding="async" />}
            <StitchedRing thread={theme === "pet" ? "ink" : "gold"} />
          </div>
          <div className={classes("book-title", stamped, title.length > LONG_TITLE && "book-title-long")}>
            <span>{title}</span>
            {subtitle && <i>{subtitle}</i>}
          </div>
        </div>
      </div>
    </div>
  );
}
