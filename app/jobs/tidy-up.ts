import { forgetSentGifts } from "~/domain/erasure/gifts.server";
import { clearWhatIsOver } from "~/domain/retention/retention.server";
import { sweepWorkFolders } from "~/domain/retention/temp-files.server";
import { logLine } from "./log";

/** Deletes data past its retention time. */
export async function tidyUp(now: Date): Promise<void> {
  const giftsForgotten = forgetSentGifts(now);
  logLine("info", "tidied_up", {
    ...clearWhatIsOver(now),
    giftsForgotten,
    workSwept: await sweepWorkFolders(now),
  });
}
