import { z } from "zod";
import { WEEKS } from "~/domain/diary/rules/calendar";
import type { BookWarning, Corner, Cut, DoublePage, FilledPages, PhotoFoot } from "../layout/pages";
import type { MadeBook } from "./book-files.server";

/** What a machine without the database says of a book that it has made: its owner's proof is shown from it. */

export type ReportedBook = Pick<
  MadeBook,
  "pageCount" | "bytes" | "sha256" | "pagesSha256" | "notes" | "doublePagePhotos" | "filled"
>;

const count = z.number().int().min(1).max(Number.MAX_SAFE_INTEGER);
const hash = z.string().regex(/^[0-9a-f]{64}$/);
const week = z.number().int().min(1).max(WEEKS);
const photoId = z.string();

const cut: z.ZodType<Cut> = z.object({ edge: z.enum(["top", "right", "bottom", "left"]), millimetres: z.number() });
const foot: z.ZodType<PhotoFoot> = z.object({
  side: z.enum(["verso", "recto"]).optional(),
  ...{ left: z.number(), right: z.number(), y: z.number() },
});
const corner: z.ZodType<Corner> = z.enum(["top-left", "top-right", "bottom-left", "bottom-right"]);
const ofPhoto = { week, photoId, at: foot.optional() };

const note: z.ZodType<BookWarning> = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("soft_photo"), ...ofPhoto, pixelsPerInch: z.number() }),
  z.object({ kind: z.literal("cut_photo"), ...ofPhoto, cuts: z.array(cut) }),
  z.object({ kind: z.literal("covered_photo"), ...ofPhoto, corner }),
  z.object({ kind: z.literal("runs_over"), week, pages: count }),
  z.object({
    ...{ kind: z.literal("lost_characters"), week: week.nullable(), characters: z.array(z.string()) },
    script: z.string().nullable().optional(),
  }),
  z.object({
    ...{ kind: z.literal("plain_characters"), week: week.nullable() },
    words: z.array(z.object({ typed: z.string(), printed: z.string() })),
  }),
]);

const doublePage: z.ZodType<DoublePage> = z.object({
  ...{ kind: z.literal("double_page"), week, photoId, isPlaced: z.boolean() },
  ...{ cuts: z.array(cut).optional(), isOnFold: z.boolean().optional() },
});

const filled: z.ZodType<FilledPages> = z.object({ kind: z.literal("filled"), week: z.null(), pages: count });

export const Reported: z.ZodType<ReportedBook> = z.object({
  ...{ pageCount: count, bytes: count, sha256: hash, pagesSha256: hash },
  ...{ notes: z.array(note), doublePagePhotos: z.array(doublePage), filled: z.array(filled) },
});
