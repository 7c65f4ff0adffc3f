import { piecesOf } from "~/domain/backoffice/search/terms";
import { Badge } from "~/ui/badge";
import { VisuallyHidden } from "~/ui/visually-hidden";
import type { HitRow } from "./hit-rows";

/** The rows as a list; what was searched for is marked. */
export function HitRows({ rows, words }: { readonly rows: readonly HitRow[]; readonly words: string }) {
  return (
    <ul className="rows">
      {rows.map((row) => (
        <li key={row.id}>
          <div>
            <a className="row-name" href={row.href}>
              <Marked text={row.name} words={words} />
            </a>
            <p className="row-facts">
              <Marked text={row.facts} words={words} />
            </p>
          </div>
          <p className="row-figure">{row.figure}</p>
          <p className="row-state">
            <Badge tone={row.state[1]}>{row.state[0]}</Badge>
          </p>
          <p className="row-actions">
            {row.actions.map(({ label, href }) => (
              <a key={label} href={href}>
                {label}
                <VisuallyHidden>, {row.name}</VisuallyHidden>
              </a>
            ))}
          </p>
        </li>
      ))}
    </ul>
  );
}

function Marked({ text, words }: { readonly text: string; readonly words: string }) {
  return piecesOf(text, words).map(({ text: piece, isHit }, place) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: pieces of one text have no other name
    isHit ? <mark key={place}>{piece}</mark> : piece,
  );
}
