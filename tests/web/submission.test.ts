import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { afterEach, describe, expect, it } from "vitest";
import { settings } from "~/adapters/settings.server";
import { ENTRY_LIMITS, FORM_LIMITS, type FormLimits } from "~/web/limits";
import { attachSubmission, formOf, readSubmission, STORE_EVERY_FILE, type Submission } from "~/web/submission.server";

const MIB = 1024 * 1024;
const BOUNDARY = "----a-boundary";
const INCOMING = join(settings.dataFolder, "incoming");

const opened: Submission[] = [];
afterEach(async () => {
  for (const submission of opened.splice(0)) await submission.discard();
});

async function read(request: Request, limits: FormLimits): Promise<Submission> {
  const result = await readSubmission(request, limits);
  if (!result.ok) throw new Error(`The form was refused as ${result.reason}.`);
  opened.push(result.submission);
  return result.submission;
}

async function refusalOf(request: Request, limits: FormLimits): Promise<string> {
  const result = await readSubmission(request, limits);
  if (result.ok) throw new Error("The form was taken.");
  return result.reason;
}

const post = (body: BodyInit, headers?: HeadersInit) =>
  new Request("http://localhost:3000/dashboard", { method: "POST", body, headers, duplex: "half" } as RequestInit);

const asForm = (fields: Record<string, string>) => post(new URLSearchParams(fields));

/** A handwritten multipart body, for what no browser sends. */
const raw = (body: string | ReadableStream<Uint8Array>) =>
  new Request("http://localhost:3000/dashboard", {
    method: "POST",
    body,
    headers: { "Content-Type": `multipart/form-data; boundary=${BOUNDARY}` },
    duplex: "half",
  } as RequestInit);

const textPart = (name: string, value: string) =>
  `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
const filePart = (name: string, fileName: string, content: string) =>
  `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"; filename="${fileName}"\r\nContent-Type: image/jpeg\r\n\r\n${content}\r\n`;
const END = `--${BOUNDARY}--\r\n`;

/** Checks that no temporary file of any request is left. */
const leftovers = () => (existsSync(INCOMING) ? readdirSync(INCOMING) : []);

describe("a form that is sent", () => {
  it("gives its words and three files, each file as it was sent", async () => {
    const form = new FormData();
    form.append("content", "We walked to the sea.\r\nIt rained.");
    form.append("title", "Ünïcödé 👣");
    for (const number of [1, 2, 3]) {
      form.append("photos", new File([Buffer.alloc(number * 1000, number)], `photo-${number}.jpg`));
    }
    const submission = await read(post(form), ENTRY_LIMITS);
    expect(submission.form.get("content")).toBe("We walked to the sea.\r\nIt rained.");
    expect(submission.form.get("title")).toBe("Ünïcödé 👣");
    const photos = submission.files.get("photos") ?? [];
    expect(photos.map(({ name, bytes, tooLarge }) => ({ name, bytes, tooLarge }))).toEqual([
      { name: "photo-1.jpg", bytes: 1000, tooLarge: false },
      { name: "photo-2.jpg", bytes: 2000, tooLarge: false },
      { name: "photo-3.jpg", bytes: 3000, tooLarge: false },
    ]);
    expect(readFileSync(photos[2]?.path ?? "")).toEqual(Buffer.alloc(3000, 3));
  });

  it("may be an ordinary one without files", async () => {
    const submission = await read(asForm({ email: "margaret@example.com", password: "a b+c&d" }), FORM_LIMITS);
    expect([...submission.form.entries()]).toEqual([
      ["email", "margaret@example.com"],
      ["password", "a b+c&d"],
    ]);
  });

  it("may be empty", async () => {
    const bare = new Request("http://localhost:3000/logout", { method: "POST" });
    expect([...(await read(bare, FORM_LIMITS)).form.keys()]).toEqual([]);
  });

  it("keeps a name that comes twice twice", async () => {
    const submission = await read(post(new URLSearchParams("choice=a&choice=b")), FORM_LIMITS);
    expect(submission.form.getAll("choice")).toEqual(["a", "b"]);
  });

  it("does not count a file field that was left empty", async () => {
    const body = filePart("photos", "", "") + textPart("content", "Words") + END;
    const submission = await read(raw(body), ENTRY_LIMITS);
    expect(submission.files.size).toBe(0);
    expect(submission.form.get("content")).toBe("Words");
  });

  it("is handed to the action through the request, and a request without one is a bug", async () => {
    const request = asForm({ title: "Our year" });
    expect(() => formOf(request)).toThrow("did not pass the request guard");
    attachSubmission(request, await read(request, FORM_LIMITS));
    expect(formOf(request).get("title")).toBe("Our year");
  });
});

