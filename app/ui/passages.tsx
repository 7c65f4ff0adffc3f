import type { ReactNode } from "react";

export interface Passage {
  /** The target of links to this passage. */
  readonly id?: string;
  readonly heading?: string;
  readonly paragraphs?: readonly ReactNode[];
  /** After the paragraphs, each with a stitch before it. */
  readonly list?: readonly ReactNode[];
}

/** Long text in sections: terms, privacy, about us. */
export function Passages({ passages }: { readonly passages: readonly Passage[] }) {
  return (
    <div className="passages">
      {passages.map((passage, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: fixed text, never reordered
        <section className="passage" id={passage.id} key={index}>
          {passage.heading && <h2>{passage.heading}</h2>}
          {passage.paragraphs?.map((paragraph, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: fixed text, never reordered
            <p key={place}>{paragraph}</p>
          ))}
          {passage.list && <StitchedList items={passage.list} />}
        </section>
      ))}
    </div>
  );
}

/** A list whose bullets are single stitches. */
export function StitchedList({ items }: { readonly items: readonly ReactNode[] }) {
  return (
    <ul className="stitched-list">
      {items.map((item, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: fixed text, never reordered
        <li key={index}>{item}</li>
      ))}
    </ul>
  );
}
