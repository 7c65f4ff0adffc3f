import { AsyncResource } from "node:async_hooks";
import { randomBytes } from "node:crypto";
import {
  appendFileSync,
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createCopies } from "~/adapters/backups/copies.server";
import { putFile } from "~/adapters/files/streamed-files.server";
import { settings } from "~/adapters/settings.server";
import type { ListedFile, Storage } from "~/adapters/storage/contract";
import { createDiskStorage } from "~/adapters/storage/disk.server";
import { createS3Storage, openClient, type S3Settings } from "~/adapters/storage/s3.server";
import { beginWaiting } from "~/adapters/waiting/outside-calls.server";
import { type S3Failure, type S3Server, startS3Server } from "../../support/s3-server";

const KEYS_PER_PAGE = 3;
const OWNER = {
  bucket: "photographs",
  region: "eu-west-2",
  accessKeyId: "AKIDEXAMPLE",
  secretAccessKey: "a/secret+of=ours",
};

let server: S3Server;
let folder: string;
beforeAll(async () => {
  server = await startS3Server(OWNER, KEYS_PER_PAGE);
});
afterAll(() => server.close());
beforeEach(() => {
  server.objects.clear();
  server.refused.length = 0;
  folder = mkdtempSync(join(settings.dataFolder, "storage-"));
});

const onDisk = (inFolder = join(folder, "photos")) => createDiskStorage({ folder: inFolder });
const onS3 = (change: Partial<S3Settings> = {}) => createS3Storage({ ...OWNER, endpoint: server.endpoint, ...change });

async function contentOf(body: Readable | undefined): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of body ?? []) parts.push(part as Buffer);
  return Buffer.concat(parts);
}

async function keysIn(storage: Storage, prefix = ""): Promise<string[]> {
  const keys: string[] = [];
  for await (const key of storage.list(prefix)) keys.push(key);
  return keys;
}

