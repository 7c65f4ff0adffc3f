export interface ZoomablePhotoProps {
  readonly src: string;
  /** Its address at full size. */
  readonly full: string;
  readonly alt: string;
  readonly caption: string;
  readonly about?: string;
}

/** A photo that grows by a choice below it and is moved about by scrolling; the style sheet alone does it. */
export function ZoomablePhoto({ src, full, alt, caption, about }: ZoomablePhotoProps) {
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
