import { settings } from "~/adapters/settings.server";

/** The public absolute address of one of our paths, whatever host the request named. */
export function publicAddress(path: string): string {
  return new URL(path, settings.publicOrigin).href;
}
