import { PRIVATE_MATTERS, PRIVATE_MATTERS_PATH } from "~/domain/diary/entries/private-matters";

/** Above each button that saves the text of a week. */
export function PrivateMatters() {
  return (
    <p className="hint">
      {PRIVATE_MATTERS} <a href={PRIVATE_MATTERS_PATH}>How we treat it</a>
    </p>
  );
}
