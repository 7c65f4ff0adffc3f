import { whyUnread } from "~/domain/system/health/storage-messages.server";
import { logError } from "~/web/error-log.server";
import { isResponse } from "~/web/refusal";

/** What a panel shows, or why that couldn't be read. */
export type Panel<Read> =
  | { readonly read: Read; readonly reason: null }
  | { readonly read: null; readonly reason: string };

/** Reads the panels of one page, each on its own: one that can't be read leaves the others as they are. */
export function panelsOf(request: Request) {
  return async <Read>(read: () => Read | Promise<Read>): Promise<Panel<Read>> => {
    try {
      return { read: await read(), reason: null };
    } catch (error) {
      if (isResponse(error)) throw error;
      logError(error, request);
      return { read: null, reason: whyUnread(error) };
    }
  };
}
