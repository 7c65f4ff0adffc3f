import { fork } from "node:child_process";
import { join } from "node:path";
import { root } from "../../steps.ts";

/** What image processing in a separate process cost. */
export interface ImageProcessor {
  /** Milliseconds per photo. */
  taken: number[];
  megabytesBefore: number;
  /** The peak memory. */
  megabytes: number;
  cpuSeconds: number;
}

/** Processes the photo at `place` this many times, two at a time, or every hostile file of a folder. */
export function askImageProcessor(what: "photo" | "hostile", place: string, times = 1): Promise<ImageProcessor> {
  return new Promise((resolve, reject) => {
    const program = join(root, "scripts", "bench", "harness", "image-processing-process.ts");
    // With the allocator setting of `npm start`.
    const env = { ...process.env, MALLOC_ARENA_MAX: "2" };
    const child = fork(program, [what, place, String(times)], { execArgv: ["--import", "tsx"], env });
    child.once("message", (told: ImageProcessor) => resolve(told));
    child.once("exit", (code) => reject(new Error(`The image processor ended with ${code}.`)));
  });
}
