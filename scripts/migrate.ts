import { closeDatabase, migrateDatabase } from "#db/client.server";

migrateDatabase();
closeDatabase();
