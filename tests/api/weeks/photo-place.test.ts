import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { expectNothingBreaks } from "../../screens/support/app-log";
import { type LoopOwner, loopWriter } from "../../screens/support/loops";
import { takePhoto } from "../../screens/support/photographs";
import { change, countOf, rowOf } from "../../screens/support/records";
import { restartApp } from "../../support/app";
import { type S3Server, startS3Server } from "../../support/s3-server";
import { encodeMultipart } from "../../support/visitor";

const OWNER = {
  bucket: "photographs",
  region: "eu-west-2",
  accessKeyId: "AKIDEXAMPLE",
  secretAccessKey: "a/secret+of=ours",
};

let bucket: S3Server;
let app: Awaited<ReturnType<typeof restartApp>>;
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
expectNothingBreaks();

const writing = () => loopWriter(app);

/** As the page's own script sends it. */
async function send({ browser, loopId }: LoopOwner, path: string, more: Record<string, string>, file?: File) {
  const csrf = browser.page.field("csrf").value ?? "";
  const fields = Object.entries({ csrf, loop: loopId, week: "1", ...more });
  const { body, contentType } = await encodeMultipart([...fields, ...(file ? [["photos", file] as const] : [])]);
  return await browser.send(path, {
    method: "POST",
    body,
    headers: { "Content-Type": contentType, "Sec-Fetch-Site": "same-origin" },
  });
}

interface Place {
  uploadUrl: string;
  headers: Record<string, string>;
  photo: string;
}

async function askForPlace(writer: LoopOwner, file: File, more: { key?: string } = {}): Promise<Place> {
  const orderInput = { contentType: file.type, bytes: String(file.size), ...more };
  const response = await send(writer, "/dashboard/photo-place", orderInput);
  expect(response.status).toBe(200);
  return response.json() as unknown as Place;
}

async function bring(place: Place, file: File): Promise<number> {
  const { "Content-Length": length, ...headers } = place.headers;
  expect(length).toBe(String(file.size));
  const response = await fetch(place.uploadUrl, { method: "PUT", headers, body: await file.arrayBuffer() });
  return response.status;
}

/** An empty file keeps the place of a photo that is finished. */
const inQuarantine = () =>
  [...bucket.objects]
    .filter(([key, { content }]) => key.startsWith("quarantine/") && content.length > 0)
    .map(([key]) => key);

describe("a photo that goes straight to where photos are stored", () => {
  it("is developed when the page says that it is there, and is its week’s", async () => {
    const writer = await writing();
    const file = await takePhoto();
    const place = await askForPlace(writer, file);
    expect(await bring(place, file)).toBe(200);
    expect(inQuarantine()).toHaveLength(1);
    expect((await send(writer, "/dashboard/photo", { photo: place.photo, name: "a/seal.jpg" })).status).toBe(204);
    expect(inQuarantine()).toEqual([]);
    expect(rowOf("SELECT file_name FROM photos WHERE id = ?", place.photo).file_name).toBe("seal.jpg");
    await writer.browser.submit("Save week 1", { content: "It looked at us." });
    expect(countOf("entries", "loop_id = ?", writer.loopId)).toBe(1);
    expect((await writer.browser.send(`/photos/${place.photo}/screen`)).status).toBe(200);
  });

  it("may go there from that page, and from no other", async () => {
    const { browser } = await writing();
    const connects = () => /connect-src ([^;]*)/.exec(browser.page.headers.get("content-security-policy") ?? "")?.[1];
    expect(connects()).toBe(`'self' ${bucket.endpoint}`);
    expect(browser.page.find("[data-direct]").getAttribute("data-direct")).toBe("/dashboard/photo-place");
    await browser.visit("/account-settings");
    expect(connects()).toBe("'self'");
  });

  it("stays removed where its page sends it again, straight there or through us", async () => {
    const writer = await writing();
    const file = await takePhoto();
    const key = { key: "one page,beach.jpg" };
    const sendStraight = async () => {
      const place = await askForPlace(writer, file, key);
      await bring(place, file);
      return await send(writer, "/dashboard/photo", { photo: place.photo, name: file.name });
    };
    expect((await sendStraight()).status).toBe(204);
    change("UPDATE photos SET state = 'removed', removed_at = ? WHERE loop_id = ?", Date.now(), writer.loopId);
    expect((await sendStraight()).status).toBe(204);
    expect((await send(writer, "/dashboard/photo", key, file)).status).toBe(204);
    expect([inQuarantine(), countOf("photos", "loop_id = ?", writer.loopId)]).toEqual([[], 1]);
    expect(countOf("photos", "loop_id = ? AND state = 'ready'", writer.loopId)).toBe(0);
  });

  it("but is no photo is refused with an error message, and nothing of it stays", async () => {
    const writer = await writing();
    const file = new File(["<?php echo 1;"], "notes.jpg", { type: "image/jpeg" });
    const place = await askForPlace(writer, file);
    expect(await bring(place, file)).toBe(200);
    const response = await send(writer, "/dashboard/photo", { photo: place.photo });
    expect([response.status, response.json()]).toMatchObject([422, { code: "not_a_photo" }]);
    expect(inQuarantine()).toEqual([]);
    expect(countOf("photos", "loop_id = ?", writer.loopId)).toBe(0);
  });

  it("never arrived: it is not there, and may be sent through us", async () => {
    const writer = await writing();
    const { photo } = await askForPlace(writer, await takePhoto());
    for (const name of [photo, "x", "../x"]) {
      expect((await send(writer, "/dashboard/photo", { photo: name })).status).toBe(404);
    }
  });

  it.each([
    ["a drawing", { contentType: "image/svg+xml", bytes: "100" }, 422],
    ["larger than a photo may be", { contentType: "image/jpeg", bytes: "10485761" }, 422],
    ["of no size", { contentType: "image/jpeg", bytes: "0" }, 422],
    ["of a size in words", { contentType: "image/jpeg", bytes: "many" }, 422],
    ["for a week that has not begun", { contentType: "image/jpeg", bytes: "100", week: "53" }, 404],
    ["for a loop that does not exist", { contentType: "image/jpeg", bytes: "100", loop: "x" }, 404],
  ])("%s gets no place", async (_, orderInput, status) => {
    const response = await send(await writing(), "/dashboard/photo-place", orderInput);
    expect(response.status).toBe(status);
  });

  it("is nobody else’s to place or to finish", async () => {
    const [writer, stranger] = [await writing(), await writing()];
    const file = await takePhoto();
    const place = await askForPlace(writer, file);
    await bring(place, file);
    const foreign = { ...stranger, loopId: writer.loopId };
    const orderInput = { contentType: "image/jpeg", bytes: "100" };
    expect((await send(foreign, "/dashboard/photo-place", orderInput)).status).toBe(404);
    for (const who of [foreign, stranger]) {
      expect((await send(who, "/dashboard/photo", { photo: place.photo })).status).toBe(404);
    }
    expect(inQuarantine()).toHaveLength(1);
  });
});
