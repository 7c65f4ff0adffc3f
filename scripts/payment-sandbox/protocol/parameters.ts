import { invalid, missing } from "./errors";
import type { Parameter, ParameterSet } from "./form-encoding";

/**
 * An operation's parameters. A reader converts a raw parameter or throws the provider's own refusal; `undefined` means
 * that it was not sent. An unknown name is refused, never ignored.
 */
export type Reader<T> = (written: Parameter | undefined, param: string) => T;
type Shape = Record<string, Reader<unknown>>;
export type Read<S extends Shape> = { [Name in keyof S]: ReturnType<S[Name]> };

function plain(written: Parameter, param: string): string {
  if (typeof written !== "string") throw invalid(`Invalid string: ${param}`, { param });
  return written;
}

export function text(most = 5_000): Reader<string | undefined> {
  return (written, param) => {
    if (written === undefined) return undefined;
    const value = plain(written, param);
    if (value === "") {
      const message = `You passed an empty string for '${param}'. We assume empty values are an attempt to unset a parameter; however '${param}' cannot be unset.`;
      throw invalid(message, { code: "parameter_invalid_empty", param });
    }
    if (value.length > most) {
      throw invalid(`Invalid string: must be at most ${most} characters; ${param} has ${value.length}.`, {
        param,
      });
    }
    return value;
  };
}

export function integer(range: { least?: number; most?: number } = {}): Reader<number | undefined> {
  return (written, param) => {
    if (written === undefined) return undefined;
    const value = plain(written, param);
    if (!/^-?\d{1,15}$/.test(value)) {
      throw invalid(`Invalid integer: ${value}`, { code: "parameter_invalid_integer", param });
    }
    const number = Number(value);
    if (number < (range.least ?? Number.MIN_SAFE_INTEGER)) {
      throw invalid(`This value must be greater than or equal to ${range.least}.`, {
        code: "parameter_invalid_integer",
        param,
      });
    }
    if (number > (range.most ?? Number.MAX_SAFE_INTEGER)) {
      throw invalid(`This value must be less than or equal to ${range.most}.`, {
        code: "parameter_invalid_integer",
        param,
      });
    }
    return number;
  };
}

export function flag(): Reader<boolean | undefined> {
  return (written, param) => {
    if (written === undefined) return undefined;
    const value = plain(written, param);
    if (value !== "true" && value !== "false") throw invalid(`Invalid boolean: ${value}`, { param });
    return value === "true";
  };
}

export function oneOf<const Words extends readonly string[]>(words: Words): Reader<Words[number] | undefined> {
  return (written, param) => {
    if (written === undefined) return undefined;
    const value = plain(written, param);
    if (!words.includes(value)) {
      throw invalid(`Invalid ${param}: must be one of ${words.join(", ")}`, { param });
    }
    return value as Words[number];
  };
}

export function webAddress(): Reader<string | undefined> {
  return (written, param) => {
    const value = text()(written, param);
    if (value === undefined) return undefined;
    const address = URL.canParse(value) ? new URL(value) : null;
    if (address?.protocol !== "http:" && address?.protocol !== "https:") {
      throw invalid("Not a valid URL", { code: "url_invalid", param });
    }
    return value;
  };
}

export function emailAddress(): Reader<string | undefined> {
  return (written, param) => {
    const value = text(512)(written, param);
    if (value !== undefined && !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(value)) {
      throw invalid(`Invalid email address: ${value}`, { code: "email_invalid", param });
    }
    return value;
  };
}

/** At most 50 names of 40 characters with values of 500. An empty value removes a name. */
export function metadata(): Reader<Record<string, string> | undefined> {
  return (written, param) => {
    if (written === undefined) return undefined;
    if (written === "") return {};
    if (typeof written === "string") throw invalid(`Invalid object: ${param}`, { param });
    const entries = Object.entries(written);
    if (entries.length > 50) throw invalid("Metadata can have at most 50 keys.", { param });
    for (const [name, value] of entries) {
      const at = `${param}[${name}]`;
      if (name.length > 40) throw invalid("Metadata keys can have at most 40 characters.", { param: at });
      if (plain(value, at).length > 500) {
        throw invalid("Metadata values can have at most 500 characters.", { param: at });
      }
    }
    return Object.fromEntries(entries) as Record<string, string>;
  };
}

export function list<T>(reader: Reader<T>, most = 100): Reader<NonNullable<T>[] | undefined> {
  return (written, param) => {
    if (written === undefined || written === "") return undefined;
    if (typeof written === "string") throw invalid(`Invalid array: ${param}`, { param });
    const keys = Object.keys(written);
    if (keys.some((key) => !/^\d{1,4}$/.test(key))) throw invalid(`Invalid array: ${param}`, { param });
    if (keys.length > most) throw invalid(`Too many items: ${param} takes at most ${most}.`, { param });
    return keys
      .sort((one, other) => Number(one) - Number(other))
      .map((key) => required(reader)(written[key], `${param}[${key}]`));
  };
}

export function group<S extends Shape>(shape: S): Reader<Read<S> | undefined> {
  return (written, param) => {
    if (written === undefined || written === "") return undefined;
    if (typeof written === "string") throw invalid(`Invalid object: ${param}`, { param });
    return readParameters(shape, written, param);
  };
}

/** Either a time in seconds or bounds for one. */
export function createdRange(): Reader<{ gt?: number; gte?: number; lt?: number; lte?: number } | undefined> {
  const bounds = group({ gt: integer(), gte: integer(), lt: integer(), lte: integer() });
  return (written, param) => {
    if (typeof written !== "string") return bounds(written, param);
    const moment = integer()(written, param);
    return { gte: moment, lte: moment };
  };
}

export function required<T>(reader: Reader<T>): Reader<NonNullable<T>> {
  return (written, param) => {
    const value = reader(written, param);
    if (value === undefined || value === null) throw missing(param);
    return value;
  };
}

/** Reads a whole set. @throws ApiError at the first unknown name. */
export function readParameters<S extends Shape>(shape: S, written: ParameterSet, within = ""): Read<S> {
  const nameOf = (name: string) => (within ? `${within}[${name}]` : name);
  for (const name of Object.keys(written)) {
    if (Object.hasOwn(shape, name)) continue;
    const message = `Received unknown parameter: ${nameOf(name)}`;
    throw invalid(message, { code: "parameter_unknown", param: nameOf(name) });
  }
  const values = Object.entries(shape).map(([name, reader]) => [name, reader(written[name], nameOf(name))]);
  return Object.fromEntries(values) as Read<S>;
}
