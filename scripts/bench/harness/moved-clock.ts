import { existsSync, renameSync, writeFileSync } from "node:fs";

/**
 * A clock that a bench moves, for processes that are started with its variables: Debian's libfaketime reads the offset
 * from a file, once a second. Timers go on by the monotonic clock, and file times are the kernel's, as they are when a
 * machine's clock is set.
 */

const LIBRARY = ["/usr/lib/x86_64-linux-gnu", "/usr/lib/aarch64-linux-gnu"]
  .map((folder) => `${folder}/faketime/libfaketimeMT.so.1`)
  .find((path) => existsSync(path));

export const HOW_TO_GET_CLOCK = "apt-get install libfaketime";

export interface MovedClock {
  /** What a process needs to have this clock; nothing where the library is missing. */
  readonly variables: Readonly<Record<string, string>>;
  readonly canMove: boolean;
  /** How far it is ahead, in seconds. */
  ahead(): number;
  move(seconds: number): void;
}

export function openClock(file: string): MovedClock {
  let offset = 0;
  const write = () => {
    writeFileSync(`${file}.part`, `+${offset}\n`);
    renameSync(`${file}.part`, file);
  };
  write();
  return {
    canMove: LIBRARY !== undefined,
    variables: LIBRARY
      ? {
          LD_PRELOAD: LIBRARY,
          FAKETIME_TIMESTAMP_FILE: file,
          FAKETIME_CACHE_DURATION: "1",
          FAKETIME_DISABLE_SHM: "1",
          DONT_FAKE_MONOTONIC: "1",
          NO_FAKE_STAT: "1",
        }
      : {},
    ahead: () => offset,
    move(seconds) {
      offset += seconds;
      write();
    },
  };
}
