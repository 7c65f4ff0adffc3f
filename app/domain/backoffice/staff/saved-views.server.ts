import { and, count, eq, or, type SQL, sql } from "drizzle-orm";
import { db, type Transaction, write } from "#db/client.server";
import { newId } from "#db/identifiers";
import { columns, prepareAll, prepareGet } from "#db/queries.server";
import { savedViews, staff } from "#db/schema";
import { recordAuditEvent } from "~/domain/people/staff/audit.server";
import { isPermitted, type StaffRole } from "~/domain/people/staff/permissions";

/**
 * Filters and order of a list that staff save under a name. A view is its maker's own, or everybody's who may read the
 * list; those of everybody are shared, renamed and deleted by who has the permission. What was typed into a search is
 * never saved, because it may name a customer who is deleted later.
 */

/** Of one person in one list. */
export const MOST_VIEWS = 20;

interface Viewer {
  readonly staffId: string;
  readonly role: StaffRole;
}

const rows = () =>
  db
    .select({
      ...columns(savedViews, "id", "list", "name", "query", "isShared", "staffId"),
      by: staff.name,
    })
    .from(savedViews)
    .innerJoin(staff, eq(staff.id, savedViews.staffId));

/** The views of a list that this person sees: their own and everybody's, by name. */
export const savedViewsOf = prepareAll((list: string, staffId: string) =>
  rows()
    .where(and(eq(savedViews.list, list), or(eq(savedViews.staffId, staffId), eq(savedViews.isShared, true))))
    .orderBy(sql`lower(${savedViews.name})`, savedViews.id),
);

export type SavedView = NonNullable<ReturnType<typeof findView>>;

const findView = prepareGet((viewId: string) => rows().where(eq(savedViews.id, viewId)));

/** Whether this person may rename and delete a view. */
export function mayChangeView(view: Pick<SavedView, "isShared" | "staffId">, viewer: Viewer): boolean {
  return view.isShared ? isPermitted(viewer.role, "views.share") : view.staffId === viewer.staffId;
}

/** A view that this person may rename and delete; undefined for any other. */
export function viewToChange(viewId: string, viewer: Viewer): SavedView | undefined {
  const view = findView(viewId);
  return view && mayChangeView(view, viewer) ? view : undefined;
}

export interface ViewToSave {
  /** The name of a declared list. */
  list: string;
  name: string;
  /** What the list’s address asks for, as text. */
  query: string;
  isShared: boolean;
}

export type SaveViewResult = { ok: true } | { ok: false; reason: "name_taken" | "too_many" };

/** Saves a view under a name that its maker has not given to another of the same list. */
export function saveView({ list, name, query, isShared }: ViewToSave, viewer: Viewer, now: Date): SaveViewResult {
  return write((tx): SaveViewResult => {
    const own = and(eq(savedViews.list, list), eq(savedViews.staffId, viewer.staffId));
    const found = tx.select({ found: count() }).from(savedViews).where(own).get()?.found ?? 0;
    if (found >= MOST_VIEWS) return { ok: false, reason: "too_many" };
    if (isTaken(tx, own, name)) return { ok: false, reason: "name_taken" };
    const saved = { list, name, isShared: isShared && isPermitted(viewer.role, "views.share") };
    const id = newId();
    tx.insert(savedViews)
      .values({ id, ...saved, query, staffId: viewer.staffId, createdAt: now, updatedAt: now })
      .run();
    record(tx, id, viewer, { action: "views.save", after: saved, now });
    return { ok: true };
  });
}

const isTaken = (tx: Transaction, among: SQL | undefined, name: string) =>
  tx
    .select({ id: savedViews.id })
    .from(savedViews)
    .where(and(among, sql`lower(${savedViews.name}) = lower(${name})`))
    .get() !== undefined;

export type ChangeViewResult = { ok: true } | { ok: false; reason: "not_found" | "name_taken" };

export function renameView(viewId: string, name: string, viewer: Viewer, now: Date): ChangeViewResult {
  return write((tx): ChangeViewResult => {
    const view = viewToChange(viewId, viewer);
    if (!view) return { ok: false, reason: "not_found" };
    const others = and(
      ...[eq(savedViews.list, view.list), eq(savedViews.staffId, view.staffId)],
      sql`${savedViews.id} <> ${viewId}`,
    );
    if (isTaken(tx, others, name)) return { ok: false, reason: "name_taken" };
    tx.update(savedViews).set({ name, updatedAt: now }).where(eq(savedViews.id, viewId)).run();
    record(tx, viewId, viewer, { action: "views.rename", before: { name: view.name }, after: { name }, now });
    return { ok: true };
  });
}

export function deleteView(viewId: string, viewer: Viewer, now: Date): ChangeViewResult {
  return write((tx): ChangeViewResult => {
    const view = viewToChange(viewId, viewer);
    if (!view) return { ok: false, reason: "not_found" };
    tx.delete(savedViews).where(eq(savedViews.id, viewId)).run();
    const { list, name, isShared } = view;
    record(tx, viewId, viewer, { action: "views.delete", before: { list, name, isShared }, now });
    return { ok: true };
  });
}

interface Recorded {
  action: "views.save" | "views.rename" | "views.delete";
  before?: object;
  after?: object;
  now: Date;
}

/** What a view asks for stays out of the audit, because a search may name a customer. */
function record(tx: Transaction, viewId: string, { staffId }: Viewer, event: Recorded): void {
  recordAuditEvent(tx, { staffId, object: { type: "saved_view", id: viewId }, ...event });
}
