import type { PrintFailure, PrintService } from "./contract";

/** No API: people take the files to the printer, and say what happened. What would call an API fails with `by_hand`. */
export function createPrintByHand(): PrintService {
  const byHand: PrintFailure = {
    ok: false,
    reason: "by_hand",
    message: "No printer with an API is set, so the files are taken to one by hand.",
  };
  const refuse = async () => byHand;
  return {
    quote: refuse,
    order: refuse,
    status: refuse,
    cancel: refuse,
    changeRecipient: refuse,
    readWebhook: () => ({ ok: false }),
    check: async () => ({ ok: true }),
  };
}
