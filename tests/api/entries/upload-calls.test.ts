import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { finishWaitingUploads } from "~/domain/diary/entries/uploads.server";
import { UPLOADS_AT_ONCE } from "~/web/upload-capacity.server";
import { expectNothingBreaks } from "../../screens/support/app-log";
import { giveEntries, giveLoop } from "../../screens/support/loops";
import { preparePhotos, takePhoto } from "../../screens/support/photographs";
import { change, countOf, rowOf, rowsOf, useUp } from "../../screens/support/records";
import { openApp, restartApp } from "../../support/app";
import { heicPhoto } from "../../support/heic";
import { becomeApiClient, call, dataOf, type Program, wholeOf } from "../support/api-clients";

const app = await openApp();
const [program, stranger] = [await becomeApiClient(app), await becomeApiClient(app)];
const photo = Buffer.from(await (await takePhoto()).arrayBuffer());
expectNothingBreaks();

const WORDS = { content: "It came back.", highlight: "Seeing it" };

interface Place {
  uploadUrl: string;
  finalUrl: string;
  headers: Record<string, string>;
}

/** A loop with a draft of its first week. */
async function draft(by = program) {
  const loopId = giveLoop(by.customer);
  const response = await by.call("POST", `/loops/${loopId}/entries`, { weekNumber: 1, ...WORDS });
  const { id } = dataOf(response).entry as { id: string };
  return { loopId, id };
}

async function placeFor(id: string, more: object = {}): Promise<Place> {
  const response = await program.call("POST", `/entries/${id}/attachments/upload-url`, {
    filename: "IMG_0001.JPG",
    contentType: "image/jpeg",
    contentLength: photo.length,
    ...more,
  });
  if (response.status !== 200) throw new Error(response.body);
  return dataOf(response) as unknown as Place;
}

/** Uploads a file to its address without a token; the address itself is the permission. */
async function put(place: Place, content: Uint8Array = photo, headers: Record<string, string> = {}) {
  const path = new URL(place.uploadUrl).pathname;
  const sent = { ...place.headers, "x-ms-blob-type": "BlockBlob", ...headers };
  return await app.visitor().send(path, { method: "PUT", body: content, headers: sent });
}

const patch = (id: string, body: object) => program.call("PATCH", `/entries/${id}`, body);
const pathOf = (url: string) => new URL(url).pathname;

/** The photos of a loop in quarantine; an empty file keeps the place of one that is finished. */
function quarantined(loopId: string): string[] {
  return filesOf(loopId).filter((path) => statSync(join(process.env.DATA_DIR ?? "", "photos", path)).size > 0);
}

function filesOf(loopId: string): string[] {
  const folder = join(process.env.DATA_DIR ?? "", "photos");
  return readdirSync(folder, { recursive: true })
    .map(String)
    .filter((path) => path.startsWith(`quarantine/${loopId}/`) && /\.\w+$/.test(path));
}

