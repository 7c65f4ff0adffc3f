import type { listFacts } from "./lists.server";

type SavedViewsProps = Pick<ReturnType<typeof listFacts>, "views" | "saveAt">;

/** Above a list: what was saved of it, and a link to save what is shown now. */
export function SavedViews({ views, saveAt }: SavedViewsProps) {
  const current = views.find(({ isCurrent, mayChange }) => isCurrent && mayChange);
  if (views.length === 0 && saveAt === null) return null;
  return (
    <nav className="saved-views" aria-label="Saved views">
      {views.length > 0 && (
        <ul>
          {views.map(({ id, name, href, isShared, isCurrent }) => (
            <li key={id}>
              <a href={href} aria-current={isCurrent ? "true" : undefined}>
                {name}
              </a>
              {isShared && <span className="muted"> for everybody</span>}
            </li>
          ))}
        </ul>
      )}
      {saveAt && <a href={saveAt}>Save this view</a>}
      {current && <a href={`/hyperloop/views/${current.id}`}>Rename or delete</a>}
    </nav>
  );
}
