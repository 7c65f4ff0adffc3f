import { rawConnection } from "#db/client.server";

/** Health checks of this process. Each one exercises what it reports on. */

export function databaseAnswers(): boolean {
  try {
    rawConnection().prepare("SELECT 1").get();
    return true;
  } catch (error) {
    const cause = error instanceof Error ? error.message : String(error);
    console.error(JSON.stringify({ level: "error", event: "database-unavailable", cause }));
    return false;
  }
}
