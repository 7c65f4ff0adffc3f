import { existsSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { becomeCustomer } from "../screens/support/customers";
import { openApp } from "../support/app";

/** Where files of forms are written: a file in place of the folder makes every attempt an error. */
const INCOMING = join(process.env.DATA_DIR ?? "", "incoming");
const app = await openApp();
const origin = process.env.PUBLIC_ORIGIN ?? "";

beforeAll(() => {
  rmSync(INCOMING, { recursive: true, force: true });
  writeFileSync(INCOMING, "");
});
afterAll(() => rmSync(INCOMING));

function photoForm(token: string): { body: Buffer; type: string } {
  const boundary = "----photos";
  const field = (name: string, value: string) =>
    `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
  const file = `--${boundary}\r\nContent-Disposition: form-data; name="photos"; filename="a.jpg"\r\n\r\n`;
  const text = `${field("csrf", token)}${field("loop", "x")}${field("week", "1")}${field("content", "The words stay.")}${file}`;
  const body = Buffer.concat([Buffer.from(text), Buffer.alloc(200_000, 7), Buffer.from(`\r\n--${boundary}--\r\n`)]);
  return { body, type: `multipart/form-data; boundary=${boundary}` };
}

describe("photos of somebody who is not signed in", () => {
  it.each(["/dashboard", "/dashboard/photo"])("sent to %s reach no disk, and the words come back", async (path) => {
    const visitor = app.visitor();
    const token = (await visitor.visit("/auth")).field("csrf").value;
    const { body, type } = photoForm(token);
    const headers = { Origin: origin, "Sec-Fetch-Site": "same-origin", "Content-Type": type };
    const response = await visitor.send(path, { method: "POST", body, headers });
    expect(response.status).toBe(401);
    if (path === "/dashboard") expect(response.body).toContain("The words stay.");
    expect(existsSync(INCOMING)).toBe(true);
  });

  it("nor with a token that is nobody’s", async () => {
    const { body, type } = photoForm("made-up");
    const headers = { Origin: origin, "Sec-Fetch-Site": "same-origin", "Content-Type": type };
    const response = await app.visitor().send("/dashboard", { method: "POST", body, headers });
    expect(response.status).toBe(403);
    expect(response.body).toContain("The words stay.");
  });

  it.each(["/dashboard/photo", "/dashboard/draft"])(
    "are refused by %s from somebody who is signed in, where the form has no token of theirs",
    async (path) => {
      const { browser } = await becomeCustomer(app);
      const { body, type } = photoForm("made-up");
      const headers = { Origin: origin, "Sec-Fetch-Site": "same-origin", "Content-Type": type };
      const response = await browser.send(path, { method: "POST", body, headers });
      expect(response.status).toBe(403);
    },
  );

  it.each(["dashboard/photo", "dashboard/draft"])(
    "are not awaited by %s, which responds at the first byte",
    async (path) => {
      const route = Object.values(app.routes).find((one) => one?.path === path);
      const endless = new ReadableStream({ start: (sending) => sending.enqueue(new Uint8Array(10)) });
      const request = new Request(`${origin}/${path}`, {
        method: "POST",
        body: endless,
        headers: {
          Origin: origin,
          "Sec-Fetch-Site": "same-origin",
          "Content-Type": "multipart/form-data; boundary=x",
          Host: new URL(origin).host,
        },
        duplex: "half",
      } as RequestInit);
      const response = await route?.module.action?.({ request, params: {}, context: {} });
      expect((response as Response).status).toBe(401);
    },
    10_000,
  );
});
