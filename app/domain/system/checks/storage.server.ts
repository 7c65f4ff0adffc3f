import { randomUUID } from "node:crypto";
import { directUploads, storage } from "~/adapters/adapters.server";
import { settings } from "~/adapters/settings.server";
import type { DirectUploads } from "~/adapters/storage/contract";
import { SECOND_MS } from "~/domain/kernel/time/durations";
import { SERVICE_SILENT_MS } from "../health/health-limits";
import { type Assessment, type Check, failing, named, warning, well } from "./check";
import { checkSilence } from "./service-silence.server";

/** The bucket, with every condition that the product relies on. What is stored for it is removed again. */

const CONTENT = Buffer.from("The doctor stored this, and removes it again.\n");
const PHOTO_TYPE = "image/jpeg";
const ADDRESS_SECONDS = 60;
const TIME_LIMIT_MS = 10 * SECOND_MS;
const KEY_ADVICE =
  "Compare the S3 settings with the bucket, and check that the key may put, get, list and delete in it.";

export const STORAGE: readonly Check[] = [
  checkSilence(
    ["storage", SERVICE_SILENT_MS],
    {
      kind: "storage_unreachable",
      title: "The file storage isn’t answering",
      means: "Photos can’t be added or shown, and books wait. Words are saved as usual.",
      steps: [
        "Check the storage provider’s status page.",
        "Run the doctor. It tries every kind of access and says which one fails.",
        "If the key is refused, it was revoked or has expired. Make a new one, set it and restart.",
      ],
    },
    { ready: "storage" },
  ),
  {
    readers: { doctor: "Storage" },
    async assess() {
      if (directUploads) return await assessBucket(directUploads);
      return settings.environment === "production"
        ? failing("Photos are on this disk.", "Set the S3 settings.")
        : warning("Photos are on this disk.", "Set the S3 settings for a real shop.");
    },
  },
];

async function assessBucket(uploader: DirectUploads): Promise<Assessment[]> {
  const keyOf = (name: string) => `doctor/${randomUUID()}-${name}`;
  const plain = keyOf("plain.txt");
  const uploaded = { good: keyOf("good.jpg"), longer: keyOf("longer.jpg"), other: keyOf("other.jpg") };
  const keys = [plain, ...Object.values(uploaded)];
  try {
    const basic = await readAndWrite(plain);
    if (basic.some(({ state }) => state === "failing")) return basic;
    return [
      ...basic,
      ...(await uploads(uploader, uploaded)),
      named("Storage: CORS", await cors(uploader, uploaded.good)),
      named("Storage: delete", await removal(keys)),
    ];
  } finally {
    await Promise.allSettled(keys.map((key) => storage.remove(key)));
  }
}

/** What a bucket says of an error: "403 NoSuchBucket: …". */
const causeOf = (error: unknown) => (error instanceof Error ? error.message : String(error)).slice(0, 200);

async function readAndWrite(key: string): Promise<Assessment[]> {
  try {
    await storage.put(key, CONTENT, "text/plain");
  } catch (error) {
    return [named("Storage: write", failing(`It refuses files: ${causeOf(error)}`, KEY_ADVICE))];
  }
  const written = named("Storage: write", well("A file was stored."));
  try {
    const found = await storage.read(key);
    const parts: Buffer[] = [];
    for await (const part of found?.body ?? []) parts.push(part as Buffer);
    const isSame = Buffer.concat(parts).equals(CONTENT);
    const read = isSame
      ? well("It came back unchanged.")
      : failing("It came back changed.", "This server changes what it stores. Use another one.");
    const keys: string[] = [];
    for await (const one of storage.list(key)) keys.push(one);
    const listed = keys.includes(key) ? well("It’s listed.") : failing("It isn’t listed.", KEY_ADVICE);
    return [written, named("Storage: read", read), named("Storage: list", listed)];
  } catch (error) {
    return [written, named("Storage: read", failing(`It can’t be read: ${causeOf(error)}`, KEY_ADVICE))];
  }
}

