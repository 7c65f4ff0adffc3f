import { useLocation } from "@remix-run/react";
import type { ReactNode } from "react";
import type { Panel } from "./panels.server";

interface PanelOfProps<Read> {
  readonly title: string;
  /** Null where the reader's rights don't allow it. */
  readonly of: Panel<Read> | null;
  /** The text before the reason, and the label of the link. */
  readonly words?: { readonly unread: string; readonly again: string };
  readonly children: (read: Read) => ReactNode;
}

/** A panel as it was read, or why it couldn't be. */
export function PanelOf<Read>({ title, of, words = WORDS, children }: PanelOfProps<Read>) {
  const { pathname, search } = useLocation();
  if (of === null) return null;
  if (of.reason === null) return children(of.read);
  return (
    <section className="staff-panel">
      <h2>{title}</h2>
      <p>
        <b>{words.unread}</b> {of.reason} <a href={`${pathname}${search}`}>{words.again}</a>
      </p>
    </section>
  );
}

const WORDS = { unread: "We couldn’t read this just now.", again: "Try again" };

/** What two reads show together; the first reason where one couldn't be read. */
export function both<One, Other>(one: Panel<One>, other: Panel<Other>): Panel<[One, Other]> {
  if (one.reason !== null) return one;
  return other.reason === null ? { read: [one.read, other.read], reason: null } : other;
}
