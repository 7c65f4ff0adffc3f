import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { makeSizes, stripPhoto } from "../../../app/domain/diary/photos/image-processing.server";
import { inFolder } from "../../../app/domain/diary/photos/work-folder.server";
import { hostilePhotos } from "../../../tests/support/hostile-photos";

/**
 * Image processing in a separate process, so that its memory can be measured: processes one photo repeatedly, two at a
 * time, or every hostile file once, and reports the cost.
 */

const [what = "", place = "", times = "1"] = process.argv.slice(2);

/** From the upload to the sizes. */
const processPhoto = (file: string) =>
  inFolder(async (folder) => {
    const original = join(folder, "original");
    const stripped = await stripPhoto(file, original);
    return stripped.ok ? await makeSizes(original, 0) : stripped;
  });

async function processAgain(file: string): Promise<number[]> {
  const taken: number[] = [];
  let left = Number(times);
  const work = async () => {
    while (left > 0) {
      left -= 1;
      const began = performance.now();
      const processed = await processPhoto(file);
      if (!processed.ok) throw new Error(`The photo was refused: ${processed.reason}.`);
      taken.push(performance.now() - began);
    }
  };
  await Promise.all([work(), work()]);
  return taken;
}

async function processHostile(folder: string): Promise<number[]> {
  const files = (await hostilePhotos()).map(({ content }, index) => {
    const file = join(folder, `hostile-${index}.jpg`);
    writeFileSync(file, content);
    return file;
  });
  began = memory("VmRSS");
  writeFileSync("/proc/self/clear_refs", "5");
  const taken: number[] = [];
  for (const file of files) {
    const start = performance.now();
    await processPhoto(file);
    taken.push(performance.now() - start);
  }
  return taken;
}

function memory(name: "VmRSS" | "VmHWM"): number {
  const line = new RegExp(`^${name}:\\s+(\\d+) kB`, "m").exec(readFileSync("/proc/self/status", "utf8"));
  return Number(line?.[1] ?? 0) / 1024;
}

let began = memory("VmRSS");
const taken = what === "hostile" ? await processHostile(place) : await processAgain(place);
const { user, system } = process.cpuUsage();
const told = { taken, megabytesBefore: began, megabytes: memory("VmHWM"), cpuSeconds: (user + system) / 1e6 };
process.send?.(told, undefined, undefined, () => process.disconnect?.());
