import { z } from "zod";
import { checkbox } from "~/domain/people/accounts/forms";

/** Sending evidence, which can be done once. */
export const evidenceForm = z.object({
  isRead: checkbox.refine((value) => value, "Please tick that you’ve read it all"),
});

export type EvidenceSent = z.infer<typeof evidenceForm>;
