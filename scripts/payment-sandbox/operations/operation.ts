import { z } from "zod";
import type { Kind, Kinds } from "../kinds";
import { type ErrorBody, noSuch } from "../protocol/errors";
import { expandResponse } from "../protocol/expansion";
import type { ParameterSet } from "../protocol/form-encoding";
import { LIST_PARAMETERS, listPage } from "../protocol/lists";
import { group, list, readParameters, text } from "../protocol/parameters";
import type { Work } from "../work";

/** An operation's response: an object, or a refusal that must not undo what was written. */
export type Outcome = object | { refused: { status: number; error: ErrorBody } };

export interface Operation {
  method: "GET" | "POST";
  /** The path with ":id" in place of the object's id. */
  path: string;
  /** Whether a browser may call it with the publishable key and the client secret of its payment. */
  isForBrowsers: boolean;
  /** Reads the parameters, throwing for a mistake, and returns the function that performs the operation. */
  prepare(written: ParameterSet): (work: Work, id: string) => { status: number; body: object };
}

const EXPAND = group({ expand: list(text(200)).optional() });

/** `takes`: every accepted parameter besides `expand`. */
export function operation<S extends z.ZodRawShape>(
  method: Operation["method"],
  path: string,
  takes: S,
  run: (work: Work, input: z.output<z.ZodObject<S, z.core.$strict>>, id: string) => Outcome,
  audience: "sellers" | "browsers" = "sellers",
): Operation {
  const schema = group(takes);
  return {
    method,
    path,
    isForBrowsers: audience === "browsers",
    prepare(written) {
      const { expand, ...others } = Object.assign(Object.create(null), written) as ParameterSet;
      const { expand: paths = [] } = readParameters(EXPAND, expand === undefined ? {} : { expand });
      const input = readParameters(schema, others);
      return (work, id) => {
        const outcome = run(work, input, id);
        if ("refused" in outcome) {
          return { status: outcome.refused.status, body: { error: outcome.refused.error } };
        }
        return { status: 200, body: expandResponse(work.store, outcome, paths) };
      };
    },
  };
}

/** The object of this kind and id. @throws ApiError, naming it with `noun`, where it does not exist. */
export function bodyOf<K extends Kind>(work: Work, kind: K, id: string, noun: string = kind): Kinds[K] {
  const stored = work.store.find(kind, id);
  if (!stored) throw noSuch(noun, id);
  return stored.body;
}

/** Reads one object of a kind by its id. */
export function retrieval(kind: Kind, root: string, noun?: string): Operation {
  return operation("GET", `${root}/:id`, {}, (work, _asked, id) => bodyOf(work, kind, id, noun));
}

/** Lists the objects of a kind, newest first; each of these fields has the value that is asked for. */
export function listing(kind: Kind, root: string, fields: Record<string, z.ZodType<string>>): Operation {
  const asked = z.object(fields).partial();
  return operation("GET", root, { ...LIST_PARAMETERS, ...asked.shape }, (work, input) =>
    listPage(work.store, kind, root, input, asked.parse(input)),
  );
}
