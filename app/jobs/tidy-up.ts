import { forgetSentGifts } from "~/domain/erasure/gifts.server";
import { deleteExpired } from "~/domain/retention/retention.server";
import { removeTempFiles } from "~/domain/retention/temp-files.server";
import { logLine } from "./log";

/** Deletes data past its retention time. */
export async function tidyUp(now: Date): Promise<void> {
  const giftsForgotten = forgetSentGifts(now);
  logLine("info", "data_expired", {
    ...deleteExpired(now),
    giftsForgotten,
    tempFilesRemoved: await removeTempFiles(now),
  });
}