describe.each([
  ["on disk", onDisk],
  ["on S3", () => onS3()],
])("storage %s", (_, open) => {
  const KEY = "photos/loop-1/photo-1-print.jpg";

  it("returns what was stored, with its size and kind", async () => {
    const storage = open();
    const content = randomBytes(3_000_000);
    await storage.put(KEY, content, "image/jpeg");
    const file = await storage.read(KEY);
    expect(file).toMatchObject({ bytes: 3_000_000, contentType: "image/jpeg" });
    expect((await contentOf(file?.body)).equals(content)).toBe(true);
  });

  it("gives a range of it, with both ends", async () => {
    const storage = open();
    const content = randomBytes(400_000);
    await storage.put(KEY, content, "image/jpeg");
    const range = await storage.read(KEY, { first: 100, last: 300_000 });
    expect(range?.bytes).toBe(299_901);
    expect((await contentOf(range?.body)).equals(content.subarray(100, 300_001))).toBe(true);
  });

  it("keeps a file from disk as well as one from memory, and an empty one too", async () => {
    const storage = open();
    const source = join(folder, "book.part");
    writeFileSync(source, "%PDF-1.7 a book");
    await storage.put("books/loop-1/interior.pdf", { file: source }, "application/pdf");
    await storage.put("books/loop-1/empty.pdf", Buffer.alloc(0), "application/pdf");
    const file = await storage.read("books/loop-1/interior.pdf");
    expect(file).toMatchObject({ bytes: 15, contentType: "application/pdf" });
    expect(String(await contentOf(file?.body))).toBe("%PDF-1.7 a book");
    expect((await storage.read("books/loop-1/empty.pdf"))?.bytes).toBe(0);
    expect(readFileSync(source, "utf8")).toBe("%PDF-1.7 a book");
  });

  it("replaces what was there under the same key", async () => {
    const storage = open();
    await storage.put(KEY, Buffer.from("the first"), "image/jpeg");
    await storage.put(KEY, Buffer.from("the second, longer"), "image/jpeg");
    expect(String(await contentOf((await storage.read(KEY))?.body))).toBe("the second, longer");
    expect(await keysIn(storage)).toEqual([KEY]);
  });

  it("of many that keep under one key at once leaves one, whole", async () => {
    const storage = open();
    const contents = Array.from({ length: 8 }, (_, index) => Buffer.alloc(200_000, index));
    await Promise.all(contents.map((content) => storage.put(KEY, content, "image/jpeg")));
    const left = await contentOf((await storage.read(KEY))?.body);
    expect(contents.some((content) => content.equals(left))).toBe(true);
    expect(await keysIn(storage)).toEqual([KEY]);
  });

  it("has nothing where nothing was stored", async () => {
    const storage = open();
    expect(await storage.read(KEY)).toBeUndefined();
    expect(await storage.download(KEY, join(folder, "copy"))).toBe(false);
    expect(readdirSync(folder)).not.toContain("copy");
    expect(await keysIn(storage)).toEqual([]);
  });

  it("copies a file to this machine’s disk", async () => {
    const storage = open();
    const content = randomBytes(100_000);
    await storage.put(KEY, content, "image/jpeg");
    expect(await storage.download(KEY, join(folder, "copy.jpg"))).toBe(true);
    expect(readFileSync(join(folder, "copy.jpg")).equals(content)).toBe(true);
  });

  it("keeps its own where somebody writes onto such a copy, empties it, or copies to one path again", async () => {
    const storage = open();
    const content = randomBytes(100_000);
    await storage.put(KEY, content, "image/jpeg");
    const copy = join(folder, "copy.jpg");
    await storage.download(KEY, copy);
    writeFileSync(copy, "another photo");
    truncateSync(copy);
    appendFileSync(copy, "and more");
    expect((await contentOf((await storage.read(KEY))?.body)).equals(content)).toBe(true);
    expect(await storage.download(KEY, copy)).toBe(true);
    expect(readFileSync(copy).equals(content)).toBe(true);
    expect(readdirSync(folder).filter((name) => name.startsWith("copy"))).toEqual(["copy.jpg"]);
  });

  it("gives whoever is reading a file the whole of it, also when another takes its key meanwhile", async () => {
    const storage = open();
    const first = randomBytes(1_000_000);
    await storage.put(KEY, first, "image/jpeg");
    const reading = await storage.read(KEY);
    await storage.put(KEY, randomBytes(2_000_000), "image/jpeg");
    expect((await contentOf(reading?.body)).equals(first)).toBe(true);
  });

  it("says of each file how large it is and when it was stored, also over several pages", async () => {
    const storage = open();
    const names = ["a", "b", "c", "d", "e"];
    for (const [index, name] of names.entries())
      await storage.put(`photos/loop-1/${name}.jpg`, Buffer.alloc(index), "image/jpeg");
    const found: ListedFile[] = [];
    for await (const file of storage.files("photos/loop-1/")) found.push(file);
    expect(found.map(({ key, bytes }) => [key, bytes])).toEqual(
      names.map((name, index) => [`photos/loop-1/${name}.jpg`, index]),
    );
    const age = found.map(({ storedAt }) => Math.abs(Date.now() - storedAt.getTime()));
    expect(Math.max(...age)).toBeLessThan(60_000);
  });

  it("names the folders below one, each once", async () => {
    const storage = open();
    for (const loop of ["loop-3", "loop-1", "loop-2", "loop-4", "loop-5"])
      for (const name of ["a", "b"]) await storage.put(`photos/${loop}/${name}.jpg`, Buffer.from("x"), "image/jpeg");
    await storage.put("books/loop-9/a.pdf", Buffer.from("x"), "application/pdf");
    const found: string[] = [];
    for await (const name of storage.folders("photos/")) found.push(name);
    expect(found).toEqual(["loop-1", "loop-2", "loop-3", "loop-4", "loop-5"]);
    for await (const name of storage.folders("prints/")) expect(name).toBe("none");
  });

  it("forgets what is removed, and removing it again is no error", async () => {
    const storage = open();
    await storage.put(KEY, Buffer.from("x"), "image/jpeg");
    await storage.remove(KEY);
    await storage.remove(KEY);
    expect(await storage.read(KEY)).toBeUndefined();
    expect(await keysIn(storage)).toEqual([]);
  });

  it("lists the keys of a prefix in order, also more than come on one page", async () => {
    const storage = open();
    const keys = ["a", "b", "c", "d", "e", "f", "g"].map((name) => `photos/loop-1/${name}.jpg`);
    for (const key of [...keys].reverse()) await storage.put(key, Buffer.from("x"), "image/jpeg");
    await storage.put("photos/loop-10/a.jpg", Buffer.from("x"), "image/jpeg");
    await storage.put("books/loop-1/a.pdf", Buffer.from("x"), "application/pdf");
    expect(await keysIn(storage, "photos/loop-1/")).toEqual(keys);
    expect(await keysIn(storage, "photos/loop-1")).toEqual([...keys, "photos/loop-10/a.jpg"]);
    expect(await keysIn(storage, "photos/nothing/")).toEqual([]);
    expect(await keysIn(storage)).toHaveLength(9);
  });

  it.each([
    "../outside.jpg",
    "photos/../../outside.jpg",
    "/etc/passwd.txt",
    "photos//a.jpg",
    "photos/a.jpg/../../x.jpg",
    "photos/a\u0000.jpg",
    "photos/a b.jpg",
    "photos/A.jpg",
    "photos/a",
    "photo.jpg",
    "words/loop-1/a.jpg",
    "photos/.part",
    "",
  ])("takes no key like %j, for any purpose", async (key) => {
    const storage = open();
    const refusal = /Not a storage key/;
    await expect(storage.put(key, Buffer.from("x"), "image/jpeg")).rejects.toThrow(refusal);
    await expect(storage.read(key)).rejects.toThrow(refusal);
    await expect(storage.download(key, join(folder, "copy"))).rejects.toThrow(refusal);
    await expect(storage.remove(key)).rejects.toThrow(refusal);
    expect(await keysIn(storage)).toEqual([]);
  });

  it("says that it is well", async () => {
    expect(await open().check()).toEqual({ ok: true });
  });

  it("throws for a missing source file, and stores nothing", async () => {
    const storage = open();
    await expect(storage.put(KEY, { file: join(folder, "nowhere") }, "image/jpeg")).rejects.toThrow(/ENOENT/);
    expect(await keysIn(storage)).toEqual([]);
  });
});

