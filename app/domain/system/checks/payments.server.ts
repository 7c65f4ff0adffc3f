import { minutesInWords } from "~/domain/kernel/text/numbers";
import { MINUTE_MS } from "~/domain/kernel/time/durations";
import { ageInWords } from "../health/age";
import { SERVICE_SILENT_MS, UNFULFILLED_MS, WEBHOOK_LATE_MS } from "../health/health-limits";
import { unfulfilledOrders, waitingWebhooks } from "../health/waiting-work.server";
import { alarming, type Check, check, DOCTOR_COMMAND, failing, well } from "./check";
import { assessService } from "./service.server";

const UNFULFILLED = minutesInWords(UNFULFILLED_MS / MINUTE_MS);

/** The payment provider, its messages, and what was paid. */
export const PAYMENTS: readonly Check[] = [
  check({
    readers: { ready: "payments" },
    alarms: {
      payments_failing: {
        title: "The payment provider isn’t answering",
        means: "Nobody can pay. We tell buyers to try again, and nobody is charged twice.",
        steps: [
          "Check the provider’s status page.",
          "Run the doctor. It says whether the key is refused or the network is failing.",
          "If the key is refused, it was replaced or restricted. Set the new one and restart.",
        ],
        command: DOCTOR_COMMAND,
        ends: "itself",
      },
    },
    assess: (now) => assessService("payments", { kind: "payments_failing", silentMs: SERVICE_SILENT_MS, now }),
  }),
  check({
    readers: { ready: "webhooks" },
    urgency: "high",
    alarms: {
      webhooks_waiting: {
        title: "Payment provider messages are waiting",
        means: `A message came in more than ${minutesInWords(WEBHOOK_LATE_MS / MINUTE_MS)} ago and we couldn’t process it. An order may be waiting for it.`,
        steps: [
          "The System page shows the message and why it failed, with a button to try again.",
          "If the worker is silent, start there.",
          "A message that keeps failing is a bug. Save its id and its log lines.",
        ],
        ends: "itself",
      },
    },
    assess(now) {
      const { found, oldest } = waitingWebhooks();
      const ageMs = oldest ? now.getTime() - oldest.getTime() : 0;
      if (ageMs <= WEBHOOK_LATE_MS) return well("Nothing is late.");
      const age = ageInWords(ageMs);
      return {
        ...failing(`${found} provider messages are waiting, the oldest for ${age}.`),
        raises: [{ kind: "webhooks_waiting", message: `${found} wait, the oldest for ${age}.` }],
      };
    },
  }),
  check({
    urgency: "high",
    alarms: {
      paid_unfulfilled: {
        title: "Paid but not fulfilled",
        means: `An order was paid more than ${UNFULFILLED} ago and the buyer has nothing yet.`,
        steps: [
          "Open the order. Its page shows the payment and what was fulfilled.",
          "If the worker is silent or messages are waiting, start there. The worker then fulfils the order.",
          "If that doesn’t help, refund the order and email the buyer.",
        ],
        ends: "itself",
      },
    },
    assess: (now) =>
      unfulfilledOrders(now).map((id) =>
        alarming("paid_unfulfilled", `It was paid more than ${UNFULFILLED} ago and the buyer has nothing yet.`, {
          type: "order",
          id,
        }),
      ),
  }),
];
