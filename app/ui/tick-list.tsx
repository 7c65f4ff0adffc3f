import type { ReactNode } from "react";
import { TickIcon } from "./icons";

/** A list of inclusions, each with a tick and a stitched rule below. */
export function TickList({ items }: { readonly items: readonly ReactNode[] }) {
  return (
    <ul className="tick-list">
      {items.map((item, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: fixed text, never reordered
        <li key={index}>
          <TickIcon />
          {item}
        </li>
      ))}
    </ul>
  );
}
