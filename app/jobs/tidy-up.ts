import { logLine } from "~/adapters/log/log.server";
import { deleteRemovedPhotos } from "~/domain/diary/photos/removed-photos.server";
import { emptyOldOrders } from "~/domain/privacy/erasure/old-orders.server";
import { eraseSentGiftData } from "~/domain/privacy/personal-data/gifts.server";
import { deleteExpired, deleteOldCodes } from "~/domain/privacy/retention/retention.server";
import { removeLeftFiles, removeOldCopies, removeTempFiles } from "~/domain/privacy/retention/temp-files.server";

/** Deletes data past its retention time. */
export async function tidyUp(now: Date): Promise<void> {
  const ordersEmptied = emptyOldOrders(now);
  const giftsErased = eraseSentGiftData(now);
  logLine("info", "data_expired", {
    ...deleteExpired(now),
    giftsErased,
    ordersEmptied,
    removedPhotos: await deleteRemovedPhotos(now),
    tempFilesRemoved: await removeTempFiles(now),
    oldCopiesRemoved: await removeOldCopies(now),
  });
}

/** Removes what is kept for less than a night: files of forms that were not read to their end, and codes. */
export async function removeLeftovers(now: Date): Promise<void> {
  deleteOldCodes(now);
  const removed = await removeLeftFiles(now);
  if (removed > 0) logLine("info", "left_files_removed", { removed });
}
