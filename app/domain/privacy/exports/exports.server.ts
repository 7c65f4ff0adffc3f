import { londonDay } from "~/domain/kernel/time/days";
import { accountPage } from "./account-page";
import { loopIdsOf, readAccount } from "./account-record.server";
import { folderNameOf, folderNamesOf } from "./file-names";
import { keysText, OF_A_LOOP, ofEverything } from "./keys-text";
import { loopPage } from "./loop-page";
import { type LoopOnRecord, readLoop } from "./loop-record.server";
import { type PackedFile, PhotoReader, pack } from "./packing.server";

/**
 * Data export: an owner can download all of a loop at any time, and an account all data stored about it (UK GDPR art.
 * 15 and 20), as one archive of readable pages, the same as JSON, and the photos in full size. Nothing is prepared or
 * stored for it: the archive is generated while it is sent. Every query checks the owner; another account's data gets
 * the same result as missing data.
 */

export interface Archive {
  /** Letters, digits and hyphens, with its extension. */
  fileName: string;
  body: ReadableStream<Uint8Array>;
}

/** The archive of one loop of this account; otherwise undefined. */
export function openLoopArchive(accountId: string, loopId: string, now: Date): Archive | undefined {
  const found = readLoop(accountId, loopId);
  if (!found) return undefined;
  const folder = folderNameOf(found.name);
  const packer = createPacker(now);
  const files = (async function* () {
    yield* packer.packLoop(found, { page: "index.html", data: "loop.json", photos: `${folder}/photos/` });
    yield packer.text("keys.txt", keysText(OF_A_LOOP));
    yield* packer.whatIsMissing();
  })();
  return { fileName: `${folder}-raw-data.zip`, body: pack(files, packer.photos) };
}

/** The archive of everything about this account; undefined when it does not exist. */
export function openAccountArchive(accountId: string, now: Date): Archive | undefined {
  const record = readAccount(accountId);
  if (!record) return undefined;
  const { account, lists } = record;
  const loopIds = loopIdsOf(accountId);
  const packer = createPacker(now);
  const files = (async function* () {
    const names = loopIds.map((id) => readLoop(accountId, id)?.name ?? "");
    const folders = folderNamesOf(names);
    const loops = loopIds.map((id, index) => ({
      id,
      name: names[index] ?? "",
      folder: folders[index] ?? id,
    }));
    yield packer.text("index.html", accountPage({ account, lists, loops }));
    yield packer.text("everything.json", asJson({ madeAt: now, account, ...lists, loops }));
    yield packer.text("keys.txt", keysText(ofEverything(Object.keys(lists))));
    for (const { id, folder } of loops) {
      // Keeps one loop at a time in memory, and skips one that was deleted meanwhile.
      const loop = readLoop(accountId, id);
      if (!loop) continue;
      yield* packer.packLoop(loop, {
        page: `${folder}/index.html`,
        data: `${folder}/loop.json`,
        photos: `${folder}/photos/`,
        back: { href: "../index.html", words: "Everything about you" },
      });
    }
    yield* packer.whatIsMissing();
  })();
  const day = londonDay(now);
  return { fileName: `loop-everything-${day}.zip`, body: pack(files, packer.photos) };
}

interface Places {
  page: string;
  data: string;
  /** The folder of the photos, from the top of the archive. */
  photos: string;
  back?: { href: string; words: string };
}

function createPacker(now: Date) {
  const photos = new PhotoReader(now);
  const missing: string[] = [];
  const text = (name: string, input: string): PackedFile => ({ name, input, lastModified: now });

  /** Packs the photos first, so that the page can list those that are missing. */
  async function* packLoop(loop: LoopOnRecord, places: Places): AsyncGenerator<PackedFile> {
    const lost = new Set<string>();
    for (const { name, key, takenInAt } of loop.files) {
      const path = places.photos + name;
      const note = () => {
        lost.add(name);
        missing.push(path);
      };
      const input = await photos.open(key, note);
      if (input) yield { name: path, input, lastModified: takenInAt };
      else note();
    }
    const fromPage = places.photos.slice(places.page.lastIndexOf("/") + 1);
    const { back } = places;
    yield text(
      places.page,
      loopPage(loop.record, { name: loop.name, photos: fromPage, missing: lost, ...(back ? { back } : {}) }),
    );
    yield text(places.data, asJson({ madeAt: now, ...loop.record }));
  }

  async function* whatIsMissing(): AsyncGenerator<PackedFile> {
    if (missing.length > 0) yield text("missing.txt", missingText(missing));
  }

  return { photos, text, packLoop, whatIsMissing };
}

function missingText(paths: readonly string[]): string {
  return [
    "We couldn’t read these photos when we made this copy. Please try again. If they’re still missing, email us.",
    paths.join("\n"),
    "",
  ].join("\n\n");
}

function asJson(content: unknown): string {
  return `${JSON.stringify(content, null, 2)}\n`;
}
