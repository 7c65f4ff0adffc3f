import type { App } from "../../support/app";

const EXAMPLES: Record<string, string> = { theme: "family", type: "parent-and-child" };

/** The address of every page of the route table; a parameter gets an id that exists, or one that does not. */
export function pagesOf(app: App): string[] {
  return Object.values(app.routes).flatMap((route) => {
    if (!route || route.id === "root" || !route.module.default) return [];
    return [`/${route.path ?? ""}`.replace(/^\/+/, "/").replace(/:(\w+)/g, (_, name) => EXAMPLES[name] ?? "nobody")];
  });
}

/**
 * The names in a response of single fetch (turbo-stream): its first line is one flat list, in which keys are indexes.
 */
export function namesIn(data: string): string[] {
  const flat: unknown = JSON.parse(data.split("\n")[0] ?? "");
  if (!Array.isArray(flat)) throw new Error("This is no answer for scripts.");
  return flat.flatMap((value: unknown) => {
    const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
    return isObject ? Object.keys(value).map((place) => String(flat[Number(place.slice(1))])) : [];
  });
}
