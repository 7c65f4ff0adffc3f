import type { ReactNode } from "react";
import { CloseIcon } from "./icons";

export interface DialogPageProps {
  /** A question: "Delete your account?" */
  readonly title: string;
  /** The target of Close: the page it was opened from. */
  readonly backHref: string;
  readonly backLabel?: string;
  /** The consequences, then a PostForm with one button and a link back. */
  readonly children: ReactNode;
}

/** A confirmation page, used instead of a script dialog. */
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
