import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { AREAS } from "~/domain/backoffice/audit/audit-log.server";
import { auditActor, auditSentence, hasSentence } from "~/domain/people/staff/audit-sentences";
import { PERMISSIONS } from "~/domain/people/staff/permissions";

/** Names like "vouchers.cancel": permissions, the acts that the audit writes down, and a column of SQL. */
function namesInTheCode(): string[] {
  const name = new RegExp(`"((?:${AREAS.join("|")})\\.[a-z_]+)"`, "g");
  // Acts are declared in the back office.
  const files = ["app/domain", "app/hyperloop"].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" }).map((path) => join(folder, path)),
  );
  return files
    .filter((path) => path.endsWith(".server.ts"))
    .flatMap((path) => [...readFileSync(path, "utf8").matchAll(name)])
    .flatMap(([, found]) => found ?? []);
}

it("every act that the audit writes down has its sentence", () => {
  const permissions = new Set<string>(PERMISSIONS);
  const acts = namesInTheCode().filter((name) => !permissions.has(name) && !name.endsWith(".id"));
  expect(acts.length).toBeGreaterThan(40);
  expect(acts.filter((act) => !hasSentence(act))).toEqual([]);
});

it("an act of an older release is named as it was written", () => {
  expect(auditSentence("vouchers.cancel")).toBe("cancelled vouchers");
  expect(auditSentence("letters.resend")).toBe("did “letters.resend”");
});

it("what a printer tells us is the printer’s, and what a person did is theirs", () => {
  expect(`${auditActor("printing.in_production", null)} ${auditSentence("printing.in_production")}`).toBe(
    "The printer began to print",
  );
  expect(auditActor("printing.send", "Bea Lockwood")).toBe("Bea Lockwood");
  expect(auditActor("staff.add", null)).toBe("A script");
});
