import { createContext, type ReactNode, useContext } from "react";

/** The hidden CSRF field of every POST form; the request guard refuses a form without it. */
export const FORM_TOKEN_FIELD = "csrf";

const FormToken = createContext("");

/** Rendered once, at the root, with the root loader's token for this visitor. */
export function FormTokenProvider({ token, children }: { readonly token: string; readonly children: ReactNode }) {
  return <FormToken.Provider value={token}>{children}</FormToken.Provider>;
}

/** The visitor's form token; empty without a provider above, and then every POST is refused. */
export function useFormToken(): string {
  return useContext(FormToken);
}
