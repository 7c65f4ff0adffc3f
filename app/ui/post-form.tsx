import { useLocation, useMatches } from "@remix-run/react";
import type { ComponentProps } from "react";
import { FORM_TOKEN_FIELD, useFormToken } from "./form-token";

export type PostFormProps = Omit<ComponentProps<"form">, "method" | "ref">;

/**
 * The only form for POST; it contains the visitor's CSRF token, except on a page that is the same for everybody.
 * Without an action it posts to the page's own address. `noValidate` is true because the server's own messages report
 * mistakes, the same with and without scripts.
 */
export function PostForm({ action, noValidate = true, children, ...form }: PostFormProps) {
  const token = useFormToken();
  const { search } = useLocation();
  const { pathname } = useMatches().at(-1) ?? {};
  return (
    <form method="post" action={action ?? `${pathname}${search}`} noValidate={noValidate} {...form}>
      {token && <input type="hidden" name={FORM_TOKEN_FIELD} value={token} />}
      {children}
    </form>
  );
}
