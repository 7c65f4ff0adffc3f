import { rawConnection } from "#db/client.server";

/** Whether the product is well, as far as this process can tell. Each answer exercises what it speaks of. */

/** Whether the database can be read. */
export function databaseAnswers(): boolean {
  try {
    rawConnection().prepare("SELECT 1").get();
    return true;
  } catch (error) {
    const cause = error instanceof Error ? error.message : String(error);
    console.error(JSON.stringify({ level: "error", event: "database-silent", cause }));
    return false;
  }
}
