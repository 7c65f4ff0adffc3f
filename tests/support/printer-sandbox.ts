import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll } from "vitest";
import type { SandboxOrder } from "../../scripts/printer-sandbox/orders";
import { startPrinterSandbox } from "../../scripts/printer-sandbox/sandbox";

/**
 * The printer sandbox as the printer of the domain code. The settings are read once, when the domain code is loaded, so a
 * test imports this file first, by a line of its own. Its stages move when a test says so.
 */

/** One that it has taken, for rows that name it. */
export const KNOWN_ORDER = "ord_known";

const dataFolder = process.env.DATA_DIR ?? "";
const known: SandboxOrder = {
  id: KNOWN_ORDER,
  idempotencyKey: "known",
  merchantReference: null,
  webhookUrl: null,
  stage: "taken",
  tracking: null,
  items: [],
  recipient: {},
};
writeFileSync(join(dataFolder, "printer-sandbox.json"), JSON.stringify([known]));

export const printerSandbox = await startPrinterSandbox({
  port: 0,
  dataFolder,
  apiKey: "printer-key",
  stageMs: null,
});

Object.assign(process.env, {
  PRINTER_API_KEY: "printer-key",
  PRINTER_API_ORIGIN: printerSandbox.origin,
  PRINTER_PRODUCT_STANDARD: "HARDBACK",
  PRINTER_PRODUCT_LUXURY: "HARDBACK-LUXURY",
});

afterAll(() => printerSandbox.close());
