/** What a refused visitor reads: what happened, what to do, and the typed text when a form's token was stale. */
export interface Refusal {
  kind: "refusal";
  title: string;
  text: string;
  resend: { action: string; token: string; fields: readonly (readonly [string, string])[] } | null;
}

export function isRefusal(value: unknown): value is Refusal {
  return typeof value === "object" && value !== null && (value as { kind?: unknown }).kind === "refusal";
}

/** Whether a thrown value is a response instead of an error. */
export function isResponse(thrown: unknown): boolean {
  if (thrown instanceof Response) return true;
  return (thrown as { type?: unknown } | null)?.type === "DataWithResponseInit";
}
