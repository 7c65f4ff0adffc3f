export interface PaymentSources {
  /** Origin of the hosted card page. */
  checkoutOrigin: string;
  /** The card element's script. Our nonce allows it; older browsers check its address instead. */
  scriptUrl: string;
  frameOrigins: readonly string[];
  connectOrigins: readonly string[];
}

/**
 * The policy of one of our pages. It allows our own host, and scripts with this response's nonce. A page that takes
 * payment may also post to the provider's hosted card page and show its card element. A page that sends photos may send
 * them to the storage.
 */
export function contentSecurityPolicy(options: {
  /** Ours, of which the folder of scripts holds what the build compiled, and nothing that anybody can upload. */
  origin: string;
  /** Null for a page that is sent to many: its scripts are allowed by their address. */
  nonce: string | null;
  /** Null on every page without payment. */
  payment: PaymentSources | null;
  /** Where a page uploads photos directly; null on every other page. */
  uploadOrigin: string | null;
  /** Whether a week is written on it, whose worker keeps the page for when there is no connection. */
  writesWeeks: boolean;
  isDevelopment: boolean;
}) {
  const { origin, nonce, payment, uploadOrigin, writesWeeks, isDevelopment } = options;
  // The development server sends each file of a script by itself, from its place in the repository.
  const ownScripts = isDevelopment ? origin : `${origin}/scripts/`;
  const script = payment ? ` ${new URL(payment.scriptUrl).origin}` : "";
  const connect = [isDevelopment && "ws:", uploadOrigin, ...(payment?.connectOrigins ?? [])].filter(Boolean);
  const rules: Record<string, string> = {
    "default-src": "'self'",
    "script-src": nonce === null ? ownScripts : `'nonce-${nonce}' 'strict-dynamic'${script}`,
    // The development server injects its style sheets inline.
    "style-src": isDevelopment ? "'self' 'unsafe-inline'" : "'self'",
    "img-src": "'self' data: blob:",
    "font-src": "'self'",
    "connect-src": ["'self'", ...connect].join(" "),
    "frame-src": payment ? payment.frameOrigins.join(" ") : "'none'",
    "worker-src": writesWeeks ? "'self'" : "'none'",
    "object-src": "'none'",
    "base-uri": "'none'",
    "frame-ancestors": "'none'",
    "report-uri": "/csp-reports",
    "form-action": payment ? `'self' ${payment.checkoutOrigin}` : "'self'",
  };
  return Object.entries(rules)
    .map(([name, value]) => `${name} ${value}`)
    .join("; ");
}

/** A wallet asks in a frame of the provider's, which may open it only where our own page allows that. */
export function permissionsPolicy(paymentOrigins: readonly string[]): string {
  const payment = ["self", ...paymentOrigins.map((origin) => `"${origin}"`)].join(" ");
  return `camera=(), microphone=(), geolocation=(), payment=(${payment}), usb=(), browsing-topics=()`;
}
