import type { ReactNode } from "react";
import { InfoIcon, TickIcon, WarnIcon } from "./icons";
import { PageScript } from "./page-script";

export type BannerTone = "ok" | "warn" | "bad" | "info";

export interface BannerProps {
  readonly tone?: BannerTone;
  /** A motif instead of the tone's icon. */
  readonly picture?: ReactNode;
  /** At the far end: one link or button. */
  readonly action?: ReactNode;
  /** Seconds after which a script removes it. */
  readonly passesAfter?: number;
  readonly children: ReactNode;
}

const ICONS = { ok: TickIcon, warn: WarnIcon, bad: WarnIcon, info: InfoIcon };

/** A message that screen readers announce when the page loads. Also the flash message, first in main. */
export function Banner({ tone = "info", picture, action, passesAfter, children }: BannerProps) {
  const Icon = ICONS[tone];
  return (
    <div className={`banner banner-${tone}`} role="status" data-passes={passesAfter}>
      <span className="banner-icon">{picture ?? <Icon />}</span>
      <div>{children}</div>
      {action && <div className="banner-action">{action}</div>}
      {passesAfter !== undefined && <PageScript name="flash-message" />}
    </div>
  );
}
