import type { ReactNode } from "react";
import { CloseIcon } from "./icons";

export interface DialogPageProps {
  /** A question: "Delete your account?" */
  readonly title: string;
  /** Where Close leads: the page it was opened from. */
  readonly backHref: string;
  readonly backLabel?: string;
  /** What will happen, then a PostForm with one button and a link back. */
  readonly children: ReactNode;
}

/** A page that asks before something is done; it stands where others would open a dialogue. */
export function DialogPage({ title, backHref, backLabel = "Close", children }: DialogPageProps) {
  return (
    <section className="dialog-page" aria-labelledby="dialog-page-title">
      <div className="dialog-page-head">
        <h1 id="dialog-page-title">{title}</h1>
        <a className="back-link" href={backHref}>
          <CloseIcon />
          <span>{backLabel}</span>
        </a>
      </div>
      <div className="stack stack-large stack-fill">{children}</div>
    </section>
  );
}