describe("a photo that an API client sends", () => {
  it("is developed when its week names it, and completes the week", async () => {
    const { loopId, id } = await draft();
    const place = await placeFor(id);
    expect(place).toEqual({
      success: true,
      uploadUrl: expect.stringContaining(`${process.env.PUBLIC_ORIGIN}/uploads/`),
      finalUrl: expect.stringMatching(/\/photos\/[0-9a-z]{20}\/screen$/),
      method: "PUT",
      headers: { "Content-Type": "image/jpeg" },
      expiresAt: expect.any(String),
    });
    expect((await put(place)).status).toBe(201);
    expect((await program.call("GET", pathOf(place.finalUrl))).status).toBe(404);
    expect(quarantined(loopId)).toHaveLength(1);
    const response = await patch(id, { photo: place.finalUrl });
    expect([response.status, dataOf(response).entry]).toMatchObject([
      200,
      { id, status: "completed", photo: place.finalUrl },
    ]);
    expect(quarantined(loopId)).toEqual([]);
    const shown = await program.call("GET", pathOf(place.finalUrl));
    expect([shown.status, shown.headers.get("content-type")]).toEqual([200, "image/jpeg"]);
    expect(Buffer.from(shown.bytes).includes("GPS")).toBe(false);
    expect((await patch(id, { photo: place.finalUrl })).status).toBe(200);
    expect(countOf("photos", "loop_id = ?", loopId)).toBe(1);
  });

  it("may be a HEIC, which is shown as a JPEG and stored as it came", async () => {
    const { loopId, id } = await draft();
    for (const [filename, contentType] of [
      ["IMG_0001.HEIC", "image/heic"],
      ["IMG_0002.HEIC", "image/heif"],
    ]) {
      const content = contentType === "image/heic" ? heicPhoto("telephone") : heicPhoto("red");
      const place = await placeFor(id, { filename, contentType, contentLength: content.length });
      expect((await put(place, content)).status).toBe(201);
      expect((await patch(id, { photo: place.finalUrl })).status).toBe(200);
      const waiting = await program.call("GET", pathOf(place.finalUrl));
      expect([waiting.status, waiting.headers.get("retry-after"), dataOf(waiting).code]).toEqual([
        503,
        "2",
        "preparing",
      ]);
      const photosAre = async () =>
        (dataOf(await program.call("GET", `/loops/${loopId}/entries`)).entries as { photos: { waiting: boolean }[] }[])
          .flatMap(({ photos }) => photos.map(({ waiting }) => waiting))
          .at(-1);
      expect(await photosAre()).toBe(true);
      await preparePhotos(loopId);
      expect(await photosAre()).toBe(false);
      const shown = await program.call("GET", pathOf(place.finalUrl));
      expect([shown.status, shown.headers.get("content-type")]).toEqual([200, "image/jpeg"]);
    }
    const kept = rowsOf("SELECT original_key FROM photos WHERE loop_id = ?", loopId);
    expect(kept.map(({ original_key }) => String(original_key).split(".").at(-1))).toEqual(["heic", "heic"]);
  });

  it("is developed by the scheduler too, and completes the week", async () => {
    const { loopId, id } = await draft();
    const place = await placeFor(id);
    await put(place);
    await finishWaitingUploads(new Date());
    await finishWaitingUploads(new Date());
    expect(rowOf("SELECT id FROM entries WHERE loop_id = ?", loopId)).toEqual({ id });
    expect((await program.call("GET", pathOf(place.finalUrl))).status).toBe(200);
    expect(quarantined(loopId)).toEqual([]);
  });

  it("is dropped by the scheduler after a day, and where the loop is completed", async () => {
    const [one, other] = [await draft(), await draft()];
    await put(await placeFor(one.id));
    const tomorrow = new Date(Date.now() + 25 * 3_600_000);
    expect(await finishWaitingUploads(tomorrow, async () => false)).toMatchObject({ dropped: 0 });
    await finishWaitingUploads(tomorrow);
    await put(await placeFor(other.id));
    change("UPDATE loops SET status = 'COMPLETED' WHERE id = ?", other.loopId);
    await finishWaitingUploads(new Date());
    expect([...quarantined(one.loopId), ...quarantined(other.loopId)]).toEqual([]);
    expect(countOf("photos", "loop_id IN (?, ?)", one.loopId, other.loopId)).toBe(0);
  });

  it.each([
    ["a page", Buffer.from("<!doctype html><script>alert(1)</script>"), "not_a_photo"],
    ["half a photo", Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16]), "incomplete"],
    ["a film", Buffer.from("\0\0\0\x14ftypisom\0\0\0\0mp42"), "other_kind"],
  ])("is refused and gone where it is %s", async (_, content, code) => {
    const { loopId, id } = await draft();
    const place = await placeFor(id, { contentLength: content.length });
    expect((await put(place, content)).status).toBe(201);
    const response = await patch(id, { photo: place.finalUrl, title: "Kept?" });
    expect([response.status, dataOf(response).code]).toEqual([422, code]);
    expect(quarantined(loopId)).toEqual([]);
    expect(countOf("photos", "loop_id = ?", loopId)).toBe(0);
  });

  it("is one of three at the most", async () => {
    const { loopId, id } = await draft();
    const places: Place[] = [];
    for (const colour of ["#ff0000", "#00ff00", "#0000ff", "#ffffff"]) {
      const content = Buffer.from(await (await takePhoto("x.jpg", colour)).arrayBuffer());
      const place = await placeFor(id, { contentLength: content.length });
      await put(place, content);
      places.push(place);
    }
    const statuses = [];
    for (const place of places) statuses.push((await patch(id, { photo: place.finalUrl })).status);
    expect(statuses).toEqual([200, 200, 200, 409]);
    const more = await program.call("POST", `/entries/${id}/attachments/upload-url`, {
      contentType: "image/png",
      contentLength: 1000,
    });
    expect([more.status, dataOf(more).code]).toEqual([409, "too_many"]);
    expect(countOf("photos", "loop_id = ? AND state = 'ready'", loopId)).toBe(3);
  });
});

