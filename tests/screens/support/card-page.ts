import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { type PaymentSandbox, startPaymentSandbox } from "../../../scripts/payment-sandbox/sandbox";

/** A payment provider, which must be started before the app is opened. */
export async function openCardPage(
  options: { port?: number; secretKey?: string; now?: () => Date } = {},
): Promise<PaymentSandbox> {
  const dataFolder = join(process.env.DATA_DIR ?? "", "card-page");
  mkdirSync(dataFolder, { recursive: true });
  const sandbox = await startPaymentSandbox({ port: 0, dataFolder, worksByItself: false, ...options });
  process.env.STRIPE_API_ORIGIN = sandbox.origin;
  process.env.STRIPE_CHECKOUT_ORIGIN = sandbox.origin;
  process.env.STRIPE_SCRIPT_ORIGIN = sandbox.origin;
  return sandbox;
}
