import { createContext, type ReactNode, useContext } from "react";

interface Answer {
  /** The word that lets a script of this answer run; scripts that already run need none. */
  nonce: string | undefined;
  /** The page says that something typed does not fit; its title begins with "Error: ". */
  isMistaken: boolean;
}

const AnswerContext = createContext<Answer | null>(null);

export function AnswerProvider({
  answer,
  children,
}: {
  readonly answer: Answer;
  readonly children: ReactNode;
}) {
  return <AnswerContext.Provider value={answer}>{children}</AnswerContext.Provider>;
}

/** What the server knows about the page it is sending; in the browser, what the page it sent says of itself. */
export function useAnswer(): Answer {
  const given = useContext(AnswerContext);
  if (given) return given;
  return { nonce: undefined, isMistaken: document.title.startsWith("Error: ") };
}
