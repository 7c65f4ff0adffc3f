import { text } from "node:stream/consumers";
import { describe, expect, it } from "vitest";
import { storage } from "~/adapters/adapters.server";
import {
  fileAddress,
  openFileAddress,
  readWebhookToken,
  webhookAddress,
} from "~/domain/operations/printing/printer-links.server";
import { NOW } from "../../../support/people";

const KEY = "prints/a/interior.pdf";
const inHours = (hours: number) => new Date(NOW.getTime() + hours * 3_600_000);
const tokenOf = (address: string) => address.split("/").at(-1) ?? "";

describe("the address of a file for the printer", () => {
  it("opens that file for a week, in which a printer may hold its order, and nothing after", async () => {
    await storage.put(KEY, Buffer.from("%PDF"), "application/pdf");
    const token = tokenOf(await fileAddress(KEY, NOW));
    const file = await openFileAddress(token, inHours(7 * 24 - 1));
    expect(file && (await text(file.body))).toBe("%PDF");
    expect(await openFileAddress(token, inHours(7 * 24))).toBeUndefined();
  });

  it("opens nothing where a letter of it was changed", async () => {
    const token = tokenOf(await fileAddress(KEY, NOW));
    const other = Buffer.from(`${inHours(999).getTime()} ${KEY}`).toString("base64url");
    for (const forged of ["", "x.y", `${other}.${token.split(".")[1]}`, `${token}x`])
      expect(await openFileAddress(forged, NOW)).toBeUndefined();
  });
});

describe("the address of an order’s webhooks", () => {
  it("names its order, and no other", () => {
    const token = tokenOf(webhookAddress("order1"));
    expect(readWebhookToken(token)).toBe("order1");
    expect(readWebhookToken(token.replace("order1", "order2"))).toBeUndefined();
    // A file's signature is worth nothing here.
    expect(readWebhookToken("order1.")).toBeUndefined();
  });
});
