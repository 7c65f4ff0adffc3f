import type { Point } from "~/domain/diary/photos/point-of-interest";
import { POINT_SHEET } from "~/ui/style-sheets";
import { VisuallyHidden } from "~/ui/visually-hidden";
import { placesToTouch } from "./photo-point";

interface PhotoPointProps {
  readonly photo: { readonly id: string; readonly fileName: string; readonly point: Point | null };
}

/** The photo to touch where it matters; closed, because a week is mostly right as guessed. */
export function PhotoPoint({ photo }: PhotoPointProps) {
  return (
    <details className="more-fields">
      <link rel="stylesheet" href={POINT_SHEET} />
      <summary>
        What must be seen<VisuallyHidden> of {photo.fileName}</VisuallyHidden>
      </summary>
      <p className="hint">Touch the face, or whatever matters most. The book keeps it clear of edges and the fold.</p>
      <div className="photo-point-touch">
        <img src={`/photos/${photo.id}/screen`} alt="" loading="lazy" />
        <div>
          {placesToTouch(photo.id, photo.point).map(({ name, intent, isChosen }) => (
            <button key={intent} type="submit" name="intent" value={intent} aria-current={isChosen || undefined}>
              <VisuallyHidden>{name}</VisuallyHidden>
            </button>
          ))}
        </div>
      </div>
    </details>
  );
}
