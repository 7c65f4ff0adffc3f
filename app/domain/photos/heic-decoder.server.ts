import { spawn } from "node:child_process";
import { join } from "node:path";
import { Semaphore } from "../jobs/semaphore";
import { SECOND_MS } from "../time/durations";
import { LARGEST_PHOTO_PIXELS, type PhotoRefusal } from "./photo-rules";

/** HEIC photos, decoded one at a time in a process of their own, since sharp's prebuilt decoder has no HEVC. */

const PROCESS = join(process.cwd(), "build", "processes", "heic-process.server.js");
/** Fifty megapixels take three seconds of one core. */
const LONGEST_SECONDS = 20;
/** Fifty megapixels take 300 MB of the decoder's memory, and 450 MB with everything around it. */
const MOST_MEGABYTES = 600;

const semaphore = new Semaphore(1);

/**
 * Decodes the photo in `file` to an uncompressed PNG, upright and with the photo's own colour profile. Gives null, or
 * why it cannot: `failed` when the process was stopped.
 */
export async function decodeHeic(file: string, png: string): Promise<PhotoRefusal | null> {
  return await semaphore.run(async () => {
    const limits = [String(LARGEST_PHOTO_PIXELS), String(MOST_MEGABYTES)];
    const child = spawn(process.execPath, [PROCESS, file, png, ...limits], {
      // The child process needs no secrets.
      env: { NODE_ENV: "production" },
      stdio: ["ignore", "pipe", "ignore"],
      timeout: LONGEST_SECONDS * SECOND_MS,
      killSignal: "SIGKILL",
    });
    let said = "";
    child.stdout.on("data", (part: Buffer) => {
      said += part.toString("latin1");
    });
    // A process that could not be started has said nothing.
    await new Promise<void>((resolve) => {
      child.once("close", () => resolve());
      child.once("error", () => resolve());
    });
    if (said === "decoded") return null;
    return said === "too_many_pixels" || said === "not_a_photo" ? said : "failed";
  });
}
