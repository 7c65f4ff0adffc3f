import { LONG_TITLE } from "./book-3d";
import { classes } from "./classes";
import { StitchedRing } from "./stitched-ring";
import { pictureOf, type ThemeName } from "./theme";

/** The front of the book, seen straight on. */
export function BookCover({ theme, title }: { readonly theme: ThemeName; readonly title: string }) {
  const scene = pictureOf(theme, "scene");
  const isPet = theme === "pet";
  return (
    <div className="measure-cover cloth" data-theme={theme} role="img" aria-label={`Cover: ${title}`}>
      <div className="book-picture">
        {scene && <img src={scene} alt="" width="720" height="720" loading="lazy" decoding="async" />}
        <StitchedRing thread={isPet ? "ink" : "gold"} />
      </div>
      <div
        className={classes(
          "book-title",
          isPet ? "stamped-ink" : "foil",
          title.length > LONG_TITLE && "book-title-long",
        )}
      >
        <span>{title}</span>
      </div>
    </div>
  );
}