describe("the address of a place", () => {
  it("takes one file of its kind and size", async () => {
    const { loopId, id } = await draft();
    const place = await placeFor(id, { contentLength: photo.length });
    expect((await put(place, photo, { "Content-Type": "text/html" })).status).toBe(415);
    expect((await put(place, Buffer.concat([photo, Buffer.from("!")]))).status).toBe(400);
    expect((await put(place, photo.subarray(1))).status).toBe(400);
    expect(quarantined(loopId)).toEqual([]);
    expect((await put(place)).status).toBe(201);
    expect((await put(place)).status).toBe(409);
  });

  it("takes one of many files at once, also where two web processes run", async () => {
    const { loopId, id } = await draft();
    const place = await placeFor(id);
    const other = await restartApp({});
    const headers = { ...place.headers, "x-ms-blob-type": "BlockBlob" };
    const responses = await Promise.all(
      [app, other, app, other].map((process) =>
        process.visitor().send(pathOf(place.uploadUrl), { method: "PUT", body: photo, headers }),
      ),
    );
    expect(responses.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409]);
    expect(quarantined(loopId)).toHaveLength(1);
  });

  it("takes nothing more once its photo is finished, or refused", async () => {
    const page = Buffer.from("<!doctype html>");
    for (const [content, status] of [
      [photo, 200],
      [page, 422],
    ] as const) {
      const { loopId, id } = await draft();
      const place = await placeFor(id, { contentLength: content.length });
      expect((await put(place, content)).status).toBe(201);
      expect((await patch(id, { photo: place.finalUrl })).status).toBe(status);
      expect((await put(place, content)).status).toBe(409);
      await finishWaitingUploads(new Date(Date.now() + 240_000));
      expect(filesOf(loopId)).toEqual([]);
    }
  });

  it("asked for without a size is refused by the name of what is missing", async () => {
    const { id } = await draft();
    const response = await program.call("POST", `/entries/${id}/attachments/upload-url`, {
      contentType: "image/png",
    });
    expect([response.status, dataOf(response).fields]).toEqual([
      422,
      { contentLength: ["contentLength must be the photo’s size in bytes"] },
    ]);
  });

  it("is nobody’s to make up", async () => {
    const { id } = await draft();
    const place = await placeFor(id);
    const [text = "", signature = ""] = pathOf(place.uploadUrl).split("/uploads/")[1]?.split(".") ?? [];
    const later = JSON.parse(Buffer.from(text, "base64url").toString()) as object;
    const forged = Buffer.from(JSON.stringify({ ...later, key: "photos/x/y.jpg" })).toString("base64url");
    for (const token of [text, `${text}.`, `${forged}.${signature}`, `.${signature}`, "x", "%00", "a.b.c"]) {
      const response = await put({ ...place, uploadUrl: `${process.env.PUBLIC_ORIGIN}/uploads/${token}` });
      expect([token, response.status]).toEqual([token, 403]);
    }
  });

  it("is given for photos of weeks that may be written only", async () => {
    const { loopId, id } = await draft();
    const path = `/entries/${id}/attachments/upload-url`;
    for (const contentType of ["image/avif", "image/svg+xml", "text/html", "", undefined]) {
      const response = await program.call("POST", path, { contentType, contentLength: 1000 });
      expect([response.status, dataOf(response).code]).toEqual([422, "other_kind"]);
    }
    for (const contentType of ["image/jpg", "application/octet-stream", "image/heic-sequence"]) {
      expect((await program.call("POST", path, { contentType, contentLength: 1000 })).status).toBe(200);
    }
    for (const contentLength of [undefined, 0, -1, 1.5, 2 ** 53]) {
      expect((await program.call("POST", path, { contentType: "image/png", contentLength })).status).toBe(422);
    }
    const large = await program.call("POST", path, { contentType: "image/png", contentLength: 10_485_761 });
    expect([large.status, dataOf(large).code]).toEqual([422, "too_large"]);
    change("UPDATE loops SET status = 'COMPLETED' WHERE id = ?", loopId);
    const closed = await program.call("POST", path, { contentType: "image/png", contentLength: 1000 });
    expect([closed.status, dataOf(closed).error]).toEqual([409, "This loop is completed and can only be read."]);
  });

  it("is not given more often than anybody needs", async () => {
    const one = await becomeApiClient(app);
    const { id } = await draft(one);
    useUp("uploads_account", one.customer.accountId, 160);
    const response = await one.call("POST", `/entries/${id}/attachments/upload-url`, {
      contentType: "image/png",
      contentLength: 1000,
    });
    expect([response.status, response.headers.get("retry-after")]).toEqual([429, "86400"]);
  });
});

