import { appendFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { PhotoReader } from "~/domain/book/assembly/photo-reader.server";
import { workFolder } from "../books/print-photos";

function photoOf(words: string, bytes = words.length) {
  const file = join(workFolder(), "photo.jpg");
  writeFileSync(file, words);
  return { id: "one", file, bytes, width: 1, height: 1 };
}

it("photos are read one after another, until there are no more", async () => {
  const reader = new PhotoReader([photoOf("first"), photoOf("the second"), photoOf("3")]);
  for (const words of ["first", "the second", "3"]) expect(`${(await reader.next()).content}`).toBe(words);
  await expect(reader.next()).rejects.toThrow("There are no more photos.");
  await reader.close();
});

it.each(["longer", "shorter"])("a photo that is %s than it was is refused by its name", async (change) => {
  const photo = photoOf("first", change === "shorter" ? 6 : 5);
  if (change === "longer") appendFileSync(photo.file, "!");
  const reader = new PhotoReader([photo]);
  await expect(reader.next()).rejects.toThrow("Photo one: the print file changed");
});
