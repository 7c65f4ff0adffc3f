import { Semaphore } from "~/domain/kernel/jobs/semaphore";
import { SECOND_MS } from "~/domain/kernel/time/durations";
import { LARGEST_PHOTO_PIXELS, type PhotoRefusal } from "../rules/photo-rules";
import { startLimited } from "./limited-process.server";

/** HEIC photos, decoded one at a time in a process of their own, since sharp's prebuilt decoder has no HEVC. */

const PROGRAM = "heic-process.server.js";
/** Fifty megapixels take three seconds of one core. */
const LONGEST_SECONDS = 20;
/** Fifty megapixels take 450 MB with everything around them, and 700 MB with more than eight bits for special screens. */
const MOST_MEGABYTES = 750;
/** What Node sets aside and uses beside the decoder's memory. */
const NODE_MEGABYTES = 900;

const semaphore = new Semaphore(1);

/**
 * Decodes the photo in `file` to an uncompressed PNG, upright and with the photo's own colour profile. Gives null, or
 * why it cannot: `stopped` when the process was, or died.
 */
export async function decodeHeic(file: string, png: string): Promise<PhotoRefusal | null> {
  return await semaphore.run(async () => {
    const child = startLimited(
      PROGRAM,
      [file, png, String(LARGEST_PHOTO_PIXELS), String(MOST_MEGABYTES)],
      { megabytes: MOST_MEGABYTES + NODE_MEGABYTES, processorSeconds: LONGEST_SECONDS },
      {
        stdio: ["ignore", "pipe", "ignore"],
        timeout: LONGEST_SECONDS * SECOND_MS,
        killSignal: "SIGKILL",
      },
    );
    let said = "";
    child.stdout?.on("data", (part: Buffer) => {
      said += part.toString("latin1");
    });
    // A process that could not be started has said nothing.
    await new Promise<void>((resolve) => {
      child.once("close", () => resolve());
      child.once("error", () => resolve());
    });
    if (said === "decoded") return null;
    return said === "too_many_pixels" || said === "incomplete" ? said : "stopped";
  });
}
