import { expect, it } from "vitest";
import { inFolderNamed } from "~/domain/diary/photos/work-folder.server";

it("a folder is one request’s at a time, and another’s after it", async () => {
  const second = () => inFolderNamed("slot", async () => "second");
  expect(await inFolderNamed("slot", second)).toBeUndefined();
  expect(await second()).toBe("second");
});
