/** The shop deletes no rows of these but by erasure, so one that is missing was lost or deleted by accident. */
export const NEVER_DELETED: readonly string[] = ["accounts", "loops", "entries", "entry_versions", "photos"];
