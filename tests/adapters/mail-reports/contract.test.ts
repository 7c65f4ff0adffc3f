import { describe, expect, it } from "vitest";
import { NOW, REPLIES, SENDERS } from "./senders";

const ADDRESS = "Zoe@example.com";

describe.each(SENDERS)("a message of $name’s", ({ reports, send, sendBody, forged, namesEmail }) => {
  const read = ({ body, headers }: ReturnType<typeof send>, now = NOW) => reports.read(body, headers, now);

  it.each([
    ["bounce", "bounced"],
    ["full mailbox", "delayed"],
    ["complaint", "complained"],
  ] as const)("says of a %s to whom it was, which email, when and why", async (what, kind) => {
    const found = await read(send({ what, address: ADDRESS }));
    if (!found.ok) throw new Error(found.reason);
    const [report, ...others] = found.reports;
    expect(others).toEqual([]);
    expect(report).toEqual({
      ...{ kind, address: ADDRESS, reply: REPLIES[what], at: expect.any(Date) },
      messageId: namesEmail ? "8f3k2m@loop.example" : null,
    });
    expect(Math.abs((report?.at.getTime() ?? 0) - NOW.getTime())).toBeLessThan(1000);
  });

  it("that is about anything else says nothing, and is taken", async () => {
    expect(await read(send({ what: "something else", address: ADDRESS }))).toEqual({ ok: true, reports: [] });
  });

  it.each(Object.entries(forged({ what: "bounce", address: ADDRESS })))("is not believed %s", async (_, sent) => {
    expect(await read(sent)).toEqual({ ok: false, reason: "unproven" });
  });

  it("never breaks, whatever is in it", async () => {
    const right = send({ what: "bounce", address: ADDRESS }).body.toString();
    const bodies = ["", "{", "null", "[]", "1", '"x"', "[".repeat(20_000), '{"__proto__":{}}', "\u0000", "\ufffd"];
    const odd = [
      ...bodies,
      ...["null", "[]", "7", "{}", '"x"'].map((value) => right.replace(/:"[^"]*"/g, `:${value}`)),
    ];
    for (const body of odd) {
      for (const sent of [sendBody(body), { body: Buffer.from(body), headers: new Headers() }]) {
        const found = await read(sent);
        expect(found.ok ? found.reports : found.reason).toEqual(
          found.ok ? [] : expect.stringMatching(/^(?:unproven|malformed)$/),
        );
      }
    }
  });
});