describe("a photo that is too large", () => {
  it("of 30 MB is dropped by itself; the words beside it and the other photo stay", async () => {
    const form = new FormData();
    form.append("content", "The words come first.");
    form.append("photos", new File([Buffer.alloc(30_000_000, 7)], "huge.jpg"));
    form.append("photos", new File([Buffer.alloc(5000, 8)], "small.jpg"));
    form.append("highlight", "And last.");
    const submission = await read(post(form), ENTRY_LIMITS);
    expect(submission.form.get("content")).toBe("The words come first.");
    expect(submission.form.get("highlight")).toBe("And last.");
    const photos = submission.files.get("photos") ?? [];
    expect(photos.map(({ name, tooLarge }) => [name, tooLarge])).toEqual([
      ["huge.jpg", true],
      ["small.jpg", false],
    ]);
    expect(photos[1]?.bytes).toBe(5000);
  });

  it("three times over still costs no word", async () => {
    const form = new FormData();
    for (const number of [1, 2, 3]) {
      form.append("photos", new File([Buffer.alloc(28_000_000, number)], `huge-${number}.jpg`));
    }
    form.append("content", "What we did that week.");
    const submission = await read(post(form), ENTRY_LIMITS);
    expect(submission.form.get("content")).toBe("What we did that week.");
    expect(submission.files.get("photos")?.map((photo) => photo.tooLarge)).toEqual([true, true, true]);
  });

  it("is one byte over 10 MiB; exactly 10 MiB is taken", async () => {
    const form = new FormData();
    form.append("photos", new File([Buffer.alloc(10 * MIB)], "just.jpg"));
    form.append("photos", new File([Buffer.alloc(10 * MIB + 1)], "over.jpg"));
    const submission = await read(post(form), ENTRY_LIMITS);
    expect(submission.files.get("photos")?.map((photo) => photo.tooLarge)).toEqual([false, true]);
  });

  it("a fifth photo chosen by mistake costs no word either", async () => {
    const form = new FormData();
    for (const number of [1, 2, 3, 4, 5]) form.append("photos", new File(["jpeg"], `${number}.jpg`));
    form.append("content", "All of us at the table.");
    const submission = await read(post(form), ENTRY_LIMITS);
    expect(submission.form.get("content")).toBe("All of us at the table.");
    expect(submission.files.get("photos")).toHaveLength(5);
  });
});

describe("a text that is too long", () => {
  it("of half a million characters arrives whole in the entry form", async () => {
    const form = new FormData();
    form.append("content", "word ".repeat(100_000));
    const submission = await read(post(form), ENTRY_LIMITS);
    expect(String(submission.form.get("content"))).toHaveLength(500_000);
    expect(submission.cut.size).toBe(0);
  });

  it("in many fields is refused, and was never all in memory", async () => {
    const form = new FormData();
    for (const box of ["title", "content", "learned"]) form.append(box, "word ".repeat(100_000));
    expect(await refusalOf(post(form), ENTRY_LIMITS)).toBe("too_large");
  });

  it("is cut at its limit and reported", async () => {
    const submission = await read(asForm({ message: "x".repeat(70 * 1024), name: "Margaret" }), FORM_LIMITS);
    expect(String(submission.form.get("message"))).toHaveLength(64 * 1024);
    expect([...submission.cut]).toEqual(["message"]);
  });
});

