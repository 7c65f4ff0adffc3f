import type { AnchorHTMLAttributes, ButtonHTMLAttributes } from "react";
import { classes } from "./classes";

/**
 * primary = ink; light = linen, for use on cloth; theme = the cloth's own colour; line = outline; danger = red outline.
 */
export type ButtonVariant = "primary" | "light" | "theme" | "line" | "danger";

/** Heights 54, 46 and 44 px. One filled button per view. */
export type ButtonSize = "normal" | "small" | "staff";

interface LabelLook {
  readonly variant?: ButtonVariant;
  readonly size?: ButtonSize;
  /** Takes the full width of its container. */
  readonly wide?: boolean;
}

function labelClass({ variant = "primary", size = "normal", wide }: LabelLook, className?: string): string {
  return classes(
    "button",
    `button-${variant}`,
    size !== "normal" && `button-${size}`,
    wide && "button-wide",
    className,
  );
}

export type ButtonProps = LabelLook & ButtonHTMLAttributes<HTMLButtonElement>;

/** Submits its form unless given `type="button"`. Several in one form are distinguished by name="intent". */
export function Button({ variant, size, wide, className, type = "submit", ...button }: ButtonProps) {
  return <button type={type} className={labelClass({ variant, size, wide }, className)} {...button} />;
}

export type LinkButtonProps = LabelLook & AnchorHTMLAttributes<HTMLAnchorElement> & { readonly href: string };

/** A link that looks like a button: for navigation, never for changes. */
export function LinkButton({ variant, size, wide, className, children, ...link }: LinkButtonProps) {
  return (
    <a className={labelClass({ variant, size, wide }, className)} {...link}>
      {children}
    </a>
  );
}
