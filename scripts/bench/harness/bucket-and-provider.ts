import { startS3Server } from "../../../tests/support/s3-server";
import { startPaymentSandbox } from "../../payment-sandbox/sandbox";
import { WEBHOOK_EVENTS } from "../../sandboxes.ts";

/**
 * The bucket and the payment provider of the bench `trouble`, in a process of their own, so that they can have the
 * clock of the shop or another. Says where they are, and ends with its parent.
 */

export const BUCKET = {
  bucket: "photos",
  region: "us-east-1",
  accessKeyId: "AKIDEXAMPLE",
  secretAccessKey: "a/secret+of=the+bench",
};

export interface ServiceAddresses {
  storage: string;
  provider: string;
}

const [shopOrigin = "", dataFolder = ""] = process.argv.slice(2);
if (process.send && shopOrigin) {
  const bucket = await startS3Server(BUCKET);
  const provider = await startPaymentSandbox({
    port: 0,
    dataFolder,
    webhook: { url: `${shopOrigin}/webhooks/stripe`, secret: "whsec_sandbox", events: WEBHOOK_EVENTS },
  });
  process.once("disconnect", () => process.exit(0));
  process.send({ storage: bucket.endpoint, provider: provider.origin } satisfies ServiceAddresses);
}
