import { Form, type FormProps } from "@remix-run/react";
import { FORM_TOKEN_FIELD, useFormToken } from "./form-token";

export type PostFormProps = Omit<FormProps, "method">;

/**
 * The only form for POST; it contains the visitor's CSRF token, except on a page that is the same for everybody.
 * Without an action it posts to the page's own address. `reloadDocument` is true except on screens with scripts.
 * `noValidate` is true because the server's own messages report mistakes, the same with and without scripts.
 */
export function PostForm({ reloadDocument = true, noValidate = true, children, ...form }: PostFormProps) {
  const token = useFormToken();
  return (
    <Form method="post" reloadDocument={reloadDocument} noValidate={noValidate} {...form}>
      {token && <input type="hidden" name={FORM_TOKEN_FIELD} value={token} />}
      {children}
    </Form>
  );
}
