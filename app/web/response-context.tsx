import { createContext, type ReactNode, useContext } from "react";

interface Answer {
  /** The nonce that lets this response's scripts run. */
  nonce: string | undefined;
  /** The page reports a mistake in what was typed; its title begins with "Error: ". */
  isMistaken: boolean;
  /** The id of a request that failed, for the page to quote; the log has the same. */
  reference?: string;
}

const AnswerContext = createContext<Answer | null>(null);

export function AnswerProvider({ answer, children }: { readonly answer: Answer; readonly children: ReactNode }) {
  return <AnswerContext.Provider value={answer}>{children}</AnswerContext.Provider>;
}

/** What the page being sent needs to know. */
export function useAnswer(): Answer {
  return useContext(AnswerContext) ?? { nonce: undefined, isMistaken: false };
}
