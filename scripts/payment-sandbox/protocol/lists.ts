import type { z } from "zod";
import type { Kind, Kinds, PageRequest } from "../kinds";
import type { Store } from "../store";
import { invalid } from "./errors";
import { createdRange, integer, text } from "./parameters";

/** The parameters of every list. */
export const LIST_PARAMETERS = {
  limit: integer({ least: 1, most: 100 }).optional(),
  starting_after: text(255).optional(),
  ending_before: text(255).optional(),
  created: createdRange(),
};

const USUAL_LIMIT = 10;

/** One page of a list, newest first. */
export function listPage<K extends Kind>(
  store: Store,
  kind: K,
  url: string,
  input: z.output<z.ZodObject<typeof LIST_PARAMETERS>>,
  where: PageRequest["where"] = {},
  hidden: PageRequest["hidden"] = {},
): { object: "list"; data: Kinds[K][]; has_more: boolean; url: string } {
  if (input.starting_after !== undefined && input.ending_before !== undefined) {
    throw invalid("You can only use one of starting_after and ending_before.", {
      code: "parameters_exclusive",
    });
  }
  const page = store.page(kind, {
    limit: input.limit ?? USUAL_LIMIT,
    startingAfter: input.starting_after,
    endingBefore: input.ending_before,
    created: input.created,
    where,
    hidden,
  });
  if (!page) {
    const param = input.starting_after === undefined ? "ending_before" : "starting_after";
    const message = `No such ${kind}: '${input.starting_after ?? input.ending_before}'`;
    throw invalid(message, { code: "resource_missing", param });
  }
  return { object: "list", data: page.data, has_more: page.hasMore, url };
}
