import { closeDatabase, migrateDatabase } from "#db/client.server";

/** Brings the database up to the newest migration. */
migrateDatabase();
closeDatabase();
