import { printer } from "~/adapters/adapters.server";
import { settings } from "~/adapters/settings.server";
import { type Finding, failing, well } from "./finding";

/** Whether the printer can be reached with our key. */
export async function checkPrinter(): Promise<Finding[]> {
  if (!settings.printer) return [well("Printer", "Books are taken to a printer by hand.")];
  const answered = await printer.check();
  if (answered.ok) return [well("Printer", "It answers, and knows our key.")];
  const todo = "Compare PRINTER_API_KEY with the printer’s dashboard, and look at its status page.";
  return [failing("Printer", `It refuses our key, or doesn’t answer: ${answered.message.slice(0, 200)}`, todo)];
}
