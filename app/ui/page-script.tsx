import { createContext, type ReactNode, useContext } from "react";

const Nonce = createContext<string | undefined>(undefined);

/** Set once, at the root, with the nonce that this answer's policy lets scripts in by. */
export function NonceProvider({
  nonce,
  children,
}: {
  readonly nonce: string | undefined;
  readonly children: ReactNode;
}) {
  return <Nonce.Provider value={nonce}>{children}</Nonce.Provider>;
}

/** The small scripts that make a part of a page livelier; each part works without its own. */
export type PageScriptName = "password" | "one-time-code" | "passing-word" | "book-pages" | "example";

/** Asks for the script of a part. Asked for twice on a page, it runs once. */
export function PageScript({ name }: { readonly name: PageScriptName }) {
  const nonce = useContext(Nonce);
  return <script type="module" src={`/scripts/${name}.js`} nonce={nonce} />;
}
