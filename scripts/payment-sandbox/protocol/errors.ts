import type Stripe from "stripe";

/** The provider's error object in a response. */
export interface ErrorBody {
  type: "api_error" | "card_error" | "idempotency_error" | "invalid_request_error";
  code?: string;
  decline_code?: string;
  message: string;
  param?: string;
  charge?: string;
  payment_intent?: Stripe.PaymentIntent;
  payment_method?: Stripe.PaymentMethod;
  advice_code?: string;
  doc_url?: string;
}

/** A refusal to send to the client. `isStored`: a retry with the same idempotency key gets the same refusal. */
export class ApiError extends Error {
  readonly body: ErrorBody;
  readonly status: number;
  readonly isStored: boolean;

  constructor(status: number, body: ErrorBody, isStored = false) {
    super(body.message);
    this.status = status;
    this.isStored = isStored;
    this.name = "ApiError";
    this.body = withDocumentation(body);
  }
}

/** Adds the address of the page that documents an error's code. */
export function withDocumentation(body: ErrorBody): ErrorBody {
  if (!body.code) return body;
  return { ...body, doc_url: `https://stripe.com/docs/error-codes/${body.code.replaceAll("_", "-")}` };
}

export function invalid(message: string, about: { code?: string; param?: string } = {}): ApiError {
  return new ApiError(400, { type: "invalid_request_error", message, ...about });
}

export function missing(param: string): ApiError {
  return invalid(`Missing required param: ${param}.`, { code: "parameter_missing", param });
}

export function noSuch(what: string, id: string, param = "id"): ApiError {
  return new ApiError(404, {
    type: "invalid_request_error",
    code: "resource_missing",
    message: `No such ${what}: '${id}'`,
    param,
  });
}

/** The object's state does not allow the operation. */
export function wrongState(message: string, about: Partial<ErrorBody> = {}): ApiError {
  return new ApiError(400, { type: "invalid_request_error", message, ...about }, true);
}
