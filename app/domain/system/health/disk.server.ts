import { statfs } from "node:fs/promises";

export interface DiskSpace {
  freeBytes: number;
  /** From 0 to 1, of what an unprivileged process may fill, as `df` counts it. */
  usedShare: number;
}

/** The space of the volume that this folder lies on. */
export async function diskSpace(folder: string): Promise<DiskSpace> {
  const { blocks, bfree, bavail, bsize } = await statfs(folder);
  const used = blocks - bfree;
  const usable = used + bavail;
  return { freeBytes: bavail * bsize, usedShare: usable === 0 ? 1 : used / usable };
}
