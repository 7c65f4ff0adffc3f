import { logLine } from "~/adapters/log/log.server";
import { eraseSentGiftData } from "~/domain/erasure/gifts.server";
import { deleteExpired } from "~/domain/retention/retention.server";
import { removeTempFiles } from "~/domain/retention/temp-files.server";

/** Deletes data past its retention time. */
export async function tidyUp(now: Date): Promise<void> {
  const giftsErased = eraseSentGiftData(now);
  logLine("info", "data_expired", {
    ...deleteExpired(now),
    giftsErased,
    tempFilesRemoved: await removeTempFiles(now),
  });
}
