/**
 * What a page of ours may load and where its forms may go. Only our own host, scripts only with this answer's
 * nonce; a page that pays may also send its form on to the provider's hosted card page.
 */
export function contentSecurityPolicy(options: {
  nonce: string;
  payOrigin: string | null;
  isDevelopment: boolean;
}) {
  const { nonce, payOrigin, isDevelopment } = options;
  const rules: Record<string, string> = {
    "default-src": "'self'",
    "script-src": `'nonce-${nonce}' 'strict-dynamic'`,
    // The development server injects its style sheets itself.
    "style-src": isDevelopment ? "'self' 'unsafe-inline'" : "'self'",
    "img-src": "'self' data: blob:",
    "font-src": "'self'",
    "connect-src": isDevelopment ? "'self' ws:" : "'self'",
    "frame-src": "'none'",
    "object-src": "'none'",
    "base-uri": "'none'",
    "frame-ancestors": "'none'",
    "form-action": payOrigin ? `'self' ${payOrigin}` : "'self'",
  };
  return Object.entries(rules)
    .map(([name, value]) => `${name} ${value}`)
    .join("; ");
}
