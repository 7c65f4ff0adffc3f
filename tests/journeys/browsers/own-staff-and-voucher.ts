import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { REPOSITORY } from "../support/places";
import { dataFolder, origin } from "../support/world";

export interface StaffAndVoucher {
  staff: { email: string; password: string; secret: string };
  /** Of a voucher that somebody gave, for a loop they chose. */
  code: string;
}

/**
 * Somebody of the staff and a voucher for one browser alone, made by the product's own functions in its own process.
 * Each code of an authenticator works once, so browsers cannot share a person.
 */
export function makeStaffAndVoucher(name: string, role: "support" | "super_admin" = "support"): StaffAndVoucher {
  const { SECRETS = readFileSync(join(dataFolder(), "secret"), "utf8"), ...env } = process.env;
  const program = "tests/journeys/browsers/make-staff-and-voucher.ts";
  const printed = execFileSync(process.execPath, ["--import", "tsx", program, name, role], {
    cwd: REPOSITORY,
    env: { ...env, SECRETS, DATA_DIR: dataFolder(), PUBLIC_ORIGIN: origin() },
    encoding: "utf8",
  });
  return JSON.parse(printed);
}
