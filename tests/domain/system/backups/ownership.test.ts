import { randomUUID } from "node:crypto";
import { cpSync, mkdtempSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Owner, OwnerObject } from "~/adapters/backups/contract";
import { createOwnerObject } from "~/adapters/backups/owner-object.server";
import { settings } from "~/adapters/settings.server";
import {
  type Claim,
  claimCopies,
  forgetPlace,
  giveCopiesBack,
  type Held,
  isRenewalDue,
  lookAfterCopies,
  releaseCopies,
} from "~/domain/system/backups/ownership.server";
import { hasServices, startBucket } from "../../../../scripts/testing/litestream-and-minio.ts";

/** One owner of the copies, with an object in memory, and with one in a bucket on MinIO that knows conditional writes. */

const isPossible = hasServices("minio");
let bucket: Awaited<ReturnType<typeof startBucket>>;
beforeAll(async () => {
  if (isPossible) bucket = await startBucket();
});
afterAll(async () => bucket?.close());

const newVolume = () => mkdtempSync(join(settings.dataFolder, "volume-"));
const openShop = (folder: string) => writeFileSync(join(folder, "loop.db"), "a shop");

/** `ageMs` is how long ago it was written. */
function placeInMemory(ageMs = 0): OwnerObject & { requests: number } {
  let kept: { owner: Owner; tag: string } | null = null;
  return {
    place: `memory/${randomUUID()}`,
    requests: 0,
    async read() {
      this.requests += 1;
      return kept && { ...kept, ageMs };
    },
    async write(owner, tag) {
      this.requests += 1;
      if ((kept?.tag ?? null) !== tag) return null;
      kept = { owner, tag: randomUUID() };
      return kept.tag;
    },
  };
}

function heldBy(claim: Claim): Held {
  if (!claim.ok) throw new Error(claim.sentence);
  return claim.held;
}

const places = [["in memory", () => placeInMemory()] as const];
const onMinio = ["on MinIO", () => createOwnerObject({ ...bucket, path: randomUUID() })] as const;

