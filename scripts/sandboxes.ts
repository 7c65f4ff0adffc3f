import { freePort } from "./steps.ts";

/** The settings of the payment sandbox and the printer sandbox, for a shop that has no payment provider or printer. */

/** As the deployment guide has them, so that the shop hears here of nothing that it would not hear of there. */
export const WEBHOOK_EVENTS = [
  "checkout.session.completed",
  "checkout.session.expired",
  "checkout.session.async_payment_succeeded",
  "checkout.session.async_payment_failed",
  "payment_intent.succeeded",
  "payment_intent.payment_failed",
  "charge.refunded",
  "charge.dispute.created",
  "charge.dispute.updated",
  "charge.dispute.closed",
  "charge.dispute.funds_withdrawn",
  "charge.dispute.funds_reinstated",
  "refund.created",
  "refund.updated",
  "refund.failed",
  "radar.early_fraud_warning.created",
  "review.opened",
  "review.closed",
];

export async function paymentSandboxSettings({
  port,
  publicOrigin,
  dataFolder,
}: {
  port: number;
  publicOrigin: string;
  dataFolder: string;
}) {
  const sandboxPort = await freePort(Number(process.env.PAYMENT_SANDBOX_PORT || port + 1));
  const { protocol, hostname } = new URL(publicOrigin);
  const isLocal = ["localhost", "127.0.0.1", "[::1]"].includes(hostname);
  const origin =
    process.env.PAYMENT_SANDBOX_PUBLIC_ORIGIN || `${isLocal ? protocol : "http:"}//${hostname}:${sandboxPort}`;
  return {
    PAYMENT_SANDBOX_PORT: String(sandboxPort),
    PAYMENT_SANDBOX_HOST: process.env.PAYMENT_SANDBOX_HOST || (isLocal ? "127.0.0.1" : "0.0.0.0"),
    PAYMENT_SANDBOX_DATA: dataFolder,
    PAYMENT_SANDBOX_PUBLIC_ORIGIN: origin,
    PAYMENT_SANDBOX_SECRET_KEY: "sk_test_sandbox",
    PAYMENT_SANDBOX_PUBLISHABLE_KEY: "pk_test_sandbox",
    PAYMENT_SANDBOX_WEBHOOK_URL: `http://localhost:${port}/webhooks/stripe`,
    PAYMENT_SANDBOX_WEBHOOK_SECRET: "whsec_sandbox",
    PAYMENT_SANDBOX_WEBHOOK_EVENTS: WEBHOOK_EVENTS.join(" "),
    STRIPE_SECRET_KEY: "sk_test_sandbox",
    STRIPE_PUBLISHABLE_KEY: "pk_test_sandbox",
    STRIPE_WEBHOOK_SECRETS: "whsec_sandbox",
    STRIPE_API_ORIGIN: `http://127.0.0.1:${sandboxPort}`,
    STRIPE_CHECKOUT_ORIGIN: origin,
    STRIPE_SCRIPT_ORIGIN: origin,
  };
}

export async function printerSandboxSettings({ port, dataFolder }: { port: number; dataFolder: string }) {
  const sandboxPort = await freePort(Number(process.env.PRINTER_SANDBOX_PORT || port + 2));
  return {
    PRINTER_SANDBOX_PORT: String(sandboxPort),
    PRINTER_SANDBOX_DATA: dataFolder,
    PRINTER_SANDBOX_KEY: "printer-sandbox",
    PRINTER_API_KEY: "printer-sandbox",
    PRINTER_API_ORIGIN: `http://127.0.0.1:${sandboxPort}`,
    PRINTER_PRODUCT_STANDARD: "SANDBOX-HARDBACK",
    PRINTER_PRODUCT_LUXURY: "SANDBOX-HARDBACK-LUXURY",
  };
}
