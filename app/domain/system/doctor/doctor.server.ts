import { MINUTE_MS } from "~/domain/kernel/time/durations";
import { checkCompany } from "./company-checks.server";
import { checkDirectory } from "./directory-checks.server";
import { checkDns } from "./dns-checks.server";
import { type Finding, failing } from "./finding";
import { checkAlarms, checkMachine } from "./machine-checks.server";
import { checkMail } from "./mail-checks.server";
import { checkPayments } from "./payment-checks.server";
import { checkPrinter } from "./printer-checks.server";
import { checkStorage } from "./storage-checks.server";

/** Examines everything that the product needs around it, by using it. Nothing is thrown and no secret is named. */

export interface Examination {
  findings: Finding[];
  /** Whether nothing fails; what is unknown is listed beside it. */
  isWell: boolean;
}

/** `sendsEmail`: also sends one to ourselves, and a message to the webhook of alarms. */
export async function examine(now: Date, options: { sendsEmail: boolean }): Promise<Examination> {
  const parts = await Promise.all([
    inTime("This machine", () => checkMachine(now)),
    inTime("Company", async () => [checkCompany()]),
    inTime("Alarms", () => checkAlarms(options)),
    inTime("Mail", () => checkMail(now, options)),
    inTime("DNS", () => checkDns()),
    inTime("Storage", () => checkStorage()),
    inTime("Payments", () => checkPayments()),
    inTime("Printer", () => checkPrinter()),
    inTime("Directory", () => checkDirectory(now)),
  ]);
  const findings = parts.flat();
  return { findings, isWell: findings.every(({ state }) => state !== "failing") };
}

async function inTime(name: string, check: () => Promise<Finding[]>): Promise<Finding[]> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<Finding[]>((resolve) => {
    timer = setTimeout(
      () => resolve([failing(name, "It took longer than a minute.", "Check which service isn’t answering.")]),
      MINUTE_MS,
    );
  });
  try {
    return await Promise.race([check(), late]);
  } catch (error) {
    const kind = error instanceof Error ? error.name : "error";
    return [failing(name, `The check itself failed (${kind}).`, "This is a bug. Save the lines of the log.")];
  } finally {
    clearTimeout(timer);
  }
}
