import { createContext, type ReactNode, useContext } from "react";

interface ResponseDetails {
  /** The nonce that lets this response's scripts run. */
  nonce: string | undefined;
  /** The page reports a mistake in what was typed; its title begins with "Error: ". */
  isMistaken: boolean;
  /** The id of a request that failed, for the page to quote; the log has the same. */
  reference?: string;
  /** What the page shows in place of its screen. */
  error?: unknown;
}

const ResponseContext = createContext<ResponseDetails | null>(null);

export function ResponseProvider({
  details,
  children,
}: {
  readonly details: ResponseDetails;
  readonly children: ReactNode;
}) {
  return <ResponseContext.Provider value={details}>{children}</ResponseContext.Provider>;
}

/** What the page being sent needs to know. */
export function useResponseContext(): ResponseDetails {
  return useContext(ResponseContext) ?? { nonce: undefined, isMistaken: false };
}
