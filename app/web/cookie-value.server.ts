import type { SessionStorage } from "@remix-run/node";

/** One value stored in a cookie session, under `key`; `keep` and `forget` return the header to send. */
export function cookieValue<Value>(storage: SessionStorage, key: string) {
  return {
    /** What the browser sent, unchecked; undefined without the cookie or when it is forged. */
    read: async (request: Request): Promise<unknown> =>
      (await storage.getSession(request.headers.get("cookie"))).get(key),
    store: async (value: Value): Promise<string> => {
      const session = await storage.getSession();
      session.set(key, value);
      return await storage.commitSession(session);
    },
    forget: async (): Promise<string> => await storage.destroySession(await storage.getSession()),
  };
}
