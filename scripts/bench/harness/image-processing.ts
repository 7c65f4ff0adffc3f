import { fork } from "node:child_process";
import { join } from "node:path";
import { root } from "../../steps.mjs";

/** What an image processor in a process of its own took. */
export interface ImageProcessor {
  /** Milliseconds a photo. */
  taken: number[];
  megabytesBefore: number;
  /** The most it ever held. */
  megabytes: number;
  cpuSeconds: number;
}

/** Develops the photo in `place` so many times, two at a time, or every hostile file in a folder. */
export function askImageProcessor(
  what: "photo" | "hostile",
  place: string,
  times = 1,
): Promise<ImageProcessor> {
  return new Promise((resolve, reject) => {
    const program = join(root, "scripts", "bench", "harness", "image-processing-process.ts");
    // With the memory as `npm start` has it shared out.
    const env = { ...process.env, MALLOC_ARENA_MAX: "2" };
    const child = fork(program, [what, place, String(times)], { execArgv: ["--import", "tsx"], env });
    child.once("message", (told: ImageProcessor) => resolve(told));
    child.once("exit", (code) => reject(new Error(`The image processor ended with ${code}.`)));
  });
}
