import { doDatabaseTask } from "./database-tasks.server";

/** The process that does one task with a whole database: reads it from the command line and prints one line of JSON. */

console.log(JSON.stringify(doDatabaseTask(process.argv.slice(2))));
