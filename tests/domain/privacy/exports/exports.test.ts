import { eq, getTableName } from "drizzle-orm";
import { parse } from "node-html-parser";
import { afterEach, describe, expect, it, vi } from "vitest";
import { db } from "#db/client.server";
import * as schema from "#db/schema";
import { storage } from "~/adapters/adapters.server";
import { openAccountArchive, openLoopArchive } from "~/domain/privacy/exports/exports.server";
import { PhotoReader } from "~/domain/privacy/exports/packing.server";
import { PERSONAL_DATA } from "~/domain/privacy/personal-data/personal-data.server";
import { later, loopOf, NOW, person } from "../../../support/people";
import { photoMark, TO_OTHERS, wholePerson } from "../../../support/whole-person";
import { unzip } from "../../../support/zip";

afterEach(() => {
  vi.restoreAllMocks();
});

type Archive = ReturnType<typeof openLoopArchive>;

async function filesOf(archive: Archive): Promise<Map<string, Buffer>> {
  if (!archive) throw new Error("There is no archive.");
  return unzip(new Uint8Array(await new Response(archive.body).arrayBuffer()));
}

const textOf = (files: Map<string, Buffer>, name: string) => files.get(name)?.toString("utf8") ?? "";

let photos = 0;

/** A photo whose files contain this text. */
async function photo(
  loopId: string,
  week: number,
  position: number,
  given: { words?: string; caption?: string; ending?: string; quarterTurns?: number } = {},
) {
  photos += 1;
  const stem = `photos/${loopId}/photo${photos}`;
  const originalKey = `${stem}-original.${given.ending ?? "jpg"}`;
  await storage.put(originalKey, Buffer.from(given.words ?? `photo ${photos}`), "image/jpeg");
  return db
    .insert(schema.photos)
    .values({
      loopId,
      week,
      position,
      fileName: "IMG_1.jpg",
      caption: given.caption ?? "",
      createdAt: NOW,
      width: 4,
      height: 3,
      printWidth: 4,
      printHeight: 3,
      bytes: 7,
      sha256: `${photos}`,
      quarterTurns: given.quarterTurns ?? 0,
      originalKey,
      printKey: `${stem}-print.jpg`,
      screenKey: `${stem}-screen.jpg`,
      mediumKey: `${stem}-medium.jpg`,
      thumbKey: `${stem}-thumb.jpg`,
    })
    .returning()
    .get();
}

function entry(loopId: string, week: number, words: Partial<typeof schema.entries.$inferInsert> = {}) {
  const values = {
    loopId,
    week,
    prompt: "What was small?",
    content: "A snail.",
    createdAt: NOW,
    updatedAt: NOW,
  };
  return db
    .insert(schema.entries)
    .values({ ...values, ...words })
    .returning()
    .get();
}

const NASTY = `</p><script>alert(1)</script><img src=x onerror="alert(2)"> & 'quotes' "too" ]]> <!--`;

