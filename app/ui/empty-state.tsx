import type { ReactNode } from "react";
import { classes } from "./classes";
import { Hoop } from "./hoop";
import type { ThemeName } from "./theme";

export interface EmptyStateProps {
  readonly title: string;
  /** One sentence. */
  readonly children: ReactNode;
  /** One LinkButton of variant light. */
  readonly action: ReactNode;
  readonly theme?: ThemeName;
  readonly level?: 1 | 2;
}

/** A panel of cloth for an empty list, with the dotted pattern of a picture nobody has stitched yet. */
export function EmptyState({ title, children, action, theme, level = 2 }: EmptyStateProps) {
  const Heading = level === 1 ? "h1" : "h2";
  return (
    <section
      className={classes("cloth", "cloth-panel", "cloth-panel-open", level === 1 && "cloth-panel-page")}
      data-theme={theme}
    >
      <div className="cloth-panel-picture">
        <Hoop theme={theme} kind="pattern" />
      </div>
      <div className="stack">
        <Heading>{title}</Heading>
        <p>{children}</p>
        {action}
      </div>
    </section>
  );
}
