import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Secret, TOTP } from "otpauth";
import { describe, expect, it } from "vitest";
import { verifyAuditChain } from "~/domain/people/staff/audit.server";
import { addStaff } from "~/domain/people/staff/staff.server";
import { listStaff, staffByEmail } from "~/domain/people/staff/staff-list.server";
import { signInStaff } from "~/domain/people/staff/staff-sign-in.server";

interface Said {
  code: number | null;
  out: string;
  err: string;
}

/** Runs the `staff` script of package.json on this file's own database. */
async function staff(
  words: readonly string[],
  { input = "", env = {} }: { input?: string; env?: Record<string, string> } = {},
): Promise<Said> {
  const program = spawn(process.execPath, ["scripts/run.mjs", "staff", ...words], {
    env: { ...process.env, ...env },
    stdio: ["pipe", "pipe", "pipe"],
  });
  const said = { out: "", err: "" };
  program.stdout.on("data", (chunk) => {
    said.out += String(chunk);
  });
  program.stderr.on("data", (chunk) => {
    said.err += String(chunk);
  });
  // A command that refuses may end before it reads.
  program.stdin.on("error", () => {}).end(input);
  const code = await new Promise<number | null>((resolve) => program.once("close", resolve));
  return { code, ...said };
}

const secretIn = (out: string) => /second factor {2}([A-Z2-7]+)/.exec(out)?.[1] ?? "";
const passwordIn = (out: string) => /password {7}(\S+)/.exec(out)?.[1] ?? "";

async function canEnter(email: string, password: string, secret: string, at = new Date()): Promise<boolean> {
  const totp = new TOTP({ secret: Secret.fromBase32(secret) });
  const code = totp.generate({ timestamp: at.getTime() });
  return (await signInStaff({ email, password, code, clientAddress: email }, at)).ok;
}

const add = (email: string, role = "super_admin") => [
  ...["add", "--email", email, "--name", "Joan Whitlock", "--role", role],
];

describe("npm run staff", () => {
  it("takes the first of the staff on, who can sign in with what is printed once", async () => {
    const { code, out } = await staff(add("joan@loop.example"));
    expect(code).toBe(0);
    expect(out).toContain(`otpauth://totp/Loop:joan%40loop.example?`);
    expect(await canEnter("joan@loop.example", passwordIn(out), secretIn(out))).toBe(true);
    expect(staffByEmail("joan@loop.example")).toMatchObject({ name: "Joan Whitlock", role: "super_admin" });
    expect(verifyAuditChain().ok).toBe(true);
    const again = await staff(add("JOAN@loop.example"));
    expect([again.code, again.err.trim()]).toEqual([1, "A member of staff already has that email address."]);
  });

  it("takes a password that is piped in and does not print it, if it is a good one", async () => {
    const words = [...add("ruth@loop.example", "support"), "--password-from-stdin"];
    const { out } = await staff(words, { input: "Kettle-and-stamps-9\n" });
    expect(out).not.toContain("Kettle");
    expect(await canEnter("ruth@loop.example", "Kettle-and-stamps-9", secretIn(out))).toBe(true);
    const weak = [...add("weak@loop.example", "support"), "--password-from-stdin"];
    const refusals = [];
    for (const input of ["short\n", "Password1!\n", "\n", ""]) refusals.push(await staff(weak, { input }));
    expect(refusals.map(({ code }) => code)).toEqual([1, 1, 1, 1]);
    expect(staffByEmail("weak@loop.example")).toBeUndefined();
  });

  it("lists everybody, lets people go and in again, and never the last super admin", async () => {
    await staff(add("sunil@loop.example", "moderator"));
    const who = ["--email", "sunil@loop.example", "--reason", "Has left"];
    expect((await staff(["deactivate", ...who])).out).toBe("Done.\n");
    const listed = await staff(["list"]);
    expect(listed.out).toContain("sunil@loop.example  Joan Whitlock  moderator  last here never  (deactivated)");
    expect(listed.out.trim().split("\n")).toHaveLength(listStaff().length);
    expect((await staff(["reactivate", ...who])).code).toBe(0);
    expect(staffByEmail("sunil@loop.example")?.isActive).toBe(true);
    const last = await staff(["deactivate", "--email", "joan@loop.example", "--reason", "Has left"]);
    expect([last.code, last.err]).toEqual([1, "That is the last super_admin. Make another one first.\n"]);
    expect((await staff(["verify-audit"])).out).toMatch(/^The audit record is whole: \d+ rows\.\n$/);
  });

  it("gives a new second factor, and a new password where that is lost too", async () => {
    const before = await staff(add("lea@loop.example", "analyst"));
    const who = ["--email", "lea@loop.example", "--reason", "Lost the phone"];
    const factor = await staff(["reset-second-factor", ...who]);
    const password = passwordIn(before.out);
    expect(await canEnter("lea@loop.example", password, secretIn(before.out))).toBe(false);
    expect(await canEnter("lea@loop.example", password, secretIn(factor.out))).toBe(true);
    const both = await staff(["reset-password", ...who]);
    expect(await canEnter("lea@loop.example", password, secretIn(both.out))).toBe(false);
    expect(await canEnter("lea@loop.example", passwordIn(both.out), secretIn(both.out))).toBe(true);
  });

  it("tells a code for the people of the demo world alone", async () => {
    const demo = { email: "demo@loop.example", name: "Demo", role: "support", isDemo: true } as const;
    const added = await addStaff(demo, null, new Date());
    if (!added.ok) throw new Error(added.reason);
    const shown = await staff(["demo-code", "--email", demo.email]);
    expect(shown.out).toMatch(/^\d{6}\n$/);
    await staff(add("kim@loop.example", "support"));
    const refused = await staff(["demo-code", "--email", "kim@loop.example"]);
    expect([refused.code, refused.out]).toEqual([1, ""]);
  });

  it.each([
    ["nothing", [], "npm run staff -- add"],
    ["a command there is not", ["dismiss"], "npm run staff -- add"],
    ["an option there is not", ["list", "--all"], "npm run staff -- add"],
    ["a role there is not", add("x@loop.example", "owner"), "--role super_admin | support"],
    ["an address that is none", add("x"), "Please enter a valid email address"],
    ["no name", ["add", "--email", "x@loop.example", "--role", "support"], "Add --name to say who they are"],
    ["nobody’s address", ["deactivate", "--email", "nobody@loop.example", "--reason", "x"], "Nobody on the"],
    ["no reason", ["deactivate", "--email", "joan@loop.example"], "Add --reason to say why"],
  ])("answers %s with what to say", async (_, words, sentence) => {
    const { code, err } = await staff(words);
    expect(code).toBe(1);
    expect(err).toContain(sentence);
    expect(err).not.toContain("    at ");
  });

  it("asks for a first start where there is no database, and makes none", async () => {
    const folder = mkdtempSync(join(process.env.DATA_DIR ?? "", "empty-"));
    const { code, err } = await staff(["list"], { env: { DATA_DIR: folder } });
    expect([code, err]).toEqual([1, expect.stringContaining("Start Loop there once: npm start")]);
    rmSync(folder, { recursive: true });
  });

  it("seals with the secret that npm start made, where none is set", async () => {
    const folder = process.env.DATA_DIR ?? "";
    writeFileSync(join(folder, "secret"), process.env.SECRETS ?? "");
    const { out } = await staff(add("mia@loop.example", "support"), { env: { SECRETS: "" } });
    rmSync(join(folder, "secret"));
    expect(await canEnter("mia@loop.example", passwordIn(out), secretIn(out))).toBe(true);
  });
});