describe("several photos at once from one account", () => {
  it("are six; the next gets the time to retry, and is taken after them", async () => {
    const { id } = await draft();
    const route = Object.values(app.routes).find((one) => one?.path === "uploads/:token");
    const going: { finish(): void; response: Promise<Response> }[] = [];
    /** Sends a photo whose last byte waits. */
    const begin = async () => {
      const { uploadUrl } = await placeFor(id);
      let sending: ReadableStreamDefaultController<Uint8Array> | undefined;
      const body = new ReadableStream<Uint8Array>({
        start: (given) => {
          sending = given;
          given.enqueue(photo.subarray(1));
        },
      });
      const headers = { "Content-Type": "image/jpeg", Host: new URL(uploadUrl).host };
      const init = { method: "PUT", body, headers, duplex: "half" } as RequestInit;
      const token = pathOf(uploadUrl).split("/").at(-1);
      const asked = { request: new Request(uploadUrl, init), params: { token }, context: {} };
      const response = Promise.resolve(route?.module.action?.(asked)) as Promise<Response>;
      const finish = () => {
        sending?.enqueue(photo.subarray(0, 1));
        sending?.close();
      };
      return { finish, response };
    };
    for (let count = 0; count < UPLOADS_AT_ONCE.account; count += 1) going.push(await begin());
    const more = await begin();
    const refused = await more.response;
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "60"]);
    more.finish();
    for (const { finish } of going) finish();
    for (const { response } of going) expect((await response).status).toBe(201);
    const again = await begin();
    again.finish();
    expect((await again.response).status).toBe(201);
  }, 15_000);
});

describe("the megabytes of a day", () => {
  it("are counted when an address is given, used or not, and say until when", async () => {
    const one = await becomeApiClient(app);
    const { id } = await draft(one);
    useUp("photo_megabytes", one.customer.accountId, 195);
    const ask = () =>
      one.call("POST", `/entries/${id}/attachments/upload-url`, {
        contentType: "image/png",
        contentLength: 3 * 1024 * 1024,
      });
    expect((await ask()).status).toBe(200);
    const response = await ask();
    expect([response.status, response.headers.get("retry-after"), dataOf(response).error]).toEqual([
      429,
      "86400",
      "That’s more than 200 MB of photos in a day. Please add this one tomorrow",
    ]);
  });
});

describe("a photo of somebody else’s", () => {
  it("is asked for, named and seen by nobody else", async () => {
    const { loopId, id } = await draft();
    const place = await placeFor(id);
    await put(place);
    const own = await draft(stranger);
    const ask = (by: Program, entry: string) =>
      by.call("POST", `/entries/${entry}/attachments/upload-url`, {
        contentType: "image/png",
        contentLength: 1000,
      });
    expect(wholeOf(await ask(stranger, id))).toBe(wholeOf(await ask(stranger, "nobodysnobodysnobody")));
    const named = await stranger.call("PATCH", `/entries/${own.id}`, { photo: place.finalUrl });
    expect([named.status, dataOf(named).code]).toEqual([422, "not_uploaded"]);
    expect((await patch(id, { photo: place.finalUrl })).status).toBe(200);
    expect((await stranger.call("GET", pathOf(place.finalUrl))).status).toBe(404);
    expect((await call(app.visitor(), "GET", pathOf(place.finalUrl))).status).toBe(404);
    expect(rowsOf("SELECT loop_id FROM photos WHERE loop_id IN (?, ?)", loopId, own.loopId)).toEqual([
      { loop_id: loopId },
    ]);
  });

  it("nor may one week take another’s", async () => {
    const { id } = await draft();
    const place = await placeFor(id);
    await put(place);
    const other = giveLoop(program.customer);
    giveEntries(other, [1]);
    const { id: entry } = rowOf("SELECT id FROM entries WHERE loop_id = ?", other);
    for (const photo of [place.finalUrl, "x", "/photos/../screen", "https://evil.example/a.jpg"]) {
      const response = await patch(String(entry), { photo });
      expect([photo, response.status, dataOf(response).code]).toEqual([photo, 422, "not_uploaded"]);
    }
  });
});
