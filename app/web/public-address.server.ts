import { settings } from "~/adapters/settings.server";

/** A path of ours as the whole address people and programs use, whatever the request was called. */
export function publicAddress(path: string): string {
  return new URL(path, settings.publicOrigin).href;
}