describe("storage on disk", () => {
  it("leaves no unfinished file, and lets nobody else on the machine look", async () => {
    const storage = onDisk();
    const source = join(folder, "open-to-all");
    writeFileSync(source, "x", { mode: 0o644 });
    await storage.put("photos/loop-1/a.jpg", Buffer.from("x"), "image/jpeg");
    await storage.put("photos/loop-1/b.jpg", { file: source }, "image/jpeg");
    const inside = join(folder, "photos", "photos", "loop-1");
    expect(readdirSync(inside).sort()).toEqual(["a.jpg", "b.jpg"]);
    expect(statSync(inside).mode & 0o777).toBe(0o700);
    for (const name of ["a.jpg", "b.jpg"]) expect(statSync(join(inside, name)).mode & 0o777).toBe(0o400);
  });

  it("takes a copy that it gave out back as a file of its own", async () => {
    const storage = onDisk();
    await storage.put("photos/loop-1/a.jpg", Buffer.from("x"), "image/jpeg");
    const copy = join(folder, "copy.jpg");
    await storage.download("photos/loop-1/a.jpg", copy);
    expect(statSync(copy).nlink).toBe(1);
    await storage.put("photos/loop-1/b.jpg", { file: copy }, "image/jpeg");
    writeFileSync(copy, "another");
    expect(String(await contentOf((await storage.read("photos/loop-1/b.jpg"))?.body))).toBe("x");
  });

  it("removes what a kill left unfinished a day ago, and nothing that is being stored", async () => {
    const storage = onDisk();
    await storage.put("photos/loop-1/a.jpg", Buffer.from("x"), "image/jpeg");
    const inside = join(folder, "photos", "photos", "loop-1");
    chmodSync(join(inside, "a.jpg"), 0o600);
    for (const name of ["b.jpg.1.part", "c.jpg.2.part"]) writeFileSync(join(inside, name), "half");
    const yesterday = new Date(Date.now() - 86_400_000);
    utimesSync(join(inside, "b.jpg.1.part"), yesterday, yesterday);
    expect(await storage.tidy(new Date(Date.now() - 3_600_000))).toBe(1);
    expect(readdirSync(inside).sort()).toEqual(["a.jpg", "c.jpg.2.part"]);
    expect(statSync(join(inside, "a.jpg")).mode & 0o777).toBe(0o400);
  });

  it("leaves no unfinished file where a file cannot take its place", async () => {
    const inside = join(folder, "photos", "photos", "loop-1");
    mkdirSync(join(inside, "a.jpg"), { recursive: true });
    const keeping = onDisk().put("photos/loop-1/a.jpg", Buffer.from("x"), "image/jpeg");
    await expect(keeping).rejects.toThrow();
    expect(readdirSync(inside)).toEqual(["a.jpg"]);
  });

  it("does not list what a crash left unfinished", async () => {
    const storage = onDisk();
    await storage.put("photos/loop-1/a.jpg", Buffer.from("x"), "image/jpeg");
    writeFileSync(join(folder, "photos", "photos", "loop-1", "b.jpg.1234.part"), "half");
    expect(await keysIn(storage)).toEqual(["photos/loop-1/a.jpg"]);
  });

  it("reports that it is unhealthy where its folder cannot be written, and storing throws", async () => {
    const blocked = join(folder, "blocked");
    writeFileSync(blocked, "a file where the folder should be");
    const storage = onDisk(blocked);
    expect(await storage.check()).toMatchObject({
      ok: false,
      message: expect.stringMatching(/EEXIST|ENOTDIR/),
    });
    await expect(storage.put("photos/a.jpg", Buffer.from("x"), "image/jpeg")).rejects.toThrow();
    rmSync(blocked);
    expect(await storage.check()).toEqual({ ok: true });
  });
});

