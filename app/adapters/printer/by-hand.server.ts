import type { PrintService, PrintTrouble } from "./contract";

/** No API: people take the files to the printer, and say what happened. Every method returns that. */
export function createPrintByHand(): PrintService {
  const byHand: PrintTrouble = {
    ok: false,
    reason: "by_hand",
    message: "No printer with an API is set, so the files are taken to one by hand.",
  };
  const answer = async () => byHand;
  return {
    quote: answer,
    order: answer,
    status: answer,
    cancel: answer,
    changeRecipient: answer,
    readWebhook: () => ({ ok: false }),
    check: async () => ({ ok: true }),
  };
}
