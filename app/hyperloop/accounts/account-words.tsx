import { Badge } from "~/ui/badge";

const TONES = { active: "good", inactive: "off", suspended: "bad" } as const;
const WORDS = { active: "Active", inactive: "Inactive", suspended: "Suspended" } as const;

export function AccountBadge({ status }: { readonly status: keyof typeof TONES }) {
  return <Badge tone={TONES[status]}>{WORDS[status]}</Badge>;
}
