import { request } from "node:http";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { createS3Uploads } from "~/adapters/storage/s3-uploads.server";
import { type S3Server, startS3Server } from "../../support/s3-server";

const OWNER = {
  bucket: "photographs",
  region: "eu-west-2",
  accessKeyId: "AKIDEXAMPLE",
  secretAccessKey: "a/secret+of=ours",
};
const KEY = "quarantine/loop-1/7/photo-1.jpg";
const PHOTO = Buffer.from("a photo of 22 bytes ok");

let server: S3Server;
beforeAll(async () => {
  server = await startS3Server(OWNER);
});
afterAll(() => server.close());
beforeEach(() => {
  vi.useRealTimers();
  server.objects.clear();
  server.refused.length = 0;
});

const addressFor = (bytes: number) =>
  createS3Uploads({ ...OWNER, endpoint: server.endpoint }).addressFor(KEY, {
    contentType: "image/jpeg",
    bytes,
    seconds: 120,
  });

/** Uploads a file as any program would. Gives the status. */
function put(url: string, headers: Record<string, string>, content = PHOTO): Promise<number> {
  return new Promise((resolve, reject) => {
    const sending = request(url, { method: "PUT", headers }, (response) => {
      response.resume();
      response.on("end", () => resolve(response.statusCode ?? 0));
    });
    sending.on("error", reject);
    sending.end(content);
  });
}

describe("an address in the bucket", () => {
  it("takes the file it was made for", async () => {
    const { url, headers } = await addressFor(PHOTO.length);
    expect(await put(url, headers)).toBe(200);
    expect(server.objects.get(KEY)?.content.equals(PHOTO)).toBe(true);
    expect(new URL(url).searchParams.get("X-Amz-SignedHeaders")).toBe("content-length;content-type;host;if-none-match");
    expect(url).not.toContain("checksum");
  });

  it("takes it also from who sends headers of their own", async () => {
    const { url, headers } = await addressFor(PHOTO.length);
    expect(await put(url, { ...headers, "x-ms-blob-type": "BlockBlob" })).toBe(200);
  });

  it("takes no other kind", async () => {
    const { url, headers } = await addressFor(PHOTO.length);
    expect(await put(url, { ...headers, "Content-Type": "text/html" })).toBe(403);
    expect(server.objects.size).toBe(0);
  });

  it("takes no byte more", async () => {
    const { url, headers } = await addressFor(PHOTO.length);
    const longer = Buffer.concat([PHOTO, Buffer.from("!")]);
    expect(await put(url, { ...headers, "Content-Length": String(longer.length) }, longer)).toBe(403);
  });

  it("takes it once", async () => {
    const { url, headers } = await addressFor(PHOTO.length);
    expect(await put(url, headers)).toBe(200);
    expect(await put(url, headers)).toBe(412);
    const { "If-None-Match": _, ...without } = headers;
    expect(await put(url, without)).toBe(403);
  });

  it("is not the address of another place", async () => {
    const { url, headers } = await addressFor(PHOTO.length);
    expect(await put(url.replace("photo-1.jpg", "photo-2.jpg"), headers)).toBe(403);
  });

  it("is over after its two minutes", async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() - 121_000 });
    const { url, headers } = await addressFor(PHOTO.length);
    vi.useRealTimers();
    expect(await put(url, headers)).toBe(403);
    expect(server.objects.size).toBe(0);
  });

  it("is made for our own keys only", async () => {
    const uploads = createS3Uploads({ ...OWNER, endpoint: server.endpoint });
    const orderInput = { contentType: "image/jpeg", bytes: 22, seconds: 120 };
    await expect(uploads.addressFor("../secret", orderInput)).rejects.toThrow("Not a storage key");
  });
});
