import { fail } from "~/web/json-responses";

/** Public: the file of every declared call; calls.server.ts puts the call of the address in its place. */
export function loader() {
  return fail(404);
}

/** Public. */
export const action = loader;
