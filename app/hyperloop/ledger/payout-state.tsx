import { Badge } from "~/ui/badge";

/** `unread`: the provider has not reported yet what it is made of. */
export type PayoutState = "on_its_way" | "paid" | "failed" | "unread";

const STATES = {
  on_its_way: ["info", "On its way"],
  paid: ["good", "Arrived"],
  failed: ["bad", "Failed"],
  unread: ["pending", "Not read yet"],
} as const;

export function PayoutStateBadge({ state }: { readonly state: PayoutState }) {
  const [tone, words] = STATES[state];
  return <Badge tone={tone}>{words}</Badge>;
}
