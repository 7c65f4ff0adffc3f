import { startPrinterSandbox } from "./sandbox";

/** Runs the printer sandbox as a program. The only file of it that reads the environment. */

const given = (name: string) => process.env[`PRINTER_SANDBOX_${name}`] || undefined;

/** A book is on its way two minutes after it was ordered. */
const STAGE_MS = 60_000;

const sandbox = await startPrinterSandbox({
  port: Number(given("PORT") ?? 0),
  dataFolder: given("DATA") ?? "data",
  apiKey: given("KEY") ?? "printer-sandbox",
  onUnheard: (cause) => console.error("printer sandbox:", cause),
  stageMs: Number(given("STAGE_MS") ?? STAGE_MS),
});
console.log(`printer sandbox listening on ${sandbox.origin}`);

async function stop(): Promise<void> {
  await sandbox.close();
  process.exit(0);
}

process.on("SIGTERM", stop);
process.on("SIGINT", stop);
// The parent process holds a channel; when it ends, so does the sandbox.
process.on("disconnect", stop);