describe("storage on S3", () => {
  it("sends the kind of a file along, and no frames within its content", async () => {
    const source = join(folder, "book");
    writeFileSync(source, "%PDF");
    const storage = onS3();
    await storage.put("photos/a.jpg", Buffer.from("jpeg"), "image/jpeg");
    await storage.put("books/a.pdf", { file: source }, "application/pdf");
    expect(server.objects.get("photos/a.jpg")).toEqual({
      content: Buffer.from("jpeg"),
      contentType: "image/jpeg",
    });
    expect(server.objects.get("books/a.pdf")).toEqual({
      content: Buffer.from("%PDF"),
      contentType: "application/pdf",
    });
    expect(server.refused).toEqual([]);
  });

  it.each([
    ["a wrong secret", { secretAccessKey: "another secret" }, "SignatureDoesNotMatch"],
    ["a wrong key id", { accessKeyId: "AKIDOTHER" }, "InvalidAccessKeyId"],
    ["a wrong region", { region: "us-east-1" }, "AuthorizationHeaderMalformed"],
    ["a bucket that is not there", { bucket: "elsewhere" }, "NoSuchBucket"],
  ])("with %s is ill, and throws instead of having nothing", async (_, change, code) => {
    const storage = onS3(change);
    expect(await storage.check()).toMatchObject({
      ok: false,
      message: expect.stringMatching(`${code}: .*\\.$`),
    });
    await expect(storage.put("photos/a.jpg", Buffer.from("x"), "image/jpeg")).rejects.toThrow(code);
    await expect(storage.read("photos/a.jpg")).rejects.toThrow(code);
    await expect(keysIn(storage)).rejects.toThrow(code);
    expect(server.objects.size).toBe(0);
    expect(new Set(server.refused)).toEqual(new Set([code]));
  });

  it("says that a key may not do what is asked, not that the error is unknown", async () => {
    const strict = await startS3Server(OWNER);
    strict.failure = "deny";
    const found = await onS3({ endpoint: strict.endpoint }).check();
    expect(found).toEqual({ ok: false, message: "403 AccessDenied: the key may not do this." });
    await strict.close();
  });

  it("names the status of a refusal without a word, as of a proxy, in every message, the copies’ too", async () => {
    const proxy = await startS3Server(OWNER);
    proxy.failure = "deny_in_silence";
    const storage = onS3({ endpoint: proxy.endpoint });
    const copies = createCopies({ ...OWNER, endpoint: proxy.endpoint, path: "nightly" });
    const words = "403 without a reason: the key may not do this, or something in between refuses it.";
    expect(await storage.check()).toEqual({ ok: false, message: words });
    await expect(storage.read("photos/a.jpg")).rejects.toThrow(words);
    await expect(copies.list()).rejects.toThrow(words);
    await proxy.close();
  });

  it("sends a file again with the bucket’s time where this machine’s is wrong", async () => {
    const source = join(folder, "book");
    writeFileSync(source, "a year");
    const late = openClient({ ...OWNER, endpoint: server.endpoint });
    late.config.systemClockOffset = -20 * 60_000;
    await putFile(late, source, { Bucket: OWNER.bucket, Key: "books/late.pdf" });
    expect(server.refused).toEqual(["RequestTimeTooSkewed"]);
    expect(server.objects.get("books/late.pdf")?.content.toString()).toBe("a year");
  });

  it("sends a file again that its server turned away once, and the nightly copy too", async () => {
    const busy = await startS3Server(OWNER);
    const source = join(folder, "book");
    writeFileSync(source, randomBytes(200_000));
    busy.failure = "turn_away_once";
    await onS3({ endpoint: busy.endpoint }).put("books/a.pdf", { file: source }, "application/pdf");
    busy.failure = "turn_away_once";
    await createCopies({ ...OWNER, endpoint: busy.endpoint, path: "nightly" }).put("a.gz", source);
    for (const key of ["books/a.pdf", "nightly/a.gz"])
      expect(busy.objects.get(key)?.content.equals(readFileSync(source))).toBe(true);
    expect(busy.refused).toEqual(["SlowDown", "SlowDown"]);
    await busy.close();
  });

  it("leaves nothing under a name whose download is cut", async () => {
    const cutting = await startS3Server(OWNER);
    const storage = onS3({ endpoint: cutting.endpoint });
    const copies = createCopies({ ...OWNER, endpoint: cutting.endpoint, path: "nightly" });
    await storage.put("photos/a.jpg", randomBytes(500_000), "image/jpeg");
    cutting.failure = "cut";
    await expect(storage.download("photos/a.jpg", join(folder, "a.jpg"))).rejects.toThrow();
    await expect(copies.download("photos/a.jpg", join(folder, "b.jpg"))).rejects.toThrow();
    expect(readdirSync(folder)).toEqual([]);
    await cutting.close();
  });

  it("whose server says nothing, or is gone, throws and is ill", async () => {
    const silent = await startS3Server(OWNER);
    const storage = onS3({ endpoint: silent.endpoint, silenceMs: 100 });
    await storage.put("photos/a.jpg", Buffer.from("x"), "image/jpeg");
    silent.failure = "hang";
    await expect(storage.read("photos/a.jpg")).rejects.toMatchObject({ cause: { name: "TimeoutError" } });
    expect(await storage.check()).toMatchObject({ ok: false });
    await silent.close();
    await expect(storage.put("photos/b.jpg", Buffer.from("x"), "image/jpeg")).rejects.toThrow();
    expect(await storage.check()).toMatchObject({ ok: false });
  });
});

