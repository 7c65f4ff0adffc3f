import type { z } from "zod";
import type { Kind, Kinds, PageRequest } from "../kinds";
import type { Store } from "../store";
import { invalid } from "./errors";
import { createdRange, integer, text } from "./parameters";

/** The parameters of every list. */
export const LIST_PARAMETERS = {
  limit: integer({ least: 1, most: 100 }).optional(),
  starting_after: text(255).optional(),
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
  const page = store.page(kind, {
    limit: input.limit ?? USUAL_LIMIT,
    startingAfter: input.starting_after,
    created: input.created,
    where,
    hidden,
  });
  if (!page) {
    const message = `No such ${kind}: '${input.starting_after}'`;
    throw invalid(message, { code: "resource_missing", param: "starting_after" });
  }
  return { object: "list", data: page.data, has_more: page.hasMore, url };
}
