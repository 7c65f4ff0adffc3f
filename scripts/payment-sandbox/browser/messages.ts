/** What the provider's script, its frames and its API send each other. */

export interface ApiError {
  type: string;
  message: string;
  code?: string;
}

export interface Intent {
  id: string;
  client_secret: string;
  status: string;
  next_action?:
    | { type: "redirect_to_url"; redirect_to_url: { url: string } }
    | { type: "use_stripe_sdk"; use_stripe_sdk: { stripe_js: string } }
    | null;
  last_payment_error?: ApiError;
}

export interface PaymentResult {
  paymentIntent?: Intent;
  error?: ApiError;
  selectedPaymentMethod?: string;
}

export interface ConfirmParams {
  return_url?: string;
  shipping?: unknown;
}

export interface Confirmation {
  key: string;
  clientSecret: string;
  confirmParams: ConfirmParams;
}

/** What a shop asks a wallet for. */
export interface WalletRequest {
  emailRequired?: boolean;
  shippingAddressRequired?: boolean;
  shippingRates?: { displayName: string }[];
}

/** The options of a group of elements. */
export interface ElementsOptions {
  appearance?: { variables?: Record<string, string> };
  fonts?: { family: string; src: string; weight?: string }[];
  amount: number;
}

/** To a frame. */
export type FrameRequest =
  | ({ type: "configure" } & Pick<ElementsOptions, "appearance" | "fonts">)
  | { type: "configure"; asks: WalletRequest; amount: number }
  | { type: "focus" }
  | { type: "submit"; id: number }
  | ({ type: "confirm"; id: number } & Confirmation);

/** From a frame. */
export type FrameReport =
  | { type: "loaded" | "press" | "cancel" | "answered" | "escape" }
  | { type: "height"; height: number }
  | { type: "ready" | "authorise"; details?: object }
  | { type: "answer"; id: number; response: PaymentResult };
