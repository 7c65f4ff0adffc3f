import { settings } from "~/adapters/settings.server";

/** The public absolute address of one of our paths, independent of the request's Host header. */
export function publicAddress(path: string): string {
  return new URL(path, settings.publicOrigin).href;
}
