import { createContext, type ReactNode, useContext } from "react";

interface Answer {
  /** The nonce that lets this response's scripts run. */
  nonce: string | undefined;
  /** The page reports a mistake in what was typed; its title begins with "Error: ". */
  isMistaken: boolean;
  /** The id of a request that failed, for the page to quote; the log has the same. */
  reference?: string;
}

const ResponseContext = createContext<Answer | null>(null);

export function ResponseProvider({
  answer: response,
  children,
}: {
  readonly answer: Answer;
  readonly children: ReactNode;
}) {
  return <ResponseContext.Provider value={response}>{children}</ResponseContext.Provider>;
}

/** What the page being sent needs to know. */
export function useActionResult(): Answer {
  return useContext(ResponseContext) ?? { nonce: undefined, isMistaken: false };
}
