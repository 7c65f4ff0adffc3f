import { configuredChannels } from "../app/domain/system/alarms/channels.server";
import { notifyAlarms } from "../app/domain/system/alarms/notices.server";
import { raiseProcessAlarm } from "../app/domain/system/alarms/process-deaths.server";
import { closeDatabase } from "../db/client.server";

/**
 * The alarm of a process that dies again and again, raised by the start: `<name> <deaths>`, with the end of the
 * process's log on standard input. Reported from here, because the process may be the worker, which reports all others.
 */

const [name = "", deaths = ""] = process.argv.slice(2);
let lastLines = "";
for await (const chunk of process.stdin.setEncoding("utf8")) lastLines += chunk;

const now = new Date();
raiseProcessAlarm({ name, deaths: Number(deaths), lastLines }, now);
await notifyAlarms(now, configuredChannels());
closeDatabase();
process.exit(0);
