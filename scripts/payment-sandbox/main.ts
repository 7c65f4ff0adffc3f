import { startPaymentSandbox } from "./sandbox";

/** Runs the payment sandbox as a program. The only file of it that reads the environment. */

const given = (name: string) => process.env[`PAYMENT_SANDBOX_${name}`] || undefined;

function webhookEndpoint() {
  const url = given("WEBHOOK_URL");
  const secret = given("WEBHOOK_SECRET");
  if (!url && !secret) return null;
  if (!url || !secret || !URL.canParse(url)) {
    throw new Error("PAYMENT_SANDBOX_WEBHOOK_URL and PAYMENT_SANDBOX_WEBHOOK_SECRET go together.");
  }
  return { url, secret, events: given("WEBHOOK_EVENTS")?.split(" ") };
}

const sandbox = await startPaymentSandbox({
  port: Number(given("PORT") ?? 0),
  host: given("HOST"),
  dataFolder: given("DATA") ?? "data",
  publicOrigin: given("PUBLIC_ORIGIN") && new URL(given("PUBLIC_ORIGIN") ?? "").origin,
  secretKey: given("SECRET_KEY"),
  publishableKey: given("PUBLISHABLE_KEY"),
  webhook: webhookEndpoint(),
});
console.log(`payment sandbox listening on ${sandbox.origin}`);

async function stop(): Promise<void> {
  await sandbox.close();
  process.exit(0);
}

process.on("SIGTERM", stop);
process.on("SIGINT", stop);
// The parent process holds a channel; when it ends, so does the sandbox.
process.on("disconnect", stop);
