/** What a refused visitor reads: what happened, what to do, and, where a form went stale, its words. */
export interface Refusal {
  kind: "refusal";
  title: string;
  text: string;
  resend: { action: string; token: string; fields: readonly (readonly [string, string])[] } | null;
}

export function isRefusal(value: unknown): value is Refusal {
  return typeof value === "object" && value !== null && (value as { kind?: unknown }).kind === "refusal";
}

/** Whether what was thrown is an answer, and nothing that broke. */
export function isAnswer(thrown: unknown): boolean {
  if (thrown instanceof Response) return true;
  return (thrown as { type?: unknown } | null)?.type === "DataWithResponseInit";
}
