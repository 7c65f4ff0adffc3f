import { findLoopType } from "~/domain/diary/catalogue/catalogue";
import { BookPage, Folio, Spread } from "~/ui/spread";
import type { EntryReviewProps } from "./entry-opened";
import { loopName } from "./moderation-labels";

type SpreadProps = Pick<EntryReviewProps, "entry" | "opened" | "days" | "view">;

/** Everything of a week that prints, as a spread of the book; its photos whole, because a crop could hide something. */
export function ReviewSpread({ entry, opened, days, view }: SpreadProps) {
  const { words, photos, book } = opened;
  return (
    <Spread theme={findLoopType(entry.theme, entry.type)?.themeId}>
      <BookPage side="left" className="review-photos">
        {photos.length === 0 && <p>No photo.</p>}
        {photos.map((photo, index) => (
          <ZoomablePhoto
            key={photo.id}
            src={`/hyperloop/moderation/${entry.id}/photos/${photo.id}/screen`}
            full={`/hyperloop/moderation/${entry.id}/photos/${photo.id}/print`}
            alt={`Photo ${index + 1} of ${photos.length}`}
            caption={photo.caption}
            about={view === "detailed" ? `${photo.fileName}, ${photo.width} × ${photo.height} pixels` : undefined}
          />
        ))}
      </BookPage>
      <BookPage side="right" className="writing-page review-words">
        <div className="writing-head">
          <Folio week={entry.week} />
          <span>{days}</span>
        </div>
        {words.title && <h2 className="review-title">{words.title}</h2>}
        {words.highlight && <p className="writing-highlight">“{words.highlight}”</p>}
        <Passage name="Grateful for" text={words.gratitude} />
        <Passage name="Something I learned" text={words.learned} />
        <Passage name={words.prompt} text={words.content} isQuestion />
        <p className="writing-foot">{book.title || loopName(entry)}</p>
      </BookPage>
    </Spread>
  );
}

interface PassageProps {
  readonly name: string;
  readonly text: string;
  readonly isQuestion?: boolean;
}

function Passage({ name, text, isQuestion }: PassageProps) {
  if (text === "") return null;
  return (
    <>
      <h2 className={isQuestion ? "writing-question" : "review-name"}>{name}</h2>
      <p className="review-passage">{text}</p>
    </>
  );
}

interface ZoomablePhotoProps {
  readonly src: string;
  /** Its address at full size. */
  readonly full: string;
  readonly alt: string;
  readonly caption: string;
  readonly about?: string;
}

/** A photo that grows by a choice below it and is moved about by scrolling; the style sheet alone does it. */
function ZoomablePhoto({ src, full, alt, caption, about }: ZoomablePhotoProps) {
  const name = `zoom-${src}`;
  return (
    <figure className="zoomable">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by the keyboard too */}
      <section className="zoomable-frame" tabIndex={0} aria-label={`${alt}, scrolls when enlarged`}>
        <img src={src} alt={alt} />
      </section>
      <figcaption>
        <fieldset className="zoomable-sizes">
          <legend className="visually-hidden">Size of {alt}</legend>
          {SIZES.map(({ value, label }) => (
            <label key={value}>
              <input type="radio" name={name} value={value} defaultChecked={value === "1"} />
              {label}
            </label>
          ))}
        </fieldset>
        <a href={full}>
          Open full size<span className="visually-hidden"> {alt}</span>
        </a>
        {caption && <p>“{caption}”</p>}
        {about && <p className="muted">{about}</p>}
      </figcaption>
    </figure>
  );
}

const SIZES = [
  { value: "1", label: "Fit" },
  { value: "2", label: "200%" },
  { value: "4", label: "400%" },
];