describe.each<readonly [string, () => OwnerObject]>([...places, ...(isPossible ? [onMinio] : [])])(
  "the owner of the copies, %s,",
  (_, newPlace) => {
    it("is one of twenty machines that start at the same moment", async () => {
      const place = newPlace();
      const claims = await Promise.all(Array.from({ length: 20 }, () => claimCopies(place, newVolume())));
      expect(claims.filter(({ ok }) => ok)).toHaveLength(1);
      const refused = claims.find(({ ok }) => !ok);
      expect(refused).toMatchObject({
        sentence: expect.stringMatching(/has the copies of this shop.*take-over/),
      });
    });

    it("starts again at once on its own volume after a crash", async () => {
      const [place, volume] = [newPlace(), newVolume()];
      heldBy(await claimCopies(place, volume));
      openShop(volume);
      const again = await claimCopies(place, volume);
      expect(again).toMatchObject({ ok: true, waitMs: 0, held: { owner: { generation: 1 } } });
      // Killed between the volume's note and the bucket's response.
      const unreachable = { ...place, write: () => Promise.reject(new Error("no answer")) };
      await expect(claimCopies(unreachable, volume)).rejects.toThrow("no answer");
      expect(await claimCopies(place, volume)).toMatchObject({ ok: true, waitMs: 0 });
    });

    it("starts again on its own volume that took no writes for a while, also after it released them", async () => {
      const [place, volume] = [newPlace(), newVolume()];
      openShop(volume);
      // A folder that is not there takes no note, as a full disk does.
      const full = join(volume, "full");
      const first = heldBy(await claimCopies(place, volume));
      expect(await lookAfterCopies(place, full, first, true)).toMatchObject({ state: "held" });
      const second = heldBy(await claimCopies(place, volume));
      await lookAfterCopies(place, full, second, true);
      expect(await releaseCopies(place, full, second)).toBe(true);
      expect(await claimCopies(place, volume)).toMatchObject({ ok: true, waitMs: 0 });
    });

    it("releases them for an empty volume, and its own old database is then refused", async () => {
      const [place, old, next] = [newPlace(), newVolume(), newVolume()];
      const held = heldBy(await claimCopies(place, old));
      openShop(old);
      expect(await releaseCopies(place, old, held)).toBe(true);
      expect(await claimCopies(place, next)).toMatchObject({ ok: true, waitMs: 0 });
      expect(await claimCopies(place, old)).toMatchObject({
        ok: false,
        sentence: expect.stringMatching(/may be older than its copies.*npm run missed/),
      });
    });

    it("gets them back from a machine that opened nothing", async () => {
      const [place, old, next] = [newPlace(), newVolume(), newVolume()];
      openShop(old);
      await releaseCopies(place, old, heldBy(await claimCopies(place, old)));
      await giveCopiesBack(place, next, heldBy(await claimCopies(place, next)));
      expect(await claimCopies(place, old)).toMatchObject({ ok: true });
    });

    it("that is lost is taken from by command alone, notices, and is waited for", async () => {
      const [place, lost, next] = [newPlace(), newVolume(), newVolume()];
      const held = heldBy(await claimCopies(place, lost));
      expect(await lookAfterCopies(place, lost, held, true)).toMatchObject({ state: "held" });
      expect(await claimCopies(place, next)).toMatchObject({ ok: false });
      await claimCopies(place, next, { withThisDatabase: false });
      expect(await lookAfterCopies(place, lost, held, true)).toMatchObject({
        state: "lost",
        sentence: expect.stringContaining("This machine has stopped saving"),
      });
      expect(await releaseCopies(place, lost, held)).toBe(false);
      expect(await claimCopies(place, next)).toMatchObject({ ok: true, waitMs: 30_000 });
    });

    it("is not a database that somebody put on another volume, unless it is named", async () => {
      const [place, lost, next] = [newPlace(), newVolume(), newVolume()];
      await claimCopies(place, lost);
      openShop(next);
      expect(await claimCopies(place, next, { withThisDatabase: false })).toMatchObject({ ok: false });
      expect(await claimCopies(place, next, { withThisDatabase: true })).toMatchObject({ ok: true });
    });

    it("is not an older copy of its own volume", async () => {
      const [place, volume] = [newPlace(), newVolume()];
      const held = heldBy(await claimCopies(place, volume));
      openShop(volume);
      const copy = `${volume}-copy`;
      cpSync(volume, copy, { recursive: true });
      const renewed = await lookAfterCopies(place, volume, held, true);
      expect(renewed).toMatchObject({ state: "held" });
      expect(await claimCopies(place, copy)).toMatchObject({ ok: false });
      expect(await claimCopies(place, volume)).toMatchObject({ ok: true });
    });

    it("is refused another place for its database, until a person has said that it is meant", async () => {
      const [place, slip, volume] = [newPlace(), newPlace(), newVolume()];
      await releaseCopies(place, volume, heldBy(await claimCopies(place, volume)));
      openShop(volume);
      const refused = await claimCopies(slip, volume);
      expect(refused).toMatchObject({ ok: false, sentence: expect.stringContaining(place.place) });
      expect(refused).toMatchObject({ sentence: expect.stringContaining(slip.place) });
      expect(await slip.read()).toBeNull();
      expect(await claimCopies(place, volume)).toMatchObject({ ok: true });
      expect(await claimCopies(slip, volume, { withThisDatabase: true })).toMatchObject({ ok: true });
      expect(await claimCopies(slip, volume)).toMatchObject({ ok: true, waitMs: 0 });
      expect(await claimCopies(place, volume)).toMatchObject({ ok: false });
    });

    it("may name another place after a restore to an earlier moment", async () => {
      const [place, next, volume] = [newPlace(), newPlace(), newVolume()];
      await releaseCopies(place, volume, heldBy(await claimCopies(place, volume)));
      openShop(volume);
      forgetPlace(volume);
      expect(await claimCopies(next, volume)).toMatchObject({ ok: true, waitMs: 0 });
    });

    it("owns them where its write arrived and the response did not", async () => {
      const [place, volume] = [newPlace(), newVolume()];
      const held = heldBy(await claimCopies(place, volume));
      const unheard = {
        ...place,
        write: async (...given: Parameters<typeof place.write>) => {
          await place.write(...given);
          throw new Error("no answer");
        },
      };
      await expect(lookAfterCopies(unheard, volume, held, true)).rejects.toThrow("no answer");
      expect(await lookAfterCopies(place, volume, held, true)).toMatchObject({ state: "held" });
      expect(await claimCopies(place, volume)).toMatchObject({ ok: true, waitMs: 0 });
    });
  },
);

describe("the owner of the copies", () => {
  it.skipIf(!isPossible)("tells how long ago the owner was heard of by the bucket’s clock", async () => {
    const place = onMinio[1]();
    await claimCopies(place, newVolume());
    await new Promise((resolve) => setTimeout(resolve, 2_100));
    const known = await place.read();
    expect(known?.ageMs).toBeGreaterThanOrEqual(1_000);
    expect(known?.ageMs).toBeLessThan(60_000);
  });

  it.each([
    [119_999, "120 s"],
    [120_000, "2 min"],
  ])("is told of as heard of %s ms ago in these words: %s", async (ageMs, words) => {
    const place = placeInMemory(ageMs);
    await claimCopies(place, newVolume());
    expect(await claimCopies(place, newVolume())).toMatchObject({ sentence: expect.stringContaining(` ${words} ago`) });
  });

  it("writes that it is alive once a minute, and only looks meanwhile", async () => {
    expect([59_999, 60_000].map((nowMs) => isRenewalDue(0, nowMs))).toEqual([false, true]);
    const [place, volume] = [placeInMemory(), newVolume()];
    const held = heldBy(await claimCopies(place, volume));
    place.requests = 0;
    expect(await lookAfterCopies(place, volume, held, false)).toEqual({ state: "held", held });
    expect(place.requests).toBe(1);
    const renewed = await lookAfterCopies(place, volume, held, true);
    expect(renewed).toMatchObject({ held: { owner: { renewal: held.owner.renewal + 1 } } });
    expect(place.requests).toBe(3);
  });

  it("is nobody where another machine is faster five times", async () => {
    const place = { ...placeInMemory(), write: async () => null };
    expect(await claimCopies(place, newVolume())).toEqual({
      ok: false,
      sentence: expect.stringContaining("same time"),
    });
    expect(place.requests).toBe(5);
  });
});
