export interface PaymentSources {
  /** Of the hosted card page. */
  checkoutOrigin: string;
  /** Of the card element. Its script is let in by the nonce of ours that loads it; older browsers go by its address. */
  scriptUrl: string;
  frameOrigins: readonly string[];
  connectOrigins: readonly string[];
}

/**
 * What a page of ours may load and where its forms may go. Only our own host, scripts only with this answer's
 * nonce; a page that pays may also send its form on to the provider's hosted card page, and show its card element,
 * and a page that sends photos may send them to where they are stored.
 */
export function contentSecurityPolicy(options: {
  nonce: string;
  /** Null on every page that does not pay. */
  payment: PaymentSources | null;
  /** Where a page sends photos itself; null on every other page. */
  uploadOrigin: string | null;
  isDevelopment: boolean;
}) {
  const { nonce, payment, uploadOrigin, isDevelopment } = options;
  const script = payment ? ` ${new URL(payment.scriptUrl).origin}` : "";
  const connect = [isDevelopment && "ws:", uploadOrigin, ...(payment?.connectOrigins ?? [])].filter(Boolean);
  const rules: Record<string, string> = {
    "default-src": "'self'",
    "script-src": `'nonce-${nonce}' 'strict-dynamic'${script}`,
    // The development server injects its style sheets itself.
    "style-src": isDevelopment ? "'self' 'unsafe-inline'" : "'self'",
    "img-src": "'self' data: blob:",
    "font-src": "'self'",
    "connect-src": ["'self'", ...connect].join(" "),
    "frame-src": payment ? payment.frameOrigins.join(" ") : "'none'",
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
