import type { PhotoMessage, PhotoOrder, PhotoReply } from "./photo-orders";
import { renderSizes, stripMetadata, TooManyPixels } from "./photo-rendering.server";

/** The process that photos are read and drawn in. Each message is an order, each reply its outcome. */

async function carryOut(order: PhotoOrder): Promise<PhotoReply> {
  try {
    if (order.does === "render") return { ok: true, sizes: await renderSizes(order) };
    const kind = await stripMetadata(order.from, order.to);
    const isRefused = kind === "other_kind" || kind === "not_a_photo" || kind === "incomplete";
    return isRefused ? { ok: false, reason: kind } : { ok: true, kind };
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    // An error with a code comes from the operating system and not from a decoder.
    if (typeof code === "string") return { ok: false, reason: "system", code, message };
    const isTooMany = error instanceof TooManyPixels || /pixel limit/i.test(message);
    return { ok: false, reason: isTooMany ? "too_many_pixels" : "incomplete" };
  }
}

// `process.exit` could wait for ever, as in the render process of books.
process.once("disconnect", () => process.kill(process.pid, "SIGKILL"));
process.on("message", async (order: PhotoOrder) => {
  const reply = await carryOut(order);
  const megabytes = Math.round(process.memoryUsage.rss() / 1024 / 1024);
  process.send?.({ ...reply, megabytes } satisfies PhotoMessage);
});
