import { sql } from "drizzle-orm";
import { check, index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { accounts } from "./accounts";
import { belongsTo, day, flag, id, instant, oneOf, timestamps } from "./columns";

export const LOOP_STATUSES = ["ACTIVE", "COMPLETED", "PRINTING", "SHIPPED", "DELIVERED"] as const;
/** As in app/domain/book/layout/filling.ts. */
const FILLINGS = ["photographs", "notes"] as const;
export const MODERATION_STATUSES = ["PENDING", "FLAGGED", "APPROVED", "REJECTED", "HIDDEN"] as const;

export interface Pause {
  /** The first day that is not counted. */
  fromDay: string;
  weeks: number;
}

/** Whether the photo of a week may be over two pages. */
export interface DoubleChoice {
  week: number;
  pages: "one" | "two";
}

/** The foot of a photo on its page, in millimetres; see `PhotoFoot` in app/domain/book/layout/pages.ts. */
interface PhotoFoot {
  side?: "verso" | "recto";
  left: number;
  right: number;
  y: number;
}

interface PhotoCut {
  edge: "top" | "right" | "bottom" | "left";
  millimetres: number;
}

/** What a person should know of a book before it is printed. */
export type BookWarning =
  /** A photo with too few pixels for its printed size. */
  | { kind: "soft_photo"; week: number; photoId: string; pixelsPerInch: number; at?: PhotoFoot }
  /** So much of a photo is cut away at these edges that a face there would be damaged. */
  | {
      kind: "cut_photo";
      week: number;
      photoId: string;
      at?: PhotoFoot;
      cuts: readonly PhotoCut[];
    }
  /** The text of its week lies on a photo, on a label in this corner. */
  | {
      kind: "covered_photo";
      week: number;
      photoId: string;
      at?: PhotoFoot;
      corner: "top-left" | "top-right" | "bottom-left" | "bottom-right";
    }
  /** The text does not fit on one page and takes this many. */
  | { kind: "runs_over"; week: number; pages: number }
  /** A photo over two pages, or one that could be; not a warning, but known with them. */
  | {
      kind: "double_page";
      week: number;
      photoId: string;
      isPlaced: boolean;
      cuts?: readonly PhotoCut[];
      isOnFold?: boolean;
    }
  /** So many pages are there only because fewer cannot be bound; no warning either. */
  | { kind: "filled"; week: null; pages: number }
  /** Characters that no typeface draws; the week is null for the title and the dedication. */
  | { kind: "lost_characters"; week: number | null; characters: readonly string[] }
  | {
      kind: "plain_characters";
      week: number | null;
      words: readonly { readonly typed: string; readonly printed: string }[];
    };

export const loops = sqliteTable(
  "loops",
  {
    id: id(),
    accountId: belongsTo("account_id", () => accounts.id),
    title: text("title"),
    theme: text("theme").notNull(),
    type: text("type").notNull(),
    occasion: text("occasion"),
    recipientName: text("recipient_name"),
    dedication: text("dedication"),
    status: text("status", { enum: LOOP_STATUSES }).notNull().default("ACTIVE"),
    startDay: day("start_day").notNull(),
    deliveryDay: day("delivery_day").notNull(),
    /** Every pause of this year, in order: its first day, and its length in weeks. */
    pauses: text("pauses", { mode: "json" }).$type<readonly Pause[]>().notNull().default([]),
    /** Weeks of pause in all, at most 8; each delays everything after it. */
    pausedWeeks: integer("paused_weeks").notNull().default(0),
    /** The first day of the newest pause. */
    pausedFromDay: day("paused_from_day"),
    giverSeesProgress: flag("giver_sees_progress").notNull().default(false),
    ruledEmptyWeeks: flag("ruled_empty_weeks").notNull().default(false),
    /** What fills a book of fewer pages than can be bound. */
    filling: text("filling", { enum: FILLINGS }).notNull().default("photographs"),
    /** Whether the book is set in 16 point type. */
    largePrint: flag("large_print").notNull().default(false),
    /** Whether the book ends with the year in numbers; nobody else sees them except in the book. */
    printsNumbers: flag("prints_numbers").notNull().default(false),
    /** Whether written but unfinished weeks print as they are; otherwise they are left out of the book. */
    printsDrafts: flag("prints_drafts").notNull().default(false),
    /** What the owner decided about photos over two pages, by week; a week without a decision follows the suggestion. */
    doublePages: text("double_pages", { mode: "json" }).$type<readonly DoubleChoice[]>().notNull().default([]),
    /** Whether the owner wants the year in numbers; nothing is counted otherwise. */
    wantsNumbers: flag("wants_numbers").notNull().default(false),
    /** Raised by every change to what prints, which shows whether a finished file is still current. */
    contentVersion: integer("content_version").notNull().default(1),
    /** The newest content version that a book was asked for. */
    askedVersion: integer("asked_version").notNull().default(0),
    /**
     * Of what the pages of the proof showed when it was signed off; null before that, and of years before it was
     * recorded.
     */
    signedPagesSha256: text("signed_pages_sha256"),
    completedAt: instant("completed_at"),
    printingAt: instant("printing_at"),
    shippedAt: instant("shipped_at"),
    deliveredAt: instant("delivered_at"),
    carrier: text("carrier"),
    trackingNumber: text("tracking_number"),
    /** When the weekly email is sent, in London: 0 is Sunday. Null means Sunday at 18:00. */
    emailDay: integer("email_day"),
    emailHour: integer("email_hour"),
    /** When day, hour or the switch last changed; emails that were due before that are not sent. */
    emailsSince: instant("emails_since"),
    /** The newest week that a weekly email was queued for. */
    emailWeek: integer("email_week").notNull().default(0),
    emailsPausedAt: instant("emails_paused_at"),
    /**
     * When its weekly email is next looked at; null of a year that gets none any more. Triggers make it zero, at once, when
     * anything changes that decides about it.
     */
    nextEmailAt: instant("next_email_at").default(sql`0`),
    ...timestamps(),
  },
  (table) => [
    index("loops_account").on(table.accountId, table.createdAt),
    index("loops_next_email").on(table.nextEmailAt).where(sql`next_email_at IS NOT NULL`),
    index("loops_status").on(table.status, table.deliveryDay),
    // Years that have changed since a book was asked for, however many others there are.
    index("loops_changed").on(table.updatedAt).where(sql`status = 'ACTIVE' AND asked_version <> content_version`),
    check("loops_status_word", oneOf("status", LOOP_STATUSES)),
    check("loops_paused_weeks", sql`${table.pausedWeeks} BETWEEN 0 AND 8`),
  ],
);

/** A completed week. Its text can change until sign-off; each change is saved as a version. */
export const entries = sqliteTable(
  "entries",
  {
    id: id(),
    loopId: belongsTo("loop_id", () => loops.id),
    week: integer("week").notNull(),
    title: text("title").notNull().default(""),
    highlight: text("highlight").notNull().default(""),
    gratitude: text("gratitude").notNull().default(""),
    learned: text("learned").notNull().default(""),
    prompt: text("prompt").notNull(),
    content: text("content").notNull(),
    /**
     * Words of the answer, and of all boxes, counted on saving. Null only in a row from before that, until
     * the worker has counted it.
     */
    answerWords: integer("answer_words"),
    allWords: integer("all_words"),
    /** As of its draft. */
    begunAt: instant("begun_at"),
    version: integer("version").notNull().default(1),
    caughtUp: flag("caught_up").notNull().default(false),
    /** When the last photo of the finished week was removed: it is open again until it has one. */
    openAgainAt: instant("open_again_at"),
    moderation: text("moderation", { enum: MODERATION_STATUSES }).notNull().default("PENDING"),
    flagReason: text("flag_reason"),
    moderationNotes: text("moderation_notes"),
    reviewedAt: instant("reviewed_at"),
    reviewedByStaffId: text("reviewed_by_staff_id"),
    lockedByStaffId: text("locked_by_staff_id"),
    lockedUntil: instant("locked_until"),
    ...timestamps(),
  },
  (table) => [
    uniqueIndex("entries_loop_week").on(table.loopId, table.week),
    // With the year, so that what waits in years that go on is counted from the index alone.
    index("entries_moderation").on(table.moderation, table.createdAt, table.loopId),
    // The oldest that are flagged, and what waits in one year.
    index("entries_flagged").on(table.updatedAt, table.loopId, table.id).where(sql`moderation = 'FLAGGED'`),
    index("entries_pending").on(table.loopId).where(sql`moderation = 'PENDING'`),
    index("entries_created").on(table.createdAt),
    index("entries_uncounted").on(table.id).where(sql`all_words IS NULL`),
    // How far years have come is counted from the index alone.
    index("entries_pace").on(table.loopId, table.week, table.openAgainAt, table.createdAt, table.updatedAt),
    check("entries_week", sql`${table.week} BETWEEN 1 AND 52`),
    check("entries_moderation_word", oneOf("moderation", MODERATION_STATUSES)),
  ],
);

/** Earlier texts of a week, saved or sent while another was being saved; they can be restored. */
export const entryVersions = sqliteTable(
  "entry_versions",
  {
    id: id(),
    loopId: belongsTo("loop_id", () => loops.id),
    week: integer("week").notNull(),
    version: integer("version").notNull(),
    title: text("title").notNull(),
    highlight: text("highlight").notNull(),
    gratitude: text("gratitude").notNull(),
    learned: text("learned").notNull(),
    prompt: text("prompt").notNull(),
    content: text("content").notNull(),
    writtenAt: instant("written_at").notNull(),
  },
  (table) => [uniqueIndex("entry_versions_week").on(table.loopId, table.week, table.version)],
);

/** The text of a week in progress: saved at every submission, valid or not. One per loop and week. */
export const drafts = sqliteTable(
  "drafts",
  {
    id: id(),
    loopId: belongsTo("loop_id", () => loops.id),
    week: integer("week").notNull(),
    title: text("title").notNull().default(""),
    highlight: text("highlight").notNull().default(""),
    gratitude: text("gratitude").notNull().default(""),
    learned: text("learned").notNull().default(""),
    prompt: text("prompt").notNull().default(""),
    content: text("content").notNull().default(""),
    /** As in `entries`. */
    answerWords: integer("answer_words"),
    allWords: integer("all_words"),
    /** Raised by every save; a form that was opened on an older number reports the conflict. */
    revision: integer("revision").notNull().default(1),
    /** When its first text was saved; null in a row from before that was written down. */
    begunAt: instant("begun_at"),
    updatedAt: instant("updated_at").notNull(),
  },
  (table) => [
    uniqueIndex("drafts_loop_week").on(table.loopId, table.week),
    index("drafts_saved").on(table.loopId, table.updatedAt),
    index("drafts_uncounted").on(table.id).where(sql`all_words IS NULL`),
  ],
);

/**
 * How far the saves of one open page of a week have come, so that one sent again is saved once. `writer` is a random name
 * that the page gave itself; it numbers its saves, `revision` is what the newest of them led to, and `digest` tells its
 * text from another under the same number.
 */
export const deviceSaves = sqliteTable(
  "device_saves",
  {
    id: id(),
    loopId: belongsTo("loop_id", () => loops.id),
    week: integer("week").notNull(),
    writer: text("writer").notNull(),
    number: integer("number").notNull(),
    digest: text("digest").notNull(),
    revision: text("revision").notNull(),
    savedAt: instant("saved_at").notNull(),
  },
  (table) => [
    uniqueIndex("device_saves_writer").on(table.loopId, table.week, table.writer),
    index("device_saves_saved").on(table.savedAt),
  ],
);

/** The prompt an owner chose or wrote instead of the week's own. */
export const chosenPrompts = sqliteTable(
  "chosen_prompts",
  {
    id: id(),
    loopId: belongsTo("loop_id", () => loops.id),
    week: integer("week").notNull(),
    prompt: text("prompt").notNull(),
    ownWords: flag("own_words").notNull().default(false),
    createdAt: instant("created_at").notNull(),
  },
  (table) => [uniqueIndex("chosen_prompts_loop_week").on(table.loopId, table.week)],
);

/** `failed`: its sizes could not be made; its owner has not replaced it, nor left it out. */
export const PHOTO_STATES = ["ready", "failed", "removed"] as const;

/**
 * A photo of a week, up to three. Files are in storage under keys made here; the sender's file name is only a label. While
 * a photo waits for its sizes, every key names its original, and its measures are those its sizes will have.
 */
export const photos = sqliteTable(
  "photos",
  {
    id: id(),
    loopId: belongsTo("loop_id", () => loops.id),
    week: integer("week").notNull(),
    position: integer("position").notNull(),
    state: text("state", { enum: PHOTO_STATES }).notNull().default("ready"),
    /** Whether its sizes are still to be made, by a job. */
    isWaiting: flag("is_waiting").notNull().default(false),
    /** Why its sizes could not be made, of one of the reasons in `photo-rules.ts`. */
    refusal: text("refusal"),
    fileName: text("file_name").notNull(),
    caption: text("caption").notNull().default(""),
    quarterTurns: integer("quarter_turns").notNull().default(0),
    /** What must be seen of it, in thousandths from the left and the top as it is turned; unknown until it is looked for. */
    pointX: integer("point_x"),
    pointY: integer("point_y"),
    /** Whether its owner set the point; otherwise it is a guess. */
    pointIsOwners: flag("point_is_owners").notNull().default(false),
    width: integer("width").notNull(),
    height: integer("height").notNull(),
    /** Of the print file. */
    bytes: integer("bytes").notNull(),
    /** Of the file as it was chosen; unknown of photos from before it was noted. */
    sentBytes: integer("sent_bytes"),
    /** Of the original, so that a photo sent twice is kept once; of photos from before they waited, of the print file. */
    sha256: text("sha256").notNull(),
    originalKey: text("original_key").notNull(),
    printKey: text("print_key").notNull(),
    printWidth: integer("print_width").notNull(),
    printHeight: integer("print_height").notNull(),
    screenKey: text("screen_key").notNull(),
    /** Null until it is made, of photos from before there was one. */
    mediumKey: text("medium_key"),
    thumbKey: text("thumb_key").notNull(),
    createdAt: instant("created_at").notNull(),
    removedAt: instant("removed_at"),
  },
  (table) => [
    index("photos_loop_week").on(table.loopId, table.week, table.position),
    uniqueIndex("photos_place").on(table.loopId, table.week, table.position).where(sql`state = 'ready'`),
    index("photos_created").on(table.createdAt),
    index("photos_waiting").on(table.createdAt).where(sql`is_waiting = 1`),
    // What left its week, and what was stored before there was a medium size: few among all photos.
    index("photos_out").on(table.removedAt).where(sql`removed_at IS NOT NULL`),
    index("photos_without_medium").on(table.id).where(sql`medium_key IS NULL`),
    check("photos_week", sql`${table.week} BETWEEN 1 AND 52`),
    check("photos_position", sql`${table.position} BETWEEN 1 AND 3`),
    check("photos_turns", sql`${table.quarterTurns} BETWEEN 0 AND 3`),
  ],
);

export const BOOK_FILE_STATES = ["waiting", "rendering", "ready", "failed"] as const;

/** A book made from one content version of a loop. */
export const bookFiles = sqliteTable(
  "book_files",
  {
    id: id(),
    loopId: belongsTo("loop_id", () => loops.id),
    kind: text("kind", { enum: ["interior", "cover", "screen"] }).notNull(),
    contentVersion: integer("content_version").notNull(),
    state: text("state", { enum: BOOK_FILE_STATES }).notNull().default("waiting"),
    stepsDone: integer("steps_done").notNull().default(0),
    stepsTotal: integer("steps_total").notNull().default(0),
    pageCount: integer("page_count"),
    /** The page count of the same book in the other size of type; null once nobody can choose any more. */
    otherPageCount: integer("other_page_count"),
    bytes: integer("bytes"),
    sha256: text("sha256"),
    /** Of what the pages show; null of a book of before it was recorded. */
    pagesSha256: text("pages_sha256"),
    storageKey: text("storage_key"),
    failure: text("failure"),
    /** What the owner should know before it is printed, once it is ready. */
    warnings: text("warnings", { mode: "json" }).$type<readonly BookWarning[]>().notNull().default([]),
    ...timestamps(),
  },
  (table) => [
    uniqueIndex("book_files_version").on(table.loopId, table.kind, table.contentVersion),
    check("book_files_state", oneOf("state", BOOK_FILE_STATES)),
  ],
);
