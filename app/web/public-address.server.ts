import { settings } from "~/adapters/settings.server";

/** The public absolute address of one of our paths, independent of the request's Host header. */
export function publicAddress(path: string): string {
  return new URL(path, settings.publicOrigin).href;
}

/** The host of our own addresses, as a browser sends it. */
export const publicHost = new URL(settings.publicOrigin).host;