describe("the archive of a loop", () => {
  it("has every word to read, the same as data, and the photos byte for byte", async () => {
    const { id } = person("Ada");
    const loop = loopOf(id, { title: "Our Wedding Year" });
    entry(loop.id, 7, {
      title: "Rain",
      highlight: "Umbrellas",
      gratitude: "Tea",
      learned: "To wait",
    });
    const older = {
      loopId: loop.id,
      week: 7,
      version: 1,
      title: "Sun",
      highlight: "h1",
      gratitude: "g1",
      learned: "l1",
    };
    db.insert(schema.entryVersions)
      .values({ ...older, prompt: "Before?", content: "It said something else.", writtenAt: later(-60) })
      .run();
    db.insert(schema.drafts).values({ loopId: loop.id, week: 8, content: "Half a sent", updatedAt: NOW }).run();
    await photo(loop.id, 7, 1, { words: "first light", caption: "The door" });
    await photo(loop.id, 7, 3, { words: "third light" });
    const archive = openLoopArchive(id, loop.id, NOW);
    expect(archive?.fileName).toBe("our-wedding-year-raw-data.zip");
    const files = await filesOf(archive);
    expect([...files.keys()].sort()).toEqual([
      "index.html",
      "keys.txt",
      "loop.json",
      "our-wedding-year/photos/week-07-1.jpg",
      "our-wedding-year/photos/week-07-2.jpg",
    ]);
    expect(textOf(files, "index.html")).not.toContain("Photos removed from this week");
    expect(textOf(files, "our-wedding-year/photos/week-07-1.jpg")).toBe("first light");
    expect(textOf(files, "our-wedding-year/photos/week-07-2.jpg")).toBe("third light");
    const page = parse(textOf(files, "index.html"));
    const words = page.structuredText;
    for (const said of ["Rain", "Umbrellas", "Tea", "To wait", "What was small?", "A snail."])
      expect(words).toContain(said);
    for (const said of ["It said something else.", "Sun", "Half a sent", "The door"]) expect(words).toContain(said);
    const pictures = page.querySelectorAll("img").map((one) => one.getAttribute("src"));
    expect(pictures.every((src) => files.has(src ?? ""))).toBe(true);
    expect(pictures).toHaveLength(2);
    const record = JSON.parse(textOf(files, "loop.json"));
    expect(record.madeAt).toBe(NOW.toISOString());
    expect(record.loop).toMatchObject({ title: "Our Wedding Year", startDay: loop.startDay });
    expect(record.weeks.map((week: { week: number }) => week.week)).toEqual([7, 8]);
    expect(record.weeks[0]).toMatchObject({
      entry: { title: "Rain", content: "A snail.", createdAt: NOW.toISOString() },
      olderVersions: [{ content: "It said something else." }],
      photos: [{ file: "week-07-1.jpg", caption: "The door" }, { file: "week-07-2.jpg" }],
    });
    expect(record.weeks[1]).toMatchObject({ entry: null, draft: { content: "Half a sent" } });
    for (const name of Object.keys(record)) expect(textOf(files, "keys.txt")).toMatch(new RegExp(`^${name}: .`, "m"));
  });

  it("shows every text as text, and loads nothing from elsewhere", async () => {
    const { id } = person("Ada");
    const loop = loopOf(id, { title: NASTY, dedication: NASTY, recipientName: NASTY });
    entry(loop.id, 1, {
      title: NASTY,
      highlight: NASTY,
      content: NASTY,
      prompt: NASTY,
      moderationNotes: NASTY,
    });
    await photo(loop.id, 1, 1, { caption: NASTY });
    const html = textOf(await filesOf(openLoopArchive(id, loop.id, NOW)), "index.html");
    const page = parse(html, { comment: true });
    expect(page.querySelectorAll("script, link, iframe, object, form, [onerror], [onload]")).toEqual([]);
    expect(page.querySelectorAll("img").map((one) => one.getAttribute("src"))).toEqual([
      expect.stringMatching(/^[a-z0-9-]+\/photos\/week-01-1\.jpg$/),
    ]);
    expect(html).not.toMatch(/(?:https?:)?\/\/|url\(|@import/);
    expect(page.querySelector("h1")?.text).toBe(NASTY);
    expect(page.querySelector("figcaption")?.text).toBe(NASTY);
    expect(page.querySelector("img")?.getAttribute("alt")).toBe(NASTY);
  });

  it("of a loop nobody has written in says so", async () => {
    const { id } = person("Ada");
    const loop = loopOf(id, { title: "今週" });
    const archive = openLoopArchive(id, loop.id, NOW);
    expect(archive?.fileName).toBe("my-loop-raw-data.zip");
    const files = await filesOf(archive);
    expect([...files.keys()]).toEqual(["index.html", "loop.json", "keys.txt"]);
    expect(textOf(files, "index.html")).toContain("Nothing written yet.");
  });

  it.each(["ACTIVE", "COMPLETED", "PRINTING", "SHIPPED", "DELIVERED"] as const)(
    "can be had while it is %s",
    (status) => {
      const { id } = person("Ada");
      expect(openLoopArchive(id, loopOf(id, { status }).id, NOW)).toBeDefined();
    },
  );

  it("has a photo in HEIC that waits for its sizes as it came alone", async () => {
    const { id } = person("Ada");
    const loop = loopOf(id, { title: "Sea" });
    const heic = await photo(loop.id, 4, 1, { words: "as it came", ending: "heic" });
    const { originalKey: key } = heic;
    db.update(schema.photos)
      .set({ isWaiting: true, printKey: key, screenKey: key, mediumKey: key, thumbKey: key })
      .where(eq(schema.photos.id, heic.id))
      .run();
    const files = await filesOf(openLoopArchive(id, loop.id, NOW));
    expect([...files.keys()].filter((name) => name.includes("/photos/"))).toEqual(["sea/photos/week-04-1.heic"]);
  });

  it("has a photo in HEIC as it came, and as a JPG for the page to show, turned already", async () => {
    const { id } = person("Ada");
    const loop = loopOf(id, { title: "Sea" });
    const heic = await photo(loop.id, 4, 1, { words: "as it came", ending: "heic", quarterTurns: 1 });
    await storage.put(heic.printKey, Buffer.from("as it prints"), "image/jpeg");
    await photo(loop.id, 4, 2, { words: "sideways", quarterTurns: 1 });
    const files = await filesOf(openLoopArchive(id, loop.id, NOW));
    expect(textOf(files, "sea/photos/week-04-1.heic")).toBe("as it came");
    expect(textOf(files, "sea/photos/week-04-1.jpg")).toBe("as it prints");
    const page = parse(textOf(files, "index.html"));
    const shown = page.querySelectorAll("figure").map((one) => ({
      src: one.querySelector("img")?.getAttribute("src"),
      turned: one.getAttribute("class"),
    }));
    expect(shown).toEqual([
      { src: "sea/photos/week-04-1.jpg", turned: undefined },
      { src: "sea/photos/week-04-2.jpg", turned: "turn-1" },
    ]);
    expect(textOf(files, "keys.txt")).toContain("the files you sent us");
  });

  it("goes on without a photo that is not there or breaks off, and names it", async () => {
    const { id } = person("Ada");
    const loop = loopOf(id, { title: "Sea" });
    const lost = await photo(loop.id, 1, 1);
    const broken = await photo(loop.id, 2, 1);
    await photo(loop.id, 3, 1, { words: "well" });
    await storage.remove(lost.originalKey);
    const read = storage.read.bind(storage);
    vi.spyOn(storage, "read").mockImplementation(async (key) => {
      const file = await read(key);
      if (key === broken.originalKey) file?.body.destroy(new Error("The line went dead."));
      return file;
    });
    const files = await filesOf(openLoopArchive(id, loop.id, NOW));
    const missing = textOf(files, "missing.txt");
    expect(missing).toContain("sea/photos/week-01-1.jpg\nsea/photos/week-02-1.jpg\n");
    expect(missing).not.toContain("week-03");
    expect(files.has("sea/photos/week-01-1.jpg")).toBe(false);
    expect(textOf(files, "sea/photos/week-03-1.jpg")).toBe("well");
    const page = parse(textOf(files, "index.html"));
    expect(page.querySelectorAll("img")).toHaveLength(1);
    expect(page.structuredText).toContain("The photo week-01-1.jpg couldn’t be read");
  });

  it("of 52 weeks and 156 photos holds one photo open at a time, and none before it is its turn", async () => {
    const { id } = person("Ada");
    const loop = loopOf(id);
    for (let week = 1; week <= 52; week += 1) {
      entry(loop.id, week);
      for (const place of [1, 2, 3]) await photo(loop.id, week, place, { words: `${week}.${place} `.repeat(20_000) });
    }
    let [opened, open, mostOpen] = [0, 0, 0];
    const read = storage.read.bind(storage);
    vi.spyOn(storage, "read").mockImplementation(async (key) => {
      const file = await read(key);
      opened += 1;
      open += 1;
      mostOpen = Math.max(mostOpen, open);
      file?.body.once("close", () => {
        open -= 1;
      });
      return file;
    });
    const archive = openLoopArchive(id, loop.id, NOW);
    const reader = archive?.body.getReader();
    if (!reader) throw new Error("There is no archive.");
    expect(opened).toBe(0);
    await reader.read();
    const soon = opened;
    await new Promise((resolve) => setImmediate(resolve));
    expect([soon, opened]).toEqual([1, 1]);
    const pieces: Uint8Array[] = [];
    let largest = 0;
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      largest = Math.max(largest, next.value.length);
      pieces.push(next.value);
    }
    expect([opened, mostOpen, open]).toEqual([156, 1, 0]);
    expect(largest).toBeLessThan(1024 * 1024);
  });

  it("whose reader leaves closes the photo that was open, and opens no other", async () => {
    const { id } = person("Ada");
    const loop = loopOf(id);
    for (const place of [1, 2, 3]) await photo(loop.id, 1, place, { words: "light ".repeat(100_000) });
    const bodies: { destroyed: boolean }[] = [];
    const read = storage.read.bind(storage);
    vi.spyOn(storage, "read").mockImplementation(async (key) => {
      const file = await read(key);
      if (file) bodies.push(file.body);
      return file;
    });
    const reader = openLoopArchive(id, loop.id, NOW)?.body.getReader();
    for (let piece = 0; piece < 5; piece += 1) await reader?.read();
    await reader?.cancel();
    expect(bodies.map(({ destroyed }) => destroyed)).toEqual([true]);
  });

  it("a photo that storage delivers after its reader has left is closed", async () => {
    const { originalKey } = await photo(loopOf(person("Ivy").id).id, 1, 1);
    const read = vi.spyOn(storage, "read");
    const photos = new PhotoReader(NOW);
    const opening = photos.open(originalKey, () => {});
    photos.close();
    await opening;
    const file = await read.mock.results[0]?.value;
    expect(file?.body.destroyed).toBe(true);
  });
});

