import { fork } from "node:child_process";
import { mkdir, rm } from "node:fs/promises";
import { seasonOf } from "../../app/domain/kernel/time/days";
import type { PhotographKind } from "./photographs";
import type { Frame, PictureName } from "./years/written-week";

/**
 * The demo world's photographs, painted by a separate process: image processing in this one decodes only JPEG, PNG and
 * WebP, while paintings begin as SVG. They are painted ahead in the order needed, while earlier weeks are still being
 * written.
 */

export interface Album {
  /** The file of a photograph, a JPEG, once it is painted. */
  photograph(picture: Picture): Promise<string>;
  /** Stops painting and removes all files. */
  close(): Promise<void>;
}

export interface Picture {
  kind: PhotographKind;
  seed: number;
  frame: Frame;
}

export type Season = ReturnType<typeof seasonOf>;

/** The painting for a picture name on one day: outings show that day's season. */
export function pictureOn(
  day: string,
  name: PictureName,
  outdoors: Readonly<Record<Season, readonly PictureName[]>>,
): Picture {
  const [, kind, number, frame] = /^([a-z]+)-(\d+)([bcde]?)$/.exec(name) ?? [];
  if (kind !== "outdoors") {
    return { kind: kind as PhotographKind, seed: Number(number), frame: frame as Frame };
  }
  const outing = outdoors[seasonOf(day)][Number(number) - 1];
  if (!outing) throw new Error(`There is no ${name} for ${seasonOf(day)}.`);
  return { ...pictureOn(day, outing, outdoors), frame: frame as Frame };
}

export function fileNameOf({ kind, seed, frame }: Picture): string {
  return `${kind}-${seed}${frame}.jpg`;
}

/** The message that starts the photographer, and its reply for each picture. */
export interface Commission {
  folder: string;
  pictures: Picture[];
}
export interface Delivery {
  fileName: string;
  file: string;
}

/** Opens an album in a new folder and has these pictures painted into it, in this order. */
export async function openAlbum(folder: string, wanted: readonly Picture[]): Promise<Album> {
  await mkdir(folder, { recursive: true });
  const photographer = fork(new URL("./photographer.ts", import.meta.url), [], {
    execArgv: ["--import", "tsx"],
  });
  const waiting = new Map<string, Wait>(wanted.map((picture) => [fileNameOf(picture), newWait()]));
  photographer.on("message", ({ fileName, file }: Delivery) => waiting.get(fileName)?.resolve(file));
  const hasLeft = new Promise<void>((resolve) => {
    photographer.once("exit", () => {
      for (const wait of waiting.values()) wait.reject(new Error("The photographer left before it was painted."));
      resolve();
    });
  });
  let isClosed = false;
  photographer.send({ folder, pictures: [...wanted] } satisfies Commission);
  return {
    photograph(picture) {
      const wait = waiting.get(fileNameOf(picture));
      if (isClosed) throw new Error("The album is closed.");
      if (!wait) throw new Error(`${fileNameOf(picture)} was not asked for when the album was opened.`);
      return wait.file;
    },
    async close() {
      isClosed = true;
      photographer.kill();
      await hasLeft;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

interface Wait {
  file: Promise<string>;
  resolve(file: string): void;
  reject(reason: Error): void;
}

function newWait(): Wait {
  let resolve: Wait["resolve"] = () => {};
  let reject: Wait["reject"] = () => {};
  const file = new Promise<string>((whenPainted, whenNot) => {
    resolve = whenPainted;
    reject = whenNot;
  });
  // Avoids an unhandled rejection when nobody waits for the picture; a waiting caller still gets the error.
  file.catch(() => {});
  return { file, resolve, reject };
}
