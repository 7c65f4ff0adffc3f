import { describe, expect, it, vi } from "vitest";
import { type Admission, admitUpload, UPLOADS_AT_ONCE } from "~/web/upload-capacity.server";

const MIB = 1024 * 1024;
/** The disk as it is asked for: its free bytes, and how much of what may be filled is. */
const disk = vi.hoisted(() => ({ free: 0, used: 0 }));
vi.mock("node:fs/promises", async (original) => ({
  ...(await original<typeof import("node:fs/promises")>()),
  statfs: async () => ({ bsize: 1, blocks: disk.free + disk.used, bfree: disk.free, bavail: disk.free }),
}));

const HUGE = { free: 100_000 * MIB, used: 0 };
const from = (account: string, address = account) => ({ account, address });

function end(admissions: readonly Admission[]) {
  for (const admission of admissions) if (admission.ok) admission.end();
}
const reasons = (admissions: readonly Admission[]) =>
  admissions.map((admission) => (admission.ok ? "admitted" : admission.reason));

/** One after the other, and all of them at once. */
async function admit(times: number, sender: (number: number) => ReturnType<typeof from>, bytes = 1) {
  const admissions: Admission[] = [];
  for (let number = 0; number < times; number += 1) admissions.push(await admitUpload(sender(number), bytes));
  return admissions;
}

describe("uploads at once", () => {
  it.each([
    ["account", UPLOADS_AT_ONCE.account, (number: number) => from("ada", `address ${number}`)],
    ["address", UPLOADS_AT_ONCE.address, (number: number) => from(`account ${number}`, "203.0.113.7")],
  ] as const)("of one %s are %i at most, and more once one has ended", async (_, most, sender) => {
    Object.assign(disk, HUGE);
    const admissions = await admit(most + 1, sender);
    expect(reasons(admissions)).toEqual([...Array(most).fill("admitted"), "at_once"]);
    const [first] = admissions;
    for (let time = 0; time < 2; time += 1) if (first?.ok) first.end();
    const again = await admit(2, () => sender(most + 1));
    expect(reasons(again)).toEqual(["admitted", "at_once"]);
    end([...admissions, ...again]);
  });

  it("are two gigabytes together at most", async () => {
    Object.assign(disk, HUGE);
    const admissions = [await admitUpload(from("ada"), 2_048 * MIB), await admitUpload(from("ben"), 1)];
    expect(reasons(admissions)).toEqual(["admitted", "busy"]);
    end(admissions);
    expect(reasons([await admitUpload(from("cid"), 2_048 * MIB + 1)])).toEqual(["busy"]);
  });
});

describe("the disk", () => {
  it.each([
    ["keeps half a gigabyte for the database", { free: 612 * MIB, used: 100_000 * MIB }, 100 * MIB],
    ["that is small keeps a twentieth of it", { free: 1_100 * MIB, used: 900 * MIB }, 1_000 * MIB],
  ])("%s", async (_, space, bytes) => {
    Object.assign(disk, space);
    const [exact] = [await admitUpload(from("ada"), bytes)];
    end([exact]);
    const more = await admitUpload(from("ada"), bytes + 1);
    end([more]);
    expect(reasons([exact, more])).toEqual(["admitted", "no_room"]);
  });

  it("that is full takes nothing, and what it did not take is not counted", async () => {
    Object.assign(disk, { free: 0, used: 1_000 });
    const refused = await admit(UPLOADS_AT_ONCE.account + 1, () => from("ada"));
    expect(new Set(reasons(refused))).toEqual(new Set(["no_room"]));
    Object.assign(disk, HUGE);
    const admissions = await admit(1, () => from("ada"), 2_048 * MIB);
    expect(reasons(admissions)).toEqual(["admitted"]);
    end(admissions);
  });
});
