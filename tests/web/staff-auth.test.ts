import { describe, expect, it } from "vitest";
import { db } from "#db/client.server";
import { beginSession } from "~/domain/people/accounts/sessions.server";
import { isPermitted, PERMISSIONS } from "~/domain/people/staff/permissions";
import { beginStaffSession } from "~/domain/people/staff/staff-sessions.server";
import { sessionCookie, staffCookie } from "~/web/cookies.server";
import { requireCustomer, sessionUserOf } from "~/web/sessions.server";
import {
  authenticateStaff,
  endStaffSessionOf,
  requireStaff,
  staffOf,
  startStaffSession,
} from "~/web/staff-auth.server";
import { attachSubmission } from "~/web/submission.server";
import { codeAt, colleague, STAFF_PASSWORD } from "../domain/people/staff/colleagues";
import { person } from "../support/people";

/** A request with these cookies. */
function asking(cookies: readonly string[] = [], path = "/hyperloop/dashboard"): Request {
  const pairs = cookies.map((line) => line.split(";")[0] ?? "");
  return new Request(`http://localhost:3000${path}`, { headers: { Cookie: pairs.join("; ") } });
}

async function customer(): Promise<string> {
  const { id } = person("Ada");
  return await sessionCookie.serialize(db.transaction((tx) => beginSession(tx, id, null, new Date())));
}

async function staffMember(role: Parameters<typeof colleague>[0] = "super_admin"): Promise<string> {
  const { id } = await colleague(role);
  return await staffCookie.serialize(
    db.transaction((tx) => beginStaffSession(tx, id, new Date()), { behavior: "immediate" }),
  );
}

const valueIn = (line: string) => line.slice(line.indexOf("=") + 1).split(";")[0] ?? "";

/** The result of a guard: the session user, or the response it throws. */
async function responseOf(guard: () => Promise<unknown>): Promise<"in" | string> {
  try {
    await guard();
    return "in";
  } catch (thrown) {
    if (thrown instanceof Response) return `${thrown.status} ${thrown.headers.get("location") ?? ""}`.trim();
    const { init } = thrown as { init: { status: number } };
    return String(init.status);
  }
}

const asCustomer = (cookies: string[]) => responseOf(() => requireCustomer(asking(cookies), "dashboard"));
const asStaff = (cookies: string[]) => responseOf(() => requireStaff(asking(cookies), "dashboard.read"));

describe("the two sign-ins", () => {
  it("each open for their own people, and for nobody else’s", async () => {
    const [ada, joan] = [await customer(), await staffMember()];
    expect([await asCustomer([ada]), await asStaff([ada])]).toEqual(["in", "302 /hyperloop"]);
    expect([await asCustomer([joan]), await asStaff([joan])]).toEqual(["302 /auth", "in"]);
    expect([await asCustomer([]), await asStaff([])]).toEqual(["302 /auth", "302 /hyperloop"]);
    expect([await asCustomer([ada, joan]), await asStaff([ada, joan])]).toEqual(["in", "in"]);
  });

  it("do not open to a value under the other’s name", async () => {
    const [ada, joan] = [await customer(), await staffMember()];
    expect(await asStaff([`loop_staff=${valueIn(ada)}`])).toBe("302 /hyperloop");
    expect(await asCustomer([`loop_session=${valueIn(joan)}`])).toBe("302 /auth");
  });

  it("do not open to the other’s key, signed as their own", async () => {
    const [ada, joan] = [await customer(), await staffMember()];
    const key = async (line: string, cookie: typeof staffCookie) => String(await cookie.parse(line));
    const customerKey = await key(ada, sessionCookie);
    const staffKey = await key(joan, staffCookie);
    expect(await asStaff([await staffCookie.serialize(customerKey)])).toBe("302 /hyperloop");
    expect(await asCustomer([await sessionCookie.serialize(staffKey)])).toBe("302 /auth");
  });
});

describe("the staff’s guard", () => {
  it("asks the table of permissions, for pages and calls", async () => {
    for (const role of ["support", "moderator", "production", "marketing", "analyst"] as const) {
      const cookie = await staffMember(role);
      for (const right of PERMISSIONS) {
        const response = await responseOf(() => requireStaff(asking([cookie]), right));
        expect(response, `${role}, ${right}`).toBe(isPermitted(role, right) ? "in" : "403");
      }
    }
  });

  it("responds to API clients in JSON", async () => {
    const cookie = await staffMember("analyst");
    const thrown = await requireStaff(asking([cookie]), "refunds.give", "programs").catch((response) => response);
    expect(thrown).toBeInstanceOf(Response);
    expect([thrown.status, await thrown.json()]).toEqual([
      403,
      expect.objectContaining({
        error: "Access denied. You do not have permission to perform this action.",
      }),
    ]);
  });
});

describe("coming in and leaving", () => {
  const form = (fields: Record<string, string>, cookies: string[] = []) => {
    const request = new Request("http://localhost:3000/hyperloop", {
      method: "POST",
      headers: { Cookie: cookies.map((line) => line.split(";")[0]).join("; ") },
    });
    const filled = new FormData();
    for (const [name, value] of Object.entries(fields)) filled.append(name, value);
    attachSubmission(request, { form: filled, files: new Map(), cut: new Set(), discard: async () => {} });
    return request;
  };

  async function comeIn(cookies: string[] = []) {
    const { email, secret, id } = await colleague("moderator");
    const fields = { email, password: STAFF_PASSWORD, code: codeAt(secret, new Date()) };
    const request = form(fields, cookies);
    const entered = await authenticateStaff(request);
    if (!entered.ok) throw new Error(entered.reason);
    return { id, cookies: await startStaffSession(request, entered) };
  }

  it("gives a cookie that no script reads and no other site’s page takes along", async () => {
    const { id, cookies } = await comeIn();
    expect(cookies.map((line) => line.split("=")[0])).toEqual(["loop_staff", "loop_staff_device"]);
    for (const line of cookies) {
      expect(line).toMatch(/; HttpOnly/);
      expect(line).toMatch(/; SameSite=Strict/);
      expect(line).toMatch(/; Path=\//);
      expect(line).not.toMatch(/Domain=/);
    }
    expect(cookies[0]).toMatch(/; Max-Age=28800/);
    expect((await staffOf(asking(cookies)))?.staffId).toBe(id);
    expect(await sessionUserOf(asking(cookies))).toBeUndefined();
  });

  it("over a session ends that one", async () => {
    const first = await staffMember();
    const { cookies } = await comeIn([first]);
    expect([await asStaff([first]), await asStaff(cookies)]).toEqual(["302 /hyperloop", "in"]);
  });

  it("ends the session on leaving, in the browser and in the database", async () => {
    const { cookies } = await comeIn();
    const headers = await endStaffSessionOf(asking(cookies));
    expect(headers.get("clear-site-data")).toBe('"cache"');
    expect(headers.getSetCookie()[0]).toMatch(/^loop_staff=;.*Max-Age=0/);
    expect(await asStaff(cookies)).toBe("302 /hyperloop");
  });

  it.each([
    ["nothing", {}],
    ["no code", { email: "a@loop.example", password: "x" }],
    ["a wrong password", { email: "a@loop.example", password: "x", code: "123456" }],
  ])("is refused to %s", async (_, fields) => {
    expect(await authenticateStaff(form(fields))).toEqual({ ok: false, reason: "wrong" });
  });
});
