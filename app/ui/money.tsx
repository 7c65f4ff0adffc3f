import { formatPence } from "../domain/money/pounds";

/** A sum in tabular figures. `freeWord` is printed for nought where a word reads better than "£0.00". */
export function Money({ pence, freeWord }: { readonly pence: number; readonly freeWord?: string }) {
  return <span className="figures">{pence === 0 && freeWord ? freeWord : formatPence(pence)}</span>;
}
