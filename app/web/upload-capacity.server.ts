import { settings } from "~/adapters/settings.server";
import { diskSpace } from "~/domain/system/health/disk.server";

/**
 * Room for uploads. The disk is shared by all processes, so its free space is asked for each upload; how many one account
 * or address sends at once is counted by each process.
 */

/** Uploads that one process receives at once from one account, and from one address, which a household may share. */
export const UPLOADS_AT_ONCE = { account: 6, address: 12 } as const;

const MIB = 1024 * 1024;
/** All that one process receives at once. */
const MOST_BYTES_AT_ONCE = 2048 * MIB;
/** Kept free for the database: this much, or on a small disk this share of it. */
const RESERVE = { bytes: 512 * MIB, share: 0.05 } as const;

export type UploadRefusal = "at_once" | "busy" | "no_room";
export type Admission = { ok: true; end(): void } | { ok: false; reason: UploadRefusal };

interface Sender {
  account: string;
  address: string;
}

const underWay = new Map<string, number>();
let bytesUnderWay = 0;

/** Admits an upload of so many bytes, until `end` is called, which the caller must do. */
export async function admitUpload({ account, address }: Sender, bytes: number): Promise<Admission> {
  const limits: [string, number][] = [
    [`account ${account}`, UPLOADS_AT_ONCE.account],
    [`address ${address}`, UPLOADS_AT_ONCE.address],
  ];
  if (limits.some(([key, most]) => (underWay.get(key) ?? 0) >= most)) return { ok: false, reason: "at_once" };
  if (bytesUnderWay + bytes > MOST_BYTES_AT_ONCE) return { ok: false, reason: "busy" };
  const count = (by: 1 | -1) => {
    bytesUnderWay += by * bytes;
    for (const [key] of limits) {
      const uploads = (underWay.get(key) ?? 0) + by;
      if (uploads > 0) underWay.set(key, uploads);
      else underWay.delete(key);
    }
  };
  count(1);
  let isAdmitted = false;
  try {
    isAdmitted = await hasSpace();
  } finally {
    if (!isAdmitted) count(-1);
  }
  if (!isAdmitted) return { ok: false, reason: "no_room" };
  let hasEnded = false;
  const end = () => {
    if (!hasEnded) count(-1);
    hasEnded = true;
  };
  return { ok: true, end };
}

/** Whether the reserve stays free when everything under way has arrived. */
async function hasSpace(): Promise<boolean> {
  const { freeBytes, usedShare } = await diskSpace(settings.dataFolder);
  const usableBytes = usedShare < 1 ? freeBytes / (1 - usedShare) : 0;
  return freeBytes - bytesUnderWay >= Math.min(RESERVE.bytes, usableBytes * RESERVE.share);
}
