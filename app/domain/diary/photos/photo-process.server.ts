import type { PhotoMessage, PhotoOrder } from "./photo-orders";
import { carryOut } from "./photo-outcomes.server";

/** The process that photos are read and drawn in. Each message is an order, each reply its outcome. */

// `process.exit` could wait for ever, as in the render process of books.
process.once("disconnect", () => process.kill(process.pid, "SIGKILL"));
process.on("message", async (order: PhotoOrder) => {
  const reply = await carryOut(order);
  const megabytes = Math.round(process.memoryUsage.rss() / 1024 / 1024);
  process.send?.({ ...reply, megabytes } satisfies PhotoMessage);
});
