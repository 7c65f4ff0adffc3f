import type { PrintFailure, PrintService } from "./contract";

/** No API: people take the files to the printer, and say what happened. Every method returns that. */
export function createPrintByHand(): PrintService {
  const byHand: PrintFailure = {
    ok: false,
    reason: "by_hand",
    message: "No printer with an API is set, so the files are taken to one by hand.",
  };
  const response = async () => byHand;
  return {
    quote: response,
    order: response,
    status: response,
    cancel: response,
    changeRecipient: response,
    readWebhook: () => ({ ok: false }),
    check: async () => ({ ok: true }),
  };
}
