import { expect, it } from "vitest";
import { imageKindOf, TELLING_BYTES, validateFile } from "~/domain/diary/photos/image-kinds";
import { text, u32 } from "../../../support/heic";

/** What a film or a HEIC says first: its length, its first brand, a version, and more brands. */
const brands = (length: number, first: string, ...others: string[]) =>
  Buffer.concat([u32(length), text(`ftyp${first}\0\0\0\0${others.join("")}`)]);
const many = (count: number) =>
  brands(
    20 + count * 4,
    "mif1",
    ..."x"
      .repeat(count)
      .split("")
      .map(() => "mif2"),
    "heic",
  );

it.each([
  ["jpeg", text("\xff\xd8\xff\xe0")],
  ["not_a_photo", text("\xff\xd8")],
  ["png", text("\x89PNG\r\n\x1a\n")],
  ["not_a_photo", text("\x89PNG\r\n\x1a")],
  ["webp", text("RIFF\0\0\0\0WEBP")],
  ["not_a_photo", text("RIFF\0\0\0\0WAVE")],
  ["not_a_photo", text("XIFF\0\0\0\0WEBP")],
  ["heic", brands(16, "heic")],
  ["heic", brands(20, "mif1", "heic")],
  ["other_kind", brands(16, "mif1", "heic")],
  ["other_kind", brands(20, "mp42", "isom")],
  // The last four of the bytes that tell.
  ["heic", many(TELLING_BYTES / 4 - 5)],
  ["other_kind", many(TELLING_BYTES / 4 - 4)],
  ["other_kind", text("GIF89a")],
  ["not_a_photo", text("<!doctype html>")],
  ["not_a_photo", Buffer.alloc(0)],
] as const)("a file is told by its first bytes: %s, %#", (kind, file) => {
  expect(validateFile(file)).toBe(kind);
  expect(imageKindOf(file)).toBe(kind === "other_kind" || kind === "not_a_photo" ? null : kind);
});
