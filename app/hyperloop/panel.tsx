import { useLocation } from "@remix-run/react";
import type { ReactNode } from "react";
import type { Panel } from "./panels.server";

interface PanelOfProps<Read> {
  readonly title: string;
  /** Null where the reader's rights don't allow it. */
  readonly of: Panel<Read> | null;
  readonly children: (read: Read) => ReactNode;
}

/** A panel as it was read, or why it couldn't be. */
export function PanelOf<Read>({ title, of, children }: PanelOfProps<Read>) {
  const { pathname, search } = useLocation();
  if (of === null) return null;
  if (of.reason === null) return children(of.read);
  return (
    <section className="staff-panel">
      <h2>{title}</h2>
      <p>
        <b>We couldn’t read this just now.</b> {of.reason} <a href={`${pathname}${search}`}>Try again</a>
      </p>
    </section>
  );
}
