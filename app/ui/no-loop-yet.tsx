import { LinkButton } from "./button";
import { EmptyState, type EmptyStateProps } from "./empty-state";
import type { ThemeName } from "./theme";

interface NoLoopYetProps extends Pick<EmptyStateProps, "level"> {
  /** A paid or redeemed loop that has not begun. */
  readonly toBegin: { readonly name: string; readonly theme: ThemeName } | null;
}

/** Replaces the year for an account without a loop. */
export function NoLoopYet({ toBegin, level }: NoLoopYetProps) {
  if (toBegin) {
    return (
      <EmptyState
        level={level}
        theme={toBegin.theme}
        title="Your loop is waiting"
        action={
          <LinkButton variant="light" href="/loop-end-date">
            Choose the delivery date
          </LinkButton>
        }
      >
        Your {toBegin.name} loop is paid for. Choose the day your book should arrive, and week one opens.
      </EmptyState>
    );
  }
  return (
    <EmptyState
      level={level}
      theme="family"
      title="Nothing stitched yet"
      action={
        <LinkButton variant="light" href="/begin">
          Start Your First Loop
        </LinkButton>
      }
    >
      You don’t have a loop. Pick one and make the first stitch today.
    </EmptyState>
  );
}
