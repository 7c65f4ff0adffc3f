import { createContext, type ReactNode, useContext } from "react";

const Nonce = createContext<string | undefined>(undefined);

/** Rendered once, at the root, with the nonce of this response's content security policy. */
export function NonceProvider({
  nonce,
  children,
}: {
  readonly nonce: string | undefined;
  readonly children: ReactNode;
}) {
  return <Nonce.Provider value={nonce}>{children}</Nonce.Provider>;
}

/** The small scripts that enhance parts of a page; each part works without its script. */
export type PageScriptName =
  | "card"
  | "password"
  | "one-time-code"
  | "flash-message"
  | "turner"
  | "review"
  | "example"
  | "end-date"
  | "gift-card"
  | "menu"
  | "staff-keys"
  | "ticked"
  | "staff-search"
  | "undo-tray";

/** Loads the script of a part. It runs once even when requested twice on a page. */
export function PageScript({ name }: { readonly name: PageScriptName }) {
  const nonce = useContext(Nonce);
  return <script type="module" src={`/scripts/${name}.js`} nonce={nonce} />;
}