/** One address takes one file, of the signed length and type, once. */
async function uploads(
  uploader: DirectUploads,
  keys: { good: string; longer: string; other: string },
): Promise<Assessment[]> {
  const name = "Storage: uploads from browsers";
  const put = async (key: string, body = CONTENT, type = PHOTO_TYPE) => {
    const conditions = { contentType: PHOTO_TYPE, bytes: CONTENT.length, seconds: ADDRESS_SECONDS };
    const { url, headers } = await uploader.addressFor(key, conditions);
    const sent = new Headers(headers);
    sent.delete("Content-Length");
    sent.set("Content-Type", type);
    return await ask(url, { method: "PUT", body: new Uint8Array(body), headers: sent });
  };
  const first = await put(keys.good);
  if (first !== 200)
    return [
      named(
        name,
        failing(`A signed address is refused (${first}).`, "Compare the clock and the region of the bucket."),
      ),
    ];
  const trials: [string, boolean][] = [
    ["of another length", isRefused(await put(keys.longer, Buffer.concat([CONTENT, CONTENT])))],
    ["of another type", isRefused(await put(keys.other, CONTENT, "text/html"))],
    ["over one that’s already there", isRefused(await put(keys.good))],
  ];
  const taken = trials.filter(([, refused]) => !refused).map(([what]) => what);
  const conditions =
    taken.length === 0
      ? well("Another length, another type and a second file are refused.")
      : failing(
          `It accepts a file ${taken.join(" and ")}.`,
          "This server doesn’t check signatures, or doesn’t support If-None-Match. Use another one.",
        );
  return [
    named(name, well("A signed address accepted its file.")),
    named("Storage: conditions of uploads", conditions),
  ];
}

/** A server that hangs up on a body of another length refuses it, too. */
const isRefused = (status: number | null) => status === null || status >= 400;

/** The status of the response; null without one. */
async function ask(url: string, request: RequestInit): Promise<number | null> {
  try {
    const response = await fetch(url, { ...request, signal: AbortSignal.timeout(TIME_LIMIT_MS) });
    await response.body?.cancel();
    return response.status;
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    return null;
  }
}

/** Whether the bucket lets our pages send a photo (the Fetch standard's preflight). */
async function cors(uploader: DirectUploads, key: string): Promise<Assessment> {
  const advice = `In its CORS rules, allow ${settings.publicOrigin} to PUT with Content-Type and If-None-Match.`;
  const conditions = { contentType: PHOTO_TYPE, bytes: CONTENT.length, seconds: ADDRESS_SECONDS };
  const { url } = await uploader.addressFor(key, conditions);
  try {
    const response = await fetch(url, {
      method: "OPTIONS",
      headers: {
        Origin: settings.publicOrigin,
        "Access-Control-Request-Method": "PUT",
        "Access-Control-Request-Headers": "content-type,if-none-match",
      },
      signal: AbortSignal.timeout(TIME_LIMIT_MS),
    });
    await response.body?.cancel();
    const said = (header: string) => (response.headers.get(`access-control-allow-${header}`) ?? "").toLowerCase();
    const lets = (header: string, wanted: string) => said(header) === "*" || said(header).split(/, ?/).includes(wanted);
    const isAllowed =
      response.ok &&
      lets("origin", settings.publicOrigin.toLowerCase()) &&
      lets("methods", "put") &&
      ["content-type", "if-none-match"].every((header) => lets("headers", header));
    return isAllowed
      ? well("Our pages may send photos to the bucket.")
      : failing("Browsers may not send photos to the bucket from our pages.", advice);
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    return failing("The bucket doesn’t answer the request browsers make before an upload.", advice);
  }
}

async function removal(keys: readonly string[]): Promise<Assessment> {
  try {
    for (const key of keys) await storage.remove(key);
    for (const key of keys) {
      const found = await storage.read(key);
      found?.body.destroy();
      if (found) return failing("A deleted file is still there.", KEY_ADVICE);
    }
    return well("It was deleted.");
  } catch (error) {
    return failing(`It can’t be deleted: ${causeOf(error)}`, KEY_ADVICE);
  }
}