describe("a form that is refused", () => {
  it("has a body over its limit: too large", async () => {
    expect(await refusalOf(asForm({ message: "x".repeat(100 * 1024) }), FORM_LIMITS)).toBe("too_large");
  });

  it("has photos far over its limit: too large, and nothing of it is left", async () => {
    const form = new FormData();
    const limits = { ...ENTRY_LIMITS, bodyBytes: MIB };
    form.append("photos", new File([Buffer.alloc(2 * MIB)], "photo.jpg"));
    expect(await refusalOf(post(form), limits)).toBe("too_large");
    expect(leftovers()).toEqual([]);
  });

  it("declares that it is too large: the response does not wait for any of it", async () => {
    const request = post("a=b", {
      "Content-Type": "application/x-www-form-urlencoded",
      "Content-Length": String(101 * 1024),
    });
    expect(await refusalOf(request, FORM_LIMITS)).toBe("too_large");
  });

  it("goes on after its limit, however slowly: the response waits for nothing more", async () => {
    const slow = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(new Uint8Array(101 * 1024).fill(120)),
      pull: () => new Promise(() => {}),
    });
    expect(await refusalOf(raw(slow), FORM_LIMITS)).toBe("too_large");
    expect(leftovers()).toEqual([]);
  });

  it("never ends: it is cut off, too large", async () => {
    let sent = 0;
    const endless = new ReadableStream<Uint8Array>({
      pull(controller) {
        sent += MIB;
        controller.enqueue(new Uint8Array(MIB).fill(120));
      },
    });
    expect(await refusalOf(raw(endless), FORM_LIMITS)).toBe("too_large");
    expect(sent).toBeLessThan(70 * MIB);
  });

  it("has too many fields", async () => {
    const many = (count: number) => {
      const form = new FormData();
      for (let part = 0; part < count; part += 1) form.append(`field-${part}`, "x");
      return post(form);
    };
    expect(await refusalOf(many(51), ENTRY_LIMITS)).toBe("too_large");
    expect([...(await read(many(50), ENTRY_LIMITS)).form.keys()]).toHaveLength(50);
    const pairs = Array.from({ length: 201 }, (_, index) => `a${index}=1`).join("&");
    expect(await refusalOf(post(new URLSearchParams(pairs)), FORM_LIMITS)).toBe("too_large");
  });

  it("brings a file where no file belongs", async () => {
    const form = new FormData();
    form.append("email", new File(["#!/bin/sh"], "a.sh"));
    expect(await refusalOf(post(form), FORM_LIMITS)).toBe("too_large");
    expect(leftovers()).toEqual([]);
  });

  it.each([
    "email[9999999]",
    "email[ 1000 ]",
    "__proto__",
    "__proto__.admin",
    "a.__proto__.b",
    "a[__proto__]",
    "constructor",
    "constructor.prototype.x",
    "list[0].prototype",
    "n".repeat(201),
  ])("has a field named %s", async (name) => {
    expect(await refusalOf(asForm({ [name]: "x" }), FORM_LIMITS)).toBe("unreadable");
    expect(await refusalOf(raw(textPart(name, "x") + END), ENTRY_LIMITS)).toBe("unreadable");
    expect(await refusalOf(raw(filePart(name, "a.jpg", "x") + END), ENTRY_LIMITS)).toBe("unreadable");
    expect(leftovers()).toEqual([]);
  });

  it("but a field with a like name is taken", async () => {
    const names = ["email[999]", "lines[0].unit", "my__proto__", "constructors", "n".repeat(200)];
    const submission = await read(asForm(Object.fromEntries(names.map((name) => [name, "x"]))), FORM_LIMITS);
    expect([...submission.form.keys()]).toEqual(names);
  });

  it.each(["application/json", "text/plain", "multipart/mixed; boundary=x"])("is %s", async (type) => {
    expect(await refusalOf(post("{}", { "Content-Type": type }), FORM_LIMITS)).toBe("not_a_form");
  });
});

describe("a broken multipart body", () => {
  it.each([
    ["has no boundary in its type", () => post("x", { "Content-Type": "multipart/form-data" })],
    ["is no multipart at all", () => raw("just some text")],
    ["stops within a text", () => raw(textPart("content", "Words that").slice(0, -6))],
    ["stops within a file", () => raw(filePart("photos", "a.jpg", "half a photo").slice(0, -4))],
    ["stops before its last boundary", () => raw(textPart("content", "Words"))],
    ["stops within the head of a part", () => raw(`--${BOUNDARY}\r\nContent-Disposition: form-da`)],
  ])("that %s is unreadable, and nothing of it is left", async (_, request) => {
    expect(await refusalOf(request(), ENTRY_LIMITS)).toBe("unreadable");
    expect(leftovers()).toEqual([]);
  });

  it("a part without a name is left out", async () => {
    const nameless = `--${BOUNDARY}\r\nContent-Disposition: form-data\r\n\r\nx\r\n`;
    const submission = await read(raw(nameless + textPart("content", "Words") + END), ENTRY_LIMITS);
    expect([...submission.form.keys()]).toEqual(["content"]);
  });

  it("a browser that goes away in the middle of a photo leaves nothing behind", async () => {
    const half = filePart("photos", "a.jpg", "x".repeat(100_000)).slice(0, -4);
    const goesAway = new ReadableStream<Uint8Array>({
      start(controller) {
        controller.enqueue(new TextEncoder().encode(half));
      },
      pull(controller) {
        controller.error(new Error("The connection is gone."));
      },
    });
    expect(await refusalOf(raw(goesAway), ENTRY_LIMITS)).toBe("unreadable");
    expect(leftovers()).toEqual([]);
  });
});

