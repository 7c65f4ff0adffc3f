import { createContext, type ReactNode, useContext } from "react";

/** Name of the hidden field that every POST form carries; the gate refuses a form without it. */
export const FORM_TOKEN_FIELD = "csrf";

const FormToken = createContext("");

/** Set once, at the root, with the token the root loader was given for this visitor. */
export function FormTokenProvider({
  token,
  children,
}: {
  readonly token: string;
  readonly children: ReactNode;
}) {
  return <FormToken.Provider value={token}>{children}</FormToken.Provider>;
}

/** The visitor's form token; empty where no provider stands above, and then every POST is refused. */
export function useFormToken(): string {
  return useContext(FormToken);
}
