import type { AnchorHTMLAttributes } from "react";
import { classes } from "./classes";
import { ArrowIcon, BackArrowIcon } from "./icons";

export interface TextLinkProps extends AnchorHTMLAttributes<HTMLAnchorElement> {
  readonly href: string;
  readonly arrow?: boolean;
}

/** A standalone link, 44 px tall, with an arrow on request. */
export function TextLink({ arrow, className, children, ...link }: TextLinkProps) {
  return (
    <a className={classes("text-link", className)} {...link}>
      <span className="text-link-words">{children}</span>
      {arrow && <ArrowIcon />}
    </a>
  );
}

/** The link back, above a page's heading: "Change loop", "Back to summary". */
export function BackLink({ className, children, ...link }: Omit<TextLinkProps, "arrow">) {
  return (
    <a className={classes("back-link", className)} {...link}>
      <BackArrowIcon />
      <span>{children}</span>
    </a>
  );
}
