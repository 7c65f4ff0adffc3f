import type { PhotoOrder, PhotoReply } from "./photo-orders";
import { renderSizes, stripMetadata } from "./photo-rendering.server";

/** Carries out an order. What a file from outside does to a decoder is a refusal; nothing is thrown. */
export async function carryOut(order: PhotoOrder): Promise<PhotoReply> {
  try {
    if (order.does === "render") return { ok: true, sizes: await renderSizes(order) };
    const stripped = await stripMetadata(order.from, order.to);
    return typeof stripped === "string" ? { ok: false, reason: stripped } : { ok: true, stripped };
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    // An error with a code comes from the operating system and not from a decoder.
    if (typeof code === "string") return { ok: false, reason: "system", code, message };
    return { ok: false, reason: /pixel limit/i.test(message) ? "too_many_pixels" : "incomplete" };
  }
}
