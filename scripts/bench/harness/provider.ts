import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startPaymentSandbox } from "../../payment-sandbox/sandbox";
import type { ServedApp } from "./served-app";

type Provider = Awaited<ReturnType<typeof startPaymentSandbox>>;

/** Runs `use` while the payment sandbox responds where the app expects the provider. */
export async function withProvider<Result>(
  { paymentPort }: ServedApp,
  use: (provider: Provider) => Promise<Result>,
): Promise<Result> {
  const dataFolder = mkdtempSync(join(tmpdir(), "loop-bench-provider-"));
  const provider = await startPaymentSandbox({ port: paymentPort, dataFolder });
  try {
    return await use(provider);
  } finally {
    await provider.close();
    rmSync(dataFolder, { recursive: true, force: true });
  }
}
