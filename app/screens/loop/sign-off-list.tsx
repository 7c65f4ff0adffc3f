import { WEEKS } from "~/domain/diary/rules/calendar";
import { formatCountOf } from "~/domain/kernel/text/numbers";
import { VisuallyHidden } from "~/ui/visually-hidden";
import type { ListedWeek } from "./sign-off-list.server";

/** Each of the 52 weeks with what becomes of it, its first words and its photos; folded away until it is wanted. */
export function EveryWeek({ weeks }: { readonly weeks: readonly ListedWeek[] }) {
  if (weeks.length === 0) return null;
  return (
    <details className="every-week">
      <summary>See all {WEEKS} weeks, with their words and photos</summary>
      <ol>
        {weeks.map((one) => (
          <li key={one.week}>
            <span className={`cell cell-${one.state}`} aria-hidden="true">
              {one.lastWeek === one.week && one.week}
            </span>
            <div>
              <p>
                {one.lastWeek === one.week ? (
                  <a href={one.href}>Week {one.week}</a>
                ) : (
                  `Weeks ${one.week}–${one.lastWeek}`
                )}{" "}
                <span className="muted">{one.becomes}</span>
              </p>
              {one.state !== "empty" && <p>{one.words || "No words"}</p>}
            </div>
            <Photos week={one} />
          </li>
        ))}
      </ol>
    </details>
  );
}

function Photos({ week: { state, photos } }: { readonly week: ListedWeek }) {
  if (state === "empty") return null;
  if (photos.length === 0) return <p className="muted small">No photo</p>;
  return (
    <p className="every-week-photos">
      <VisuallyHidden>{formatCountOf(photos.length, "photo", "photos")}</VisuallyHidden>
      {photos.map(({ id, caption }) => (
        <img key={id} src={`/photos/${id}/thumb`} alt={caption} width="48" height="48" loading="lazy" />
      ))}
    </p>
  );
}
