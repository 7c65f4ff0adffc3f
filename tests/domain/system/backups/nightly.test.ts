import { afterAll, expect, it, vi } from "vitest";
import { rawConnection } from "#db/client.server";
import { makeNightlyCopy } from "~/domain/system/backups/nightly.server";

vi.spyOn(console, "error").mockImplementation(() => undefined);
afterAll(() => {
  rawConnection().pragma("query_only = OFF");
});

it("a copy that fails says why, also where the failure can’t be recorded", async () => {
  const copies = {
    put: () => Promise.reject(new Error("The bucket refuses the copy.")),
    list: async () => [],
    download: async () => undefined,
    remove: async () => undefined,
    readErased: async () => null,
    writeErased: async () => undefined,
  };
  rawConnection().pragma("query_only = ON");
  await expect(makeNightlyCopy(copies, new Date())).rejects.toThrow("The bucket refuses the copy.");
});