describe("the files of a form", () => {
  it("are gone once the response is sent, and forgetting them twice is no error", async () => {
    const form = new FormData();
    form.append("photos", new File(["jpeg"], "../../../etc/passwd"));
    const submission = await read(post(form), ENTRY_LIMITS);
    const [photo] = submission.files.get("photos") ?? [];
    expect(photo?.path.startsWith(INCOMING)).toBe(true);
    expect(existsSync(photo?.path ?? "")).toBe(true);
    await submission.discard();
    await submission.discard();
    expect(leftovers()).toEqual([]);
  });

  it("that our disk does not take cost the words nothing, before or behind them", async () => {
    await rm(INCOMING, { recursive: true, force: true });
    writeFileSync(INCOMING, "a file where the folder should be");
    try {
      const form = new FormData();
      form.append("highlight", "The words come first.");
      form.append("photos", new File([Buffer.alloc(3 * MIB)], "photo.jpg"));
      form.append("photos", new File([Buffer.alloc(3 * MIB)], "another.jpg"));
      form.append("content", "And last.");
      const { form: words, files, broken } = await read(post(form), ENTRY_LIMITS);
      expect(broken).toMatchObject({ syscall: "mkdir" });
      expect(Object.fromEntries(words)).toEqual({
        highlight: "The words come first.",
        content: "And last.",
      });
      expect(files.size).toBe(0);
    } finally {
      await rm(INCOMING);
    }
  });

  it("are stored only after the field that says that they may be; of others no byte reaches the disk", async () => {
    await rm(INCOMING, { recursive: true, force: true });
    const body =
      filePart("photos", "early.jpg", "x".repeat(100_000)) +
      textPart("csrf", "ours") +
      textPart("content", "Words") +
      END;
    const late = await readSubmission(raw(body), ENTRY_LIMITS, {
      ...STORE_EVERY_FILE,
      mayStore: (form) => form.get("csrf") === "ours",
    });
    if (!late.ok) throw new Error(late.reason);
    expect(existsSync(INCOMING)).toBe(false);
    expect([late.submission.hasDropped, late.submission.files.size]).toEqual([true, 0]);
    expect(late.submission.form.get("content")).toBe("Words");
    const first = textPart("csrf", "ours") + filePart("photos", "a.jpg", "x") + END;
    const kept = await readSubmission(raw(first), ENTRY_LIMITS, {
      ...STORE_EVERY_FILE,
      mayStore: (form) => form.get("csrf") === "ours",
    });
    if (!kept.ok) throw new Error(kept.reason);
    opened.push(kept.submission);
    expect([kept.submission.hasDropped, kept.submission.files.get("photos")?.length]).toEqual([false, 1]);
  });

  it("that were left empty ask our disk for nothing", async () => {
    await rm(INCOMING, { recursive: true, force: true });
    const body = filePart("photos", "", "") + textPart("content", "Words") + END;
    expect((await read(raw(body), ENTRY_LIMITS)).form.get("content")).toBe("Words");
    expect(existsSync(INCOMING)).toBe(false);
  });
});

describe("a form at its limits", () => {
  const LIMITS = { ...FORM_LIMITS, bodyBytes: 20, textBytes: 10 };
  const urlencoded = (body: string, headers: Record<string, string> = {}) =>
    post(Readable.toWeb(Readable.from([Buffer.from(body)])) as ReadableStream<Uint8Array>, {
      "Content-Type": "application/x-www-form-urlencoded",
      ...headers,
    });

  it("is taken, by what it says, by what arrives and by its text, and refused with a byte more", async () => {
    const words = (length: number) => `a=${"x".repeat(length)}`;
    const limits = { ...LIMITS, textBytes: 100 };
    expect((await read(urlencoded(words(18)), limits)).form.get("a")).toHaveLength(18);
    expect(await refusalOf(urlencoded(words(19)), limits)).toBe("too_large");
    expect((await read(urlencoded("a=x", { "Content-Length": "20" }), limits)).form.get("a")).toBe("x");
    expect(await refusalOf(urlencoded("a=x", { "Content-Length": "21" }), limits)).toBe("too_large");
    expect((await read(urlencoded(words(10)), LIMITS)).form.get("a")).toHaveLength(10);
    expect(await refusalOf(urlencoded(words(11)), LIMITS)).toBe("too_large");
  });

  it("may have no body at all", async () => {
    const headers = { "Content-Type": "application/x-www-form-urlencoded" };
    const bare = new Request("http://localhost:3000/logout", { method: "POST", headers });
    expect([...(await read(bare, FORM_LIMITS)).form]).toEqual([]);
  });

  it("keeps its words where there was no room for its photos", async () => {
    const form = new FormData();
    form.append("photos", new File(["jpeg"], "one.jpg"));
    form.append("title", "Our year");
    const storer = { mayStore: () => true, admit: async () => ({ ok: false, reason: "busy" }) as const };
    const result = await readSubmission(post(form), ENTRY_LIMITS, storer);
    if (!result.ok) throw new Error(result.reason);
    expect(result.submission.form.get("title")).toBe("Our year");
    expect(result.submission.files.get("photos")).toMatchObject([{ name: "one.jpg", refused: "busy", bytes: 0 }]);
    expect(leftovers()).toEqual([]);
  });
});
