import { START_BY_DATE } from "../domain/diary/loops/starting";
import { LinkButton } from "./button";
import { EmptyState, type EmptyStateProps } from "./empty-state";
import type { ThemeName } from "./theme";

interface NoLoopYetProps extends Pick<EmptyStateProps, "level"> {
  /** A paid or redeemed loop that has not begun. */
  readonly toBegin: { readonly name: string; readonly theme: ThemeName; readonly place: string } | null;
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
          <LinkButton variant="light" href={toBegin.place}>
            Choose your delivery date
          </LinkButton>
        }
      >
        Your {toBegin.name} loop is paid for. {START_BY_DATE}
      </EmptyState>
    );
  }
  return (
    <EmptyState
      level={level}
      theme="family"
      title="You don’t have a loop yet"
      action={
        <LinkButton variant="light" href="/loop-theme">
          Start Your First Loop
        </LinkButton>
      }
    >
      Choose one and start today, or <a href="/redeem">redeem a voucher</a>.
    </EmptyState>
  );
}
