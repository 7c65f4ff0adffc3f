import { formatPence } from "../domain/kernel/money/pounds";

/** A sum in tabular figures. `freeWord` replaces "£0.00" where a word reads better. */
export function Money({ pence, freeWord }: { readonly pence: number; readonly freeWord?: string }) {
  return <span className="figures">{pence === 0 && freeWord ? freeWord : formatPence(pence)}</span>;
}
