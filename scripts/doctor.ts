/**
 * `npm run doctor`: what is wrong around the product, and what to do. Exit code 1 if something fails.
 * `--json` for scripts; `--log` writes a line of the log for each finding and sends no email, as at every start.
 */

import { existsSync } from "node:fs";
import { resolve } from "node:path";

const { ROLE } = process.env;
const isBeside = ROLE === "reader" || ROLE === "helper";
// A machine beside the writer has neither a database nor a secret.
if (!isBeside) await import("./data-folder");
const { logLine } = await import("../app/adapters/log/log.server");
const { asText } = await import("../app/domain/system/checks/findings");

const isForLog = process.argv.includes("--log");
const findings = await (isBeside ? examineBeside() : examineWriter());
const isWell = findings.every(({ state }) => state !== "failing");
if (process.argv.includes("--json")) console.log(JSON.stringify({ isWell, findings }, null, 2));
else if (isForLog) {
  for (const { state, ...finding } of findings)
    logLine(state === "failing" ? "error" : state === "well" ? "info" : "warn", "doctor", {
      state,
      ...finding,
    });
} else {
  for (const finding of findings) console.log(asText(finding));
  const count = (state: string) => findings.filter((finding) => finding.state === state).length;
  const [failing, warnings, unknown] = ["failing", "warning", "unknown"].map(count);
  console.log(`\n${findings.length} findings: ${failing} failing, ${warnings} warnings, ${unknown} unknown.`);
}
// Connections that services keep open must not keep a finished examination alive.
process.exit(isWell ? 0 : 1);

async function examineWriter() {
  const { examine } = await import("../app/domain/system/checks/doctor.server");
  const { closeDatabase } = await import("../db/client.server");
  const { findings } = await examine(new Date(), { sendsEmail: !isForLog });
  closeDatabase();
  return findings;
}

async function examineBeside() {
  const { examineBeside } = await import("../app/domain/system/checks/machine-beside.server");
  const { lockFolder } = await import("./folder-lock");
  const dataFolder = resolve(process.env.DATA_DIR || "data");
  const lock = existsSync(dataFolder) ? await lockFolder(dataFolder) : { release: () => {} };
  lock?.release();
  return await examineBeside({ port: Number(process.env.PORT || 3000), isRunning: lock === null });
}
