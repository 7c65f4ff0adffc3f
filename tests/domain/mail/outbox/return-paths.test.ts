import { describe, expect, it, vi } from "vitest";

vi.hoisted(() => {
  Object.assign(process.env, {
    SECRETS: "a-new-secret-of-at-least-32-characters,an-old-secret-of-at-least-32-characters",
    BOUNCE_MAILBOX: "imaps://bounces:password@mail.example/INBOX",
    BOUNCE_ADDRESS: "bounces+*@loop.example",
  });
});

import { newId } from "#db/identifiers";
import { settings } from "~/adapters/settings.server";
import { keyOf, signWith } from "~/domain/kernel/links/signatures.server";
import { emailOfReturnPath, returnPathOf } from "~/domain/mail/outbox/return-paths.server";

const pathOf = (id: string) => returnPathOf(id) ?? "";

describe("the address that an email comes back to", () => {
  it("names the email, fits into what mail servers take, and is another for each", () => {
    const id = newId();
    expect(pathOf(id)).toMatch(/^bounces\+[\da-z]{20}\.[\da-f]{16}@loop\.example$/);
    expect(pathOf(id).split("@", 1).join().length).toBeLessThanOrEqual(64);
    expect(emailOfReturnPath(["MAILER-DAEMON@relay.example", pathOf(id)])).toBe(id);
    expect(pathOf(newId())).not.toBe(pathOf(id));
  });

  it("is known again where a server wrote it in capitals", () => {
    const id = newId();
    expect(emailOfReturnPath([pathOf(id).toUpperCase()])).toBe(id);
  });

  it("is believed only with the signature of that email", () => {
    const [mine, other] = [newId(), newId()];
    const forged = [
      pathOf(mine).replace(mine, other),
      pathOf(mine).replace(/.(?=@)/, (last) => (last === "0" ? "1" : "0")),
      pathOf(mine).replace(/\.[\da-f]+@/, "@"),
      pathOf(mine).replace(/\.[\da-f]+@/, ".@"),
      pathOf(mine).replace("bounces+", ""),
      pathOf(mine).replace("loop.example", "loop.example.evil.example"),
      "bounces+*@loop.example",
      "@loop.example",
      "",
    ];
    expect(forged.map((address) => emailOfReturnPath([address]))).toEqual(forged.map(() => null));
  });

  it("is still believed after a new secret was put in front of the one that signed it", () => {
    const id = newId();
    const [, old = ""] = settings.secrets;
    const signed = Buffer.from(signWith([keyOf(old, "return-path")], id), "base64url").toString("hex");
    const path = `bounces+${id}.${signed.slice(0, 16)}@loop.example`;
    expect(path).not.toBe(pathOf(id));
    expect(emailOfReturnPath([path])).toBe(id);
  });
});
