import { asc, eq } from "drizzle-orm";
import { db } from "#db/client.server";
import { prepareAll } from "#db/queries.server";
import { staff } from "#db/schema";
import { addDays, londonDay } from "~/domain/kernel/time/days";
import { HOUR_MS } from "~/domain/kernel/time/durations";
import { choice } from "~/domain/people/staff/list-filters.server";
import { declareAddress } from "~/domain/people/staff/lists.server";
import { isPermitted } from "~/domain/people/staff/permissions";
import { readPromises } from "./promises.server";
import { type Viewer, type WaitingRow, waitingRows } from "./waiting-rows.server";
import {
  CLOSABLE,
  INBOX_SORTS,
  INBOX_TABS,
  INBOX_USUAL,
  type InboxSort,
  type InboxTab,
  keyOf,
  LONGEST_PUT_OFF_DAYS,
  WORK_KINDS,
  WORK_RULES,
  type WorkKey,
  type WorkKind,
} from "./work-kinds";
import { SUBJECTS_OF, type Subject } from "./work-subjects.server";

/** The inbox of one staff member: what waits that they can act on, since when, and who has taken it. */

export interface WaitingWork extends Omit<Subject, "id"> {
  key: WorkKey;
  kind: WorkKind;
  since: Date;
  /** It has waited longer than was promised. */
  isLate: boolean;
  promiseHours: number;
  isClosable: boolean;
  owner: { id: string; name: string } | null;
  putOffUntil: string | null;
}

/** Collapses kinds with more than this many items into one line with their count. */
const SHOWN_OF_A_KIND: Partial<Record<WorkKind, number>> = { week: 3, email: 20, alarm: 20 };

export interface WorkGroup {
  name: string;
  items: WaitingWork[];
  /** How many more of a kind there are than are shown. */
  more: { kind: WorkKind; count: number }[];
  total: number;
}

export interface Inbox {
  groups: WorkGroup[];
  counts: Record<InboxTab, number>;
  oldest: Date | null;
}

/** What the address of the inbox may ask for. */
export const INBOX_LIST = declareAddress({
  name: "inbox",
  permission: "inbox.read",
  filters: { show: choice(INBOX_TABS, () => undefined) },
  orders: ["", ...INBOX_SORTS],
  usual: () => INBOX_USUAL,
});

const IN_TAB: Readonly<Record<InboxTab, (row: WaitingRow, staffId: string) => boolean>> = {
  all: ({ putOffUntil }) => putOffUntil === null,
  mine: ({ putOffUntil, ownerId }, staffId) => putOffUntil === null && ownerId === staffId,
  nobodys: ({ putOffUntil, ownerId }) => putOffUntil === null && ownerId === null,
  put_off: ({ putOffUntil }) => putOffUntil !== null,
};

/** What this person sees on a tab, by group in the order of harm; within a group as it is sorted. */
export function readInbox(viewer: Viewer, tab: InboxTab, now: Date, sort: InboxSort = INBOX_USUAL): Inbox {
  const rows = waitingRows(viewer, now);
  const inTab = (one: InboxTab) => rows.filter((row) => IN_TAB[one](row, viewer.staffId));
  const shown = inTab(tab);
  const counts = Object.fromEntries(INBOX_TABS.map((one) => [one, inTab(one).length]));
  return {
    groups: sorted(groupsOf(sort === "-waiting" ? shown.toReversed() : shown, now), sort),
    counts: counts as Record<InboxTab, number>,
    oldest: shown[0]?.since ?? null,
  };
}

/** Kinds with one group are sorted together; what has no due day or no owner comes last, either way. */
function sorted(groups: WorkGroup[], sort: InboxSort): WorkGroup[] {
  if (sort === INBOX_USUAL) return groups;
  const sign = sort.startsWith("-") ? -1 : 1;
  const sortedBy = VALUES[sort.replace("-", "") as keyof typeof VALUES];
  const compare = (one: WaitingWork, other: WaitingWork) => {
    const [left, right] = [sortedBy(one), sortedBy(other)];
    if (left === null || right === null) return Number(left === null) - Number(right === null);
    return left === right ? 0 : left < right ? -sign : sign;
  };
  return groups.map((group) => ({ ...group, items: group.items.toSorted(compare) }));
}

const VALUES = {
  waiting: ({ since }: WaitingWork) => since.getTime(),
  due: ({ dueAt }: WaitingWork) => dueAt?.getTime() ?? null,
  owner: ({ owner }: WaitingWork) => owner?.name ?? null,
} as const;

function groupsOf(rows: readonly WaitingRow[], now: Date): WorkGroup[] {
  const groups = new Map<string, WorkGroup>();
  const names = new Map(colleagues().map(({ id, name }) => [id, name]));
  for (const kind of WORK_KINDS) {
    const all = rows.filter((row) => row.kind === kind);
    if (all.length === 0) continue;
    const few = all.slice(0, SHOWN_OF_A_KIND[kind] ?? all.length);
    const { group: name } = WORK_RULES[kind];
    const group = groups.get(name) ?? { name, items: [], more: [], total: 0 };
    const items = describe(kind, few, names, now);
    group.items.push(...items);
    group.total += all.length - (few.length - items.length);
    if (all.length > few.length) group.more.push({ kind, count: all.length - few.length });
    groups.set(name, group);
  }
  return [...groups.values()].filter(({ total }) => total > 0);
}

function describe(
  kind: WorkKind,
  rows: readonly WaitingRow[],
  names: ReadonlyMap<string, string>,
  now: Date,
): WaitingWork[] {
  const ids = rows.map(({ id }) => id);
  const subjects = new Map(SUBJECTS_OF[kind](ids, now).map((subject) => [subject.id, subject]));
  const promiseHours = readPromises()[WORK_RULES[kind].promise];
  return rows.flatMap(({ id, since, ownerId, putOffUntil }) => {
    const subject = subjects.get(id);
    if (!subject) return [];
    const { id: _, ...words } = subject;
    return {
      ...words,
      key: keyOf(kind, id),
      kind,
      since,
      isLate: now.getTime() - since.getTime() > promiseHours * HOUR_MS,
      promiseHours,
      isClosable: CLOSABLE.includes(kind),
      owner: ownerId === null ? null : { id: ownerId, name: names.get(ownerId) ?? "A former colleague" },
      putOffUntil,
    };
  });
}

/** One piece of work by its key, where it waits for this person. */
export function workNamed(key: string, viewer: Viewer, now: Date): WaitingWork | undefined {
  const row = waitingRows(viewer, now).find(({ kind, id }) => keyOf(kind, id) === key);
  return row && describe(row.kind, [row], new Map(), now)[0];
}

/** Everybody who works here now, by name. */
export const colleagues = prepareAll(() =>
  db
    .select({ id: staff.id, name: staff.name, email: staff.email, role: staff.role })
    .from(staff)
    .where(eq(staff.isActive, true))
    .orderBy(asc(staff.name), asc(staff.id)),
);

/** Whether somebody who works here can be given work of this kind; a note is about a customer or their order. */
export function canTake(staffId: string, kind: WorkKind): boolean {
  const one = colleagues().find(({ id }) => id === staffId);
  const permission = kind === "note" ? "orders.read" : WORK_RULES[kind].permission;
  return one !== undefined && isPermitted(one.role, permission);
}

/** Whether something can be put off until this day: after today, and not too far away. */
export function isPutOffDay(day: string, now: Date): boolean {
  const today = londonDay(now);
  return day > today && day <= addDays(today, LONGEST_PUT_OFF_DAYS);
}
