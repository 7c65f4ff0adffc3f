import { createInterface } from "node:readline";
import { parseArgs } from "node:util";

/**
 * Manages staff accounts from the server's shell: the first one is created here and never by a web page. Initial
 * credentials are printed once and not stored. Every action is written to the audit log.
 */

const USAGE = `npm run staff -- add --email E --name N --role R [--password-from-stdin]
npm run staff -- list
npm run staff -- reset-second-factor --email E --reason WHY
npm run staff -- reset-password --email E --reason WHY [--password-from-stdin]
npm run staff -- deactivate --email E --reason WHY
npm run staff -- reactivate --email E --reason WHY
npm run staff -- demo-code --email E
npm run staff -- verify-audit`;

const SENTENCES = {
  not_allowed: "That is not allowed.",
  not_found: "Nobody on the staff has that email address.",
  own_account: "You can’t do that to your own account.",
  last_super_admin: "That is the last super_admin. Make another one first.",
  needs_two: "It takes two super_admins to do that.",
  email_taken: "A member of staff already has that email address.",
} as const;

function give(why: string): never {
  console.error(why);
  process.exit(1);
}

const { values: given, positionals } = readArguments();
const [command] = positionals;
const { env } = process;
await import("./data-folder");
const { closeDatabase, migrateDatabase } = await import("../db/client.server");
const { STAFF_ROLES } = await import("../db/schema");
const { email: emailForm, line, passwordProblem } = await import("../app/domain/people/accounts/forms");
const { isCommonPassword } = await import("../app/domain/people/accounts/password-rules");
const { clean } = await import("../app/domain/kernel/text/typed-text");
const { verifyAuditChain } = await import("../app/domain/people/staff/audit.server");
const staff = await import("../app/domain/people/staff/staff.server");
const { listStaff, staffByEmail, demoCodeOf } = await import("../app/domain/people/staff/staff-list.server");

migrateDatabase();
const now = new Date();
const commands: Record<string, () => void | Promise<void>> = {
  add,
  list,
  "reset-second-factor": () => renew(false),
  "reset-password": () => renew(true),
  deactivate: () => say(staff.deactivateStaff({ staffId: who().id, reason: why() }, null, now)),
  reactivate: () => say(staff.reactivateStaff({ staffId: who().id, reason: why() }, null, now)),
  "demo-code": demoCode,
  "verify-audit": verifyAudit,
};
const action = commands[command ?? ""];
if (!action) give(USAGE);
await action();
closeDatabase();

async function add(): Promise<void> {
  const email = read(emailForm("Add --email to say whose account it is"), given.email);
  const name = read(line("Add --name to say who they are", "Name"), given.name);
  const role = STAFF_ROLES.find((one) => one === given.role);
  if (!role) give(`Add a role: --role ${STAFF_ROLES.join(" | ")}`);
  const added = await staff.addStaff({ email, name, role, password: await passwordGiven() }, null, now);
  if (!added.ok) give(SENTENCES[added.reason]);
  printCredentials(added);
}

async function renew(alsoPassword: boolean): Promise<void> {
  const wanted = { staffId: who().id, reason: why() };
  const password = alsoPassword ? ((await passwordGiven()) ?? true) : undefined;
  const renewed = await staff.renewCredentials({ ...wanted, alsoPassword: password }, null, now);
  if (!renewed.ok) give(SENTENCES[renewed.reason]);
  printCredentials(renewed);
}

function list(): void {
  const day = (at: Date | null) => at?.toISOString().slice(0, 10) ?? "never";
  for (const one of listStaff()) {
    const state = one.isActive ? "" : "  (deactivated)";
    console.log(`${one.email}  ${one.name}  ${one.role}  last here ${day(one.lastSignedInAt)}${state}`);
  }
}

function demoCode(): void {
  if (env.APP_ENV === "production") give("There is no demo world in production.");
  const code = demoCodeOf(who().id, now);
  if (!code) give("Only the demo staff have codes here. Everybody else has an authenticator.");
  console.log(code);
}

function verifyAudit(): void {
  const result = verifyAuditChain();
  if (!result.ok) give(`The audit record is broken at row ${result.sequence}: ${result.reason}.`);
  console.log(`The audit record is whole: ${result.rows} rows.`);
}

function printCredentials(made: { password: string | null; secret: string; url: string }): void {
  console.log("Shown once, kept nowhere:");
  if (made.password !== null && !given["password-from-stdin"]) console.log(`  password       ${made.password}`);
  console.log(`  second factor  ${made.secret}`);
  console.log(`  for a QR code  ${made.url}`);
}

function say(result: { ok: true } | { ok: false; reason: keyof typeof SENTENCES }): void {
  if (!result.ok) give(SENTENCES[result.reason]);
  console.log("Done.");
}

function who() {
  return staffByEmail(clean(given.email ?? "", "email")) ?? give(SENTENCES.not_found);
}

function why(): string {
  return read(line("Add --reason to say why", "Reason", 200), given.reason);
}

interface Form<Value> {
  safeParse(
    value: unknown,
  ): { success: true; data: Value } | { success: false; error: { issues: { message: string }[] } };
}

function read<Value>(form: Form<Value>, value: string | undefined): Value {
  const parsed = form.safeParse(value);
  if (!parsed.success) give(parsed.error.issues[0]?.message ?? USAGE);
  return parsed.data;
}

/** The first line typed or piped, when requested. */
async function passwordGiven(): Promise<string | undefined> {
  if (!given["password-from-stdin"]) return undefined;
  if (process.stdin.isTTY) console.error("Type the password and press Enter.");
  for await (const password of createInterface({ input: process.stdin })) {
    const problem = passwordProblem(password);
    if (problem) give(problem);
    if (isCommonPassword(password)) give("That password is one of the first anybody would try.");
    return password;
  }
  give("No password was typed.");
}

function readArguments() {
  const text = { type: "string" } as const;
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        email: text,
        name: text,
        role: text,
        reason: text,
        "password-from-stdin": { type: "boolean" },
      },
    });
  } catch (error) {
    if (error instanceof TypeError) return give(USAGE);
    throw error;
  }
}
