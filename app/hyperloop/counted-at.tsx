interface CountedAtProps {
  /** "28 November 2026, 09:40"; null before the first time. */
  readonly at: string | null;
  /** Which figures, where a panel has others. */
  readonly what?: string;
}

/** When the figures of a panel were counted. */
export function CountedAt({ at, what }: CountedAtProps) {
  const counted = what ? `${what} counted` : "Counted";
  return (
    <p className="muted">
      {at === null ? `${what ?? "Figures"} not counted yet. Try again in a minute.` : `${counted} at ${at}.`}
    </p>
  );
}
