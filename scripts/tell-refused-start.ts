import { text } from "node:stream/consumers";
import { settings } from "../app/adapters/settings.server";
import { configuredChannels } from "../app/domain/system/alarms/channels.server";
import { reportOpenedStart, reportRefusedStart } from "../app/domain/system/alarms/refused-start.server";

/**
 * Notifies those who get alarms why the start was refused, which is on standard input; with nothing there, that the
 * shop is open. It opens no database.
 */

const why = (await text(process.stdin)).trim();
const [now, channels] = [new Date(), configuredChannels()];
if (why === "") await reportOpenedStart(settings.dataFolder, now, channels);
else if (await reportRefusedStart(why, [settings.dataFolder, "/tmp"], now, channels))
  console.error("We’ve told everybody who gets alarms.");
process.exit(0);
