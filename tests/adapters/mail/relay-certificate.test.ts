import type { AddressInfo } from "node:net";
import { createServer } from "node:net";
import { SMTPServer } from "smtp-server";
import { afterEach, describe, expect, it } from "vitest";
import { readRelayCertificate } from "~/adapters/mail/relay-certificate.server";
import { AUTHORITY, EXPIRED, GOOD, KEY, OTHER_NAME } from "../../support/certificates";

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

/** The address of a relay with this certificate, with encryption at once or after STARTTLS. */
async function relay(cert: string, options: { secure?: boolean; noEncryption?: boolean } = {}): Promise<URL> {
  const { secure = false, noEncryption = false } = options;
  const server = new SMTPServer({
    secure,
    key: KEY,
    cert,
    logger: false,
    disabledCommands: noEncryption ? ["STARTTLS"] : [],
  });
  server.on("error", () => {});
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  closing.push(() => server.close());
  const { port } = server.server.address() as AddressInfo;
  return new URL(`${secure ? "smtps" : "smtp"}://localhost:${port}`);
}

describe("the certificate of a mail relay", () => {
  it.each([true, false])("is read with its last day, encrypted at once: %s", async (secure) => {
    const found = await readRelayCertificate(await relay(GOOD, { secure }), "loop.example", AUTHORITY);
    expect(found?.problem).toBeNull();
    expect(found?.validUntil?.getUTCFullYear()).toBeGreaterThan(2100);
  });

  it.each([
    ["that has ended", EXPIRED, AUTHORITY, "The certificate has expired."],
    ["for a different name", OTHER_NAME, AUTHORITY, "for a different name"],
    ["of an unknown authority", GOOD, undefined, "can’t be checked"],
  ])("%s is reported with a message", async (_, cert, authorities, words) => {
    for (const secure of [true, false]) {
      const found = await readRelayCertificate(await relay(cert, { secure }), "loop.example", authorities);
      expect(found?.problem).toContain(words);
    }
  });

  it("is none where the relay offers no encryption, hangs up or is not there", async () => {
    expect(await readRelayCertificate(await relay(GOOD, { noEncryption: true }), "loop.example", AUTHORITY)).toBeNull();
    const rude = createServer((socket) => socket.destroy()).listen(0, "127.0.0.1");
    await new Promise((resolve) => rude.once("listening", resolve));
    const { port } = rude.address() as AddressInfo;
    expect(await readRelayCertificate(new URL(`smtps://localhost:${port}`), "loop.example")).toBeNull();
    await new Promise((resolve) => rude.close(resolve));
    expect(await readRelayCertificate(new URL(`smtp://localhost:${port}`), "loop.example")).toBeNull();
  });
});