describe("the archive of a person", () => {
  it("has every column of every table that is theirs, but for what is left out with its reason", async () => {
    const whole = await wholePerson();
    const files = await filesOf(openAccountArchive(whole.accountId, NOW));
    const data = [...files].filter(([name]) => name.endsWith(".json")).map(([, content]) => content.toString("utf8"));
    const left = new Set(
      PERSONAL_DATA.flatMap(({ table, leftOut = {} }) =>
        Object.keys(leftOut).map((column) => `${getTableName(table)}.${column}`),
      ),
    );
    const absent = whole.marks
      .filter(({ kind }) => kind !== TO_OTHERS)
      .filter(({ words }) => !data.some((text) => text.includes(JSON.stringify(words).slice(1, -1))))
      .map(({ column }) => column)
      .filter((column) => !left.has(column) && !notExported.has(column.split(".")[0] ?? ""));
    expect(absent).toEqual([]);
    const given = whole.marks.filter(({ column }) => left.has(column) && !column.startsWith("vouchers."));
    const leaked = given.filter(({ words }) => data.some((text) => text.includes(words)));
    expect(leaked.map(({ column }) => column)).toEqual([]);
    for (const name of Object.keys(JSON.parse(textOf(files, "everything.json"))))
      expect(textOf(files, "keys.txt")).toMatch(new RegExp(`^${name}: .`, "m"));
  });

  it("can be read from its first page on, has each loop in a folder of its own, and photos taken out again", async () => {
    const whole = await wholePerson();
    loopOf(whole.accountId, { title: "Sea", createdAt: later(1) });
    loopOf(whole.accountId, { title: "Sea", createdAt: later(2) });
    const archive = openAccountArchive(whole.accountId, NOW);
    expect(archive?.fileName).toBe("loop-everything-2026-11-20.zip");
    const files = await filesOf(archive);
    const page = parse(textOf(files, "index.html"));
    const links = page.querySelectorAll("a").map((link) => link.getAttribute("href") ?? "");
    expect(links).toHaveLength(3);
    expect(links.slice(1)).toEqual(["sea/index.html", "sea-2/index.html"]);
    expect(links.every((href) => files.has(href))).toBe(true);
    const [first = ""] = links;
    const folder = first.replace("/index.html", "");
    for (const name of ["week-01-1.jpg", "week-01-taken-out-1.jpg"]) {
      expect(textOf(files, `${folder}/photos/${name}`)).toBe(photoMark(whole.loopId));
    }
    const loopPage = parse(textOf(files, first));
    const pictures = loopPage.querySelectorAll("img").map((one) => `${folder}/${one.getAttribute("src")}`);
    expect(pictures.every((src) => files.has(src))).toBe(true);
    expect(page.structuredText).toContain("£69.99");
  });

  it("leaves out what it says: emails' text, keys, places of files, who of the staff decided, the other person", async () => {
    const hers = await wholePerson();
    const before = { recipientName: "Maud", recipientEmail: "maud@example.com", sentAt: null };
    db.update(schema.emails).set({ giftBefore: before, sentByStaffId: "joan" }).run();
    db.update(schema.disputes).set({ answeredByStaffId: "joan", evidenceByStaffId: "joan" }).run();
    const files = await filesOf(openAccountArchive(hers.accountId, NOW));
    const record = JSON.parse(textOf(files, "everything.json"));
    const columns = columnsIn(record);
    expect(columns.size).toBeGreaterThan(100);
    const said = /StaffId$|Hash$|^(?:codeSealed|textBody|htmlBody|giftBefore|\w+Key|recordOf)$/;
    const allowed = ["termsHash", "privacyHash", "basketKey", "emailHash", "customerKey"];
    expect([...columns].filter((name) => said.test(name) && !allowed.includes(name))).toEqual([]);
    expect(textOf(files, "everything.json")).not.toContain("maud@example.com");
    expect(columns.has("staffName")).toBe(true);
  });

  it("holds nothing of anybody else's", async () => {
    const [hers, his] = [await wholePerson(), await wholePerson()];
    const files = await filesOf(openAccountArchive(hers.accountId, NOW));
    const all = [...files.values()].map((content) => content.toString("utf8")).join("\n");
    expect(his.marks.filter(({ words }) => all.includes(words))).toEqual([]);
    expect(all).not.toContain(his.loopId);
    expect(openAccountArchive("nobody", NOW)).toBeUndefined();
  });
});

/** The names of everything in a record, however deep. */
function columnsIn(record: unknown): Set<string> {
  const names = new Set<string>();
  JSON.stringify(record, (name, value) => {
    names.add(name);
    return value;
  });
  return names;
}

/** Tables that name a person and are left out of the export, for the reason that is declared. */
const notExported = new Set(
  PERSONAL_DATA.flatMap(({ table, notExported }) => (notExported ? [getTableName(table)] : [])),
);
