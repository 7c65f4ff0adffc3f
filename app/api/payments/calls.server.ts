import { addressOwnedBy } from "~/domain/people/accounts/addresses.server";
import { API_FIELDS, API_NAMES } from "~/domain/people/addresses/forms";
import { all, readFields } from "~/web/json-fields";
import { failField } from "~/web/json-responses";
import { type Calls, call } from "../declared-calls.server";
import { openLoopPayment, refuseAbroad, validateDelivery } from "./loop-payment.server";

export const PAYMENT_CALLS: Calls = {
  /** Orders a loop for the account, to the address in the call. */
  "POST /payments/create-intent": call({
    who: "customer",
    takes: { amount: "number", metadata: "object", shippingAddress: "object" },
    run: async ({ client, sent: { amount, metadata, shippingAddress }, now }) => {
      const sent = readFields(shippingAddress ?? {}, {
        ...all("text", "firstName", "lastName", "country"),
        ...API_FIELDS,
      });
      refuseAbroad(sent.country, "country");
      const { firstName, lastName } = sent;
      const lines = Object.entries(API_NAMES).map(([name, sentAs]) => [name, sent[sentAs]]);
      const address = validateDelivery({ firstName, lastName, ...Object.fromEntries(lines) });
      return await openLoopPayment(client, { amount, metadata, address }, now);
    },
  }),

  /** Orders a loop for the account, to one of their saved addresses. */
  "POST /payments/create-with-user": call({
    who: "customer",
    takes: { amount: "number", metadata: "object", addressId: "text" },
    run: async ({ client, sent: { amount, metadata, addressId }, now }) => {
      const stored = addressOwnedBy(client.accountId, addressId ?? "");
      if (!stored) return failField("addressId", "Please enter your delivery address.");
      refuseAbroad(stored.country, "addressId");
      const address = validateDelivery(stored, "addressId");
      return await openLoopPayment(client, { amount, metadata, address }, now);
    },
  }),
};
