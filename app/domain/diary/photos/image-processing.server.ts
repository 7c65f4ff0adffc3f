import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { newId } from "#db/identifiers";
import { QueueFull } from "~/domain/kernel/jobs/fair-queue";
import type { PhotoRefusal } from "../rules/photo-rules";
import { decodeHeic } from "./heic-decoder.server";
import { type ImageKind, imageKindOf } from "./image-kinds";
import { type PhotoSize, type PrintSize, type RenderedSizes, SIZE_FILES, type StrippedPhoto } from "./photo-orders";
import { type AskPhotoProcess, LONGEST_SECONDS, PhotoProcessStopped, withPhotoProcess } from "./photo-processes.server";

/**
 * Image processing: frees an uploaded file of its metadata, which is kept as the original, and makes newly encoded
 * photos from that. All of it happens in processes of its own (`photo-processes`), whose death or delay refuses the one
 * photo they had.
 */

export type Printed = Record<PhotoSize, Buffer> & RenderedSizes;

export type PrintFile = Pick<Printed, "print" | "printWidth" | "printHeight">;

type Refused = { ok: false; reason: PhotoRefusal };
export type RemakeResult<Made> = { ok: true; made: Made } | Refused;

/**
 * Writes an uploaded file without its metadata to `to`, in a folder of its own. Refuses a file that is not a photo by its
 * beginning and how it is put together, which takes a thirtieth of the time of making its sizes; never throws for its
 * content.
 * @param owner whose photo it is; of one owner one is worked on at a time. Work of ours has none.
 * @param seconds after which a process is stopped; the refusal is then `stopped`
 */
export async function stripPhoto(
  from: string,
  to: string,
  owner: string = newId(),
  seconds = LONGEST_SECONDS,
): Promise<RemakeResult<StrippedPhoto>> {
  return await orRefused(() =>
    withPhotoProcess(owner, async (ask): Promise<RemakeResult<StrippedPhoto>> => {
      const reply = unlessSystem(await ask({ does: "strip", from, to }, seconds));
      if (!reply.ok) return reply;
      if (!("stripped" in reply)) throw new Error("The photo process replied to another order.");
      return { ok: true, made: reply.stripped };
    }),
  );
}

/**
 * Makes all sizes from a stored original, turned clockwise by this many quarters. Starting from the original keeps a
 * photo turned ten times as sharp as one turned once. `original` is in a folder of its own.
 */
export async function makeSizes(
  original: string,
  quarterTurns: number,
  owner: string = newId(),
  seconds = LONGEST_SECONDS,
): Promise<RemakeResult<Printed>> {
  return await orRefused(() =>
    withPhotoProcess(owner, async (ask): Promise<RemakeResult<Printed>> => {
      const kind = await kindOf(original);
      const rendered = await render(ask, { original, kind, quarterTurns, size: "page", seconds });
      if (!rendered.ok) return rendered;
      return { ok: true, made: { ...rendered.made, ...(await readSizes(dirname(original))) } };
    }),
  );
}

/** Makes only the print file again from a stored original, turned clockwise by this many quarters. */
export async function makePrintFile(
  original: string,
  quarterTurns: number,
  size: PrintSize = "page",
): Promise<RemakeResult<PrintFile>> {
  return await orRefused(() =>
    withPhotoProcess(newId(), async (ask): Promise<RemakeResult<PrintFile>> => {
      const kind = await kindOf(original);
      const rendered = await render(ask, { original, kind, quarterTurns, size, printOnly: true });
      if (!rendered.ok) return rendered;
      const { printWidth, printHeight } = rendered.made;
      const print = await readFile(join(dirname(original), SIZE_FILES.print));
      return { ok: true, made: { printWidth, printHeight, print } };
    }),
  );
}

async function kindOf(original: string): Promise<ImageKind | null> {
  return imageKindOf(await readFile(original));
}

interface Rendering {
  original: string;
  kind: ImageKind | null;
  quarterTurns: number;
  size: PrintSize;
  printOnly?: boolean;
  seconds?: number;
}

/** Draws the sizes beside the original. Of a HEIC its pixels are drawn from, which are decoded first. */
async function render(
  ask: AskPhotoProcess,
  { original, kind, quarterTurns, size, printOnly = false, seconds = LONGEST_SECONDS }: Rendering,
): Promise<RemakeResult<RenderedSizes>> {
  const from = kind === "heic" ? `${original}.png` : original;
  const reason = kind === "heic" ? await decodeHeic(original, from) : null;
  if (reason) return { ok: false, reason };
  const folder = dirname(original);
  const reply = unlessSystem(await ask({ does: "render", from, folder, quarterTurns, size, printOnly }, seconds));
  if (!reply.ok) return reply;
  if (!("sizes" in reply)) throw new Error("The photo process replied to another order.");
  return { ok: true, made: reply.sizes };
}

type Reply = Awaited<ReturnType<AskPhotoProcess>>;

/** @throws Error with its code when the operating system refused a file. */
function unlessSystem(reply: Reply): Exclude<Reply, { reason: "system" }> {
  if (!reply.ok && reply.reason === "system") {
    throw Object.assign(new Error(reply.message), { code: reply.code });
  }
  return reply as Exclude<Reply, { reason: "system" }>;
}

async function readSizes(folder: string): Promise<Record<PhotoSize, Buffer>> {
  const read = (size: PhotoSize) => readFile(join(folder, SIZE_FILES[size]));
  return {
    print: await read("print"),
    screen: await read("screen"),
    medium: await read("medium"),
    thumb: await read("thumb"),
  };
}

async function orRefused<Result>(run: () => Promise<Result | Refused>): Promise<Result | Refused> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof QueueFull) return { ok: false, reason: "busy" };
    if (error instanceof PhotoProcessStopped) return { ok: false, reason: "stopped" };
    throw error;
  }
}
