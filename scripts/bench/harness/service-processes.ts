import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { CreateBucketCommand, PutBucketVersioningCommand } from "@aws-sdk/client-s3";
import PostalMime from "postal-mime";
import { SMTPServer } from "smtp-server";
import { startPaymentSandbox } from "../../payment-sandbox/sandbox";
import { freePort } from "../../steps.ts";
import { startBucket } from "../../testing/litestream-and-minio.ts";

/**
 * What a shop needs around it, on this machine: a mail relay over SMTP, buckets of an S3 server, and the payment
 * sandbox in the place of the provider. `host` is the address at which the shop's container reaches them.
 */

const WAIT_MS = 60_000;
const LOOK_EVERY_MS = 100;

export interface ReceivedEmail {
  to: string;
  subject: string;
  text: string;
}

/** The relay. `emailTo` waits for an email. */
export async function startRelay(host: string) {
  const received: ReceivedEmail[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    async onData(stream, _session, done) {
      const parts: Buffer[] = [];
      for await (const part of stream) parts.push(part as Buffer);
      const { to, subject = "", text = "" } = await PostalMime.parse(Buffer.concat(parts));
      received.push({ to: to?.[0]?.address ?? "", subject, text });
      done();
    },
  });
  await new Promise<void>((resolve) => server.listen(0, "0.0.0.0", resolve));
  const address = server.server.address();
  return {
    url: `smtp://${host}:${typeof address === "object" ? address?.port : ""}`,
    /** The text of the newest email to somebody whose subject has this text, as soon as it is there. */
    async emailTo(to: string, subject: string): Promise<string> {
      const end = Date.now() + WAIT_MS;
      while (Date.now() < end) {
        const found = received.findLast((email) => email.to === to && email.subject.includes(subject));
        if (found) return found.text;
        await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
      }
      throw new Error(`No email "${subject}" reached ${to}.`);
    },
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}

/** An S3 server with the two buckets that the guide asks for. */
export async function startBuckets(host: string, names: { photos: string; database: string }) {
  const server = await startBucket({ bucket: names.database, host });
  await server.client.send(new CreateBucketCommand({ Bucket: names.photos }));
  await server.client.send(
    new PutBucketVersioningCommand({
      Bucket: names.photos,
      VersioningConfiguration: { Status: "Enabled" },
    }),
  );
  return server;
}

/** The provider, which sends its messages to the shop at this origin. */
export async function startProvider(host: string, shopOrigin: string) {
  const dataFolder = mkdtempSync(join(tmpdir(), "loop-provider-"));
  const port = await freePort(0);
  const origin = `http://${host}:${port}`;
  const keys = { secretKey: "sk_test_sandbox", publishableKey: "pk_test_sandbox" };
  const webhookSecret = "whsec_sandbox";
  const webhook = { url: `${shopOrigin}/webhooks/stripe`, secret: webhookSecret };
  const sandbox = await startPaymentSandbox({
    ...keys,
    port,
    host: "0.0.0.0",
    publicOrigin: origin,
    dataFolder,
    webhook,
  });
  return {
    origin,
    ...keys,
    webhookSecret,
    async close() {
      await sandbox.close();
      rmSync(dataFolder, { recursive: true, force: true });
    },
  };
}