describe("storage on S3 while somebody waits", () => {
  const KEY = "photos/loop-1/photo-1-print.jpg";
  const content = randomBytes(400_000);
  const FAILURES: readonly S3Failure[] = ["hang", "turn_away", "close", "stall", "drip"];
  let sick: S3Server;
  beforeEach(async () => {
    sick = await startS3Server(OWNER);
  });
  afterEach(() => sick.close());
  const onSick = (longestMs: number) => onS3({ endpoint: sick.endpoint, longestMs });

  /** As in a request: the calls inside have one budget. */
  const asRequest = <Result>(run: () => Promise<Result>) =>
    new AsyncResource("request").runInAsyncScope(async () => {
      beginWaiting();
      return await run();
    });

  it.each(FAILURES)("fails as storage that isn’t available where its server fails with %s", async (failure) => {
    const storage = onSick(400);
    await storage.put(KEY, content, "image/jpeg");
    sick.failure = failure;
    const reading = asRequest(async () => contentOf((await storage.read(KEY))?.body));
    await expect(reading).rejects.toMatchObject({ code: "STORAGE_UNAVAILABLE" });
    if (failure === "stall" || failure === "drip") return;
    const writing = asRequest(() => storage.put(KEY, content, "image/jpeg"));
    await expect(writing).rejects.toMatchObject({ code: "STORAGE_UNAVAILABLE" });
  });

  it("waits once in a request, however many files the request asks for", async () => {
    const storage = onSick(300);
    sick.failure = "hang";
    await asRequest(async () => {
      await expect(storage.read(KEY)).rejects.toThrow();
      const before = sick.asked;
      await expect(storage.read(KEY)).rejects.toThrow("moment ago");
      await expect(storage.put(KEY, content, "image/jpeg")).rejects.toThrow("moment ago");
      await expect(storage.remove(KEY)).rejects.toThrow("moment ago");
      expect(sick.asked).toBe(before);
    });
  });

  it("waits once in a request for files that come half, too", async () => {
    const storage = onSick(300);
    await storage.put(KEY, content, "image/jpeg");
    sick.failure = "stall";
    await asRequest(async () => {
      await expect(contentOf((await storage.read(KEY))?.body)).rejects.toThrow();
      const before = sick.asked;
      await expect(storage.read(KEY)).rejects.toThrow("moment ago");
      expect(sick.asked).toBe(before);
    });
  });

  it("asks again for the next request after one that had no response", async () => {
    const storage = onSick(300);
    await storage.put(KEY, content, "image/jpeg");
    sick.failure = "hang";
    await expect(asRequest(() => storage.read(KEY))).rejects.toThrow();
    sick.failure = null;
    expect(await asRequest(async () => contentOf((await storage.read(KEY))?.body))).toEqual(content);
  });

  it("is not asked for a while after two requests in a row had no response, but still takes files", async () => {
    const storage = onSick(300);
    await storage.put(KEY, content, "image/jpeg");
    sick.failure = "hang";
    for (const _ of ["first", "second"]) await expect(asRequest(() => storage.read(KEY))).rejects.toThrow();
    sick.failure = null;
    await expect(asRequest(() => storage.read(KEY))).rejects.toThrow("moment ago");
    await asRequest(() => storage.put(KEY, content, "image/jpeg"));
  });

  it("counts requests that wait at the same time as one", async () => {
    const storage = onSick(300);
    await storage.put(KEY, content, "image/jpeg");
    sick.failure = "hang";
    await Promise.allSettled(Array.from({ length: 5 }, () => asRequest(() => storage.read(KEY))));
    sick.failure = null;
    expect(await asRequest(() => storage.read(KEY))).toBeDefined();
  });
});
