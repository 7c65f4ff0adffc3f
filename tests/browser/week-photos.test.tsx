import type { Request } from "playwright";
import { describe, expect, it } from "vitest";
import { PHOTO_MESSAGES } from "~/domain/diary/rules/photo-rules";
import { plain } from "../support/pictures";
import { openPage, type Response } from "./support/open-page";
import { WeekForm } from "./support/week-form";

const photo = async (name: string, width = 64) => {
  return { name, mimeType: "image/jpeg", buffer: await plain(width, 48).jpeg().toBuffer() };
};
const file = (name: string, text: string) => ({ name, mimeType: "image/jpeg", buffer: Buffer.from(text) });

type Responses = Readonly<Record<string, (request: Request) => Response>>;

async function openWeek(responses: Responses = {}, form: { room?: number; isDirect?: boolean } = {}) {
  const page = await openPage(<WeekForm {...form} />, { responses });
  const said = (name: string) => page.locator("figure", { hasText: name }).locator(".photo-said");
  return { page, said, picker: page.locator("#photos") };
}

describe("photos that are chosen", () => {
  it("are shown with their names and sizes, and those that are none say so", async () => {
    const { page, said, picker } = await openWeek();
    await picker.setInputFiles([await photo("beach.jpg"), file("notes.jpg", "Dear diary"), file("cat.gif", "GIF89a")]);
    await page.getByText(PHOTO_MESSAGES.not_a_photo).waitFor();
    await page.getByText(PHOTO_MESSAGES.other_kind).waitFor();
    expect(await page.locator("figcaption").first().textContent()).toContain("beach.jpg, 1 KB");
    expect(await said("beach.jpg").textContent()).toBe("");
    expect(await picker.evaluate((one: HTMLInputElement) => [...(one.files ?? [])].map(({ name }) => name))).toEqual([
      "beach.jpg",
    ]);
  });

  it("are no more than the week takes", async () => {
    const { page, said, picker } = await openWeek({}, { room: 1 });
    await picker.setInputFiles([await photo("beach.jpg"), await photo("hill.jpg", 65)]);
    await page.getByText(PHOTO_MESSAGES.too_many).waitFor();
    expect(await said("hill.jpg").textContent()).toBe(PHOTO_MESSAGES.too_many);
  });

  it("may be left out again", async () => {
    const { page, picker } = await openWeek();
    await picker.setInputFiles(await photo("beach.jpg"));
    await page.getByRole("button", { name: "Leave it out beach.jpg" }).click();
    expect(await page.locator("figure").count()).toBe(0);
    expect(await picker.evaluate((one: HTMLInputElement) => one.files?.length)).toBe(0);
  });
});

describe("photos that are sent", () => {
  it("go one after another before the form itself", async () => {
    const sent: string[] = [];
    const { page, picker } = await openWeek({
      "POST /dashboard/photo": (request) => {
        sent.push(/filename="([^"]+)"/.exec(request.postDataBuffer()?.toString("latin1") ?? "")?.[1] ?? "");
        return { body: {} };
      },
      "POST /dashboard": () => {
        sent.push("the form");
        return { body: "Saved" };
      },
    });
    await picker.setInputFiles([await photo("beach.jpg"), await photo("hill.jpg", 65)]);
    await page.getByRole("button", { name: "Save week 1" }).click();
    await page.getByText("Saved", { exact: true }).waitFor();
    expect(sent).toEqual(["beach.jpg", "hill.jpg", "the form"]);
  });

  it("that fail say why, keep the page, and can be tried again", async () => {
    let times = 0;
    const { page, said, picker } = await openWeek({
      "POST /dashboard/photo": () =>
        times++ === 0 ? { status: 507, body: { error: "No room just now" } } : { body: {} },
    });
    await picker.setInputFiles(await photo("beach.jpg"));
    await page.getByRole("button", { name: "Save week 1" }).click();
    await page.getByText("Not all saved: one photo failed").waitFor();
    expect(await said("beach.jpg").textContent()).toBe("No room just now");
    await page.getByRole("button", { name: "Try again beach.jpg" }).click();
    await page.getByText("Saved with this week").waitFor();
  });

  it("go straight to storage where it takes them, and are then reported", async () => {
    const sent: string[] = [];
    const note = (what: string, response: Response) => (request: Request) => {
      sent.push(`${what} ${request.headers()["x-kind"] ?? ""}`.trim());
      return response;
    };
    const keys: string[] = [];
    const place = { uploadUrl: "/storage/1", photo: "p1", headers: { "X-Kind": "photo", "Content-Length": "1" } };
    const { page, picker } = await openWeek(
      {
        "POST /dashboard/photo-place": (request) => {
          const key = /name="key"\r\n\r\n(.*)\r\n/.exec(request.postData() ?? "")?.[1] ?? "";
          keys.push(key.replace(/\d+,\d+/, "size,time"));
          return note("asked for a place", { body: place })(request);
        },
        "PUT /storage/1": note("stored", { body: {} }),
        "POST /dashboard/photo": note("reported", { body: {} }),
        "POST /dashboard": note("saved", { body: "Saved" }),
      },
      { isDirect: true },
    );
    await picker.setInputFiles(await photo("beach.jpg"));
    await page.getByRole("button", { name: "Save week 1" }).click();
    await page.getByText("Saved", { exact: true }).waitFor();
    expect(sent).toEqual(["asked for a place", "stored photo", "reported", "saved"]);
    expect(keys).toEqual([",size,time,beach.jpg"]);
  });
});
