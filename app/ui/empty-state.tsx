import type { ReactNode } from "react";
import { classes } from "./classes";
import { Hoop } from "./hoop";
import type { ThemeName } from "./theme";

export interface EmptyStateProps {
  readonly title: string;
  /** One sentence. */
  readonly children?: ReactNode;
  /** One LinkButton of variant light. */
  readonly action?: ReactNode;
  readonly theme?: ThemeName;
  /** open = dotted pattern, nothing stitched yet; closed = finished picture in a gold ring. */
  readonly state?: "open" | "closed";
  readonly level?: 1 | 2;
}

/** A panel of cloth for an empty list or a closed loop. */
export function EmptyState({ title, children, action, theme, state = "open", level = 2 }: EmptyStateProps) {
  const Heading = level === 1 ? "h1" : "h2";
  return (
    <section
      className={classes("cloth", "cloth-panel", `cloth-panel-${state}`, level === 1 && "cloth-panel-page")}
      data-theme={theme}
    >
      <div className="cloth-panel-picture">
        <Hoop
          theme={theme}
          kind={state === "open" ? "pattern" : "scene"}
          thread={state === "closed" && theme !== "pet" ? "gold" : undefined}
        />
      </div>
      <div className="stack">
        <Heading>{title}</Heading>
        {children && <p>{children}</p>}
        {action}
      </div>
    </section>
  );
}
