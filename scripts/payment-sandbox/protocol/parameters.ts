import { z } from "zod";
import { invalid, missing } from "./errors";
import type { ParameterSet } from "./form-encoding";

/** Schemas for an operation's parameters, which arrive as texts and sets of texts. An unknown name is refused, never ignored. */

export const text = (most = 5_000) => z.string().min(1).max(most);

export const integer = ({ least = Number.MIN_SAFE_INTEGER, most = Number.MAX_SAFE_INTEGER } = {}) =>
  z
    .string()
    .regex(/^-?\d{1,15}$/)
    .transform(Number)
    .pipe(z.number().min(least).max(most));

export const flag = () => z.enum(["true", "false"]).transform((written) => written === "true");

export const webAddress = () => z.url({ protocol: /^https?$/ }).max(5_000);

export const emailAddress = () => z.email({ pattern: /^[^\s@]+@[^\s@]+\.[^\s@]+$/ }).max(512);

/** At most 50 names of 40 characters with values of 500. An empty value removes a name. */
export const metadata = () =>
  z
    .preprocess(
      (written) => (written === "" ? {} : written),
      z
        .record(z.string().max(40), z.string().max(500))
        .refine((names) => Object.keys(names).length <= 50, "Metadata can have at most 50 keys."),
    )
    .optional();

/** A list, whose places are the names of a set. */
export const list = <Item extends z.ZodType>(item: Item, most = 100) => z.preprocess(asList, z.array(item).max(most));

function asList(written: unknown): unknown {
  if (typeof written !== "object" || written === null) return written;
  const places = Object.entries(written);
  if (places.some(([place]) => !/^\d{1,4}$/.test(place))) return written;
  return places.sort(([one], [other]) => Number(one) - Number(other)).map(([, value]) => value);
}

export const group = <Shape extends z.ZodRawShape>(shape: Shape) => z.strictObject(shape);

/** Either a time in seconds or bounds for one. */
export const createdRange = () =>
  z.preprocess(
    (written) => (typeof written === "string" ? { gte: written, lte: written } : written),
    group({ gt: integer(), gte: integer(), lt: integer(), lte: integer() }).partial().optional(),
  );

/** Reads a whole set. @throws ApiError the provider's refusal of its first mistake, unknown names before all others. */
export function readParameters<Schema extends z.ZodObject>(schema: Schema, written: ParameterSet): z.output<Schema> {
  const read = schema.safeParse(written, { reportInput: true });
  if (read.success) return read.data;
  const { issues } = read.error;
  const issue = issues.find(({ code }) => code === "unrecognized_keys") ?? issues[0];
  throw issue ? refusalOf(issue) : read.error;
}

const CODES: Readonly<Record<string, string>> = {
  regex: "parameter_invalid_integer",
  number: "parameter_invalid_integer",
  url: "url_invalid",
  email: "email_invalid",
};

function refusalOf(issue: z.core.$ZodIssue) {
  if (issue.code === "unrecognized_keys") {
    const param = nameOf([...issue.path, ...issue.keys.slice(0, 1)]);
    return invalid(`Received unknown parameter: ${param}`, { code: "parameter_unknown", param });
  }
  const param = nameOf(issue.path);
  if (issue.code === "invalid_type" && issue.input === undefined) return missing(param);
  if (issue.input === "") {
    const message = `You passed an empty string for '${param}'. We assume empty values are an attempt to unset a parameter; however '${param}' cannot be unset.`;
    return invalid(message, { code: "parameter_invalid_empty", param });
  }
  const kind = "format" in issue ? issue.format : "origin" in issue ? issue.origin : "";
  return invalid(`Invalid ${param}: ${issue.message}`, { code: CODES[kind], param });
}

const nameOf = ([first, ...inner]: readonly PropertyKey[]) =>
  `${String(first)}${inner.map((part) => `[${String(part)}]`).join("")}`;
