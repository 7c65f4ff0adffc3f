import { createHash } from "node:crypto";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, type MockInstance, vi } from "vitest";
import { type LoopOwner, loopWriter } from "../screens/support/loops";
import { takePhoto } from "../screens/support/photographs";
import { change, rowOf } from "../screens/support/records";
import { restartApp } from "../support/app";
import { type S3Failure, type S3Server, startS3Server } from "../support/s3-server";
import type { TestResponse } from "../support/test-response";
import { unzip } from "../support/zip";

const OWNER = {
  bucket: "photographs",
  region: "eu-west-2",
  accessKeyId: "AKIDEXAMPLE",
  secretAccessKey: "a/secret+of=ours",
};
const PDF = Buffer.from("%PDF-1.7 a book");
const SENTENCE = "We can’t reach your photos and books right now. Please try again in a few minutes.";

let bucket: S3Server;
let app: Awaited<ReturnType<typeof restartApp>>;
let noted: MockInstance<typeof console.error>;
beforeAll(async () => {
  bucket = await startS3Server(OWNER);
  app = await restartApp({
    S3_BUCKET: OWNER.bucket,
    S3_REGION: OWNER.region,
    S3_ENDPOINT: bucket.endpoint,
    S3_ACCESS_KEY_ID: OWNER.accessKeyId,
    S3_SECRET_ACCESS_KEY: OWNER.secretAccessKey,
  });
});
afterAll(() => bucket.close());
beforeEach(() => {
  noted = vi.spyOn(console, "error").mockImplementation(() => {});
});
afterEach(() => {
  bucket.failure = null;
  noted.mockRestore();
});

interface WriterWithBook extends LoopOwner {
  photoId: string;
  bookId: string;
}

/** Somebody at the form of a week with a photo, whose book is stored. */
async function writerWithBook(): Promise<WriterWithBook> {
  const writer = await loopWriter(app);
  const { browser, loopId } = writer;
  await browser.submit("Keep as a draft", { photos: [await takePhoto("beach.jpg")] });
  const { id } = rowOf("SELECT id FROM photos WHERE loop_id = ?", loopId);
  const { content_version: version } = rowOf("SELECT content_version FROM loops WHERE id = ?", loopId);
  const bookId = `book-${loopId}`;
  const key = `books/${loopId}/${version}-screen.pdf`;
  bucket.objects.set(key, { content: PDF, contentType: "application/pdf" });
  change(
    `INSERT INTO book_files (id, loop_id, kind, content_version, state, storage_key, bytes, sha256, page_count, created_at, updated_at)
     VALUES (?, ?, 'screen', ?, 'ready', ?, ?, ?, 24, 1, 1)`,
    ...[bookId, loopId, version, key, PDF.length, createHash("sha256").update(PDF).digest("hex")],
  );
  return { ...writer, photoId: String(id), bookId };
}

const filesOf = ({ photoId, bookId }: WriterWithBook) => [`/photos/${photoId}/screen`, `/books/${bookId}/download`];

function expectSentence(response: TestResponse): void {
  expect([response.status, response.headers.get("retry-after")]).toEqual([503, "60"]);
  expect(response.text("p")).toBe(SENTENCE);
}

describe.each<S3Failure>(["hang", "turn_away", "deny", "close"])("while the bucket’s trouble is %s", (failure) => {
  it("files say when to try again, a copy ends and names what is missing, and words are saved", async () => {
    const [reader, writer] = await Promise.all([writerWithBook(), loopWriter(app)]);
    bucket.failure = failure;
    const [photo, book, copy, saved] = await Promise.all([
      ...filesOf(reader).map((path) => reader.browser.send(path)),
      reader.browser.send(`/exports/loops/${reader.loopId}`),
      writer.browser.submit("Keep as a draft", {
        "The highlight": "The kettle sang before anybody else did",
        photos: [await takePhoto("garden.jpg", "#117733")],
      }),
    ] as const);
    for (const response of [photo, book]) if (response) expectSentence(response);
    const archive = unzip((copy as TestResponse).bytes);
    expect(String(archive.get("missing.txt"))).toContain("photos/week-01-1.jpg");
    expect(String(archive.get("loop.json"))).toContain("beach.jpg");
    expect((saved as TestResponse).text("main")).toContain(
      "Your draft of week 1 is saved. But garden.jpg: We couldn’t save the photo just now. Please add it again in a few minutes.",
    );
    expect(rowOf("SELECT highlight FROM drafts WHERE loop_id = ?", writer.loopId)).toEqual({
      highlight: "The kettle sang before anybody else did",
    });
    expect((await writer.browser.send("/dashboard")).status).toBe(200);
  });
});

describe("a bucket that stops half-way", () => {
  it.each<S3Failure>(["stall", "cut"])(
    "makes a photo an answer to try again, and never half a photo: %s",
    async (failure) => {
      const reader = await writerWithBook();
      bucket.failure = failure;
      expectSentence(await reader.browser.send(`/photos/${reader.photoId}/screen`));
    },
  );
});
