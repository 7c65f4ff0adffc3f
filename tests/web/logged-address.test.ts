import type { ServerBuild } from "@remix-run/node";
import { expect, it } from "vitest";
import { hideSecretsOf, loggedAddress } from "~/web/logged-address.server";

const secret = (path: string, ...secretParams: string[]) => ({ path, module: { handle: { guard: { secretParams } } } });

it("a log shows an address without its query and without what gives access", () => {
  hideSecretsOf({
    root: { module: {} },
    nowhere: { module: { handle: { guard: { secretParams: ["token"] } } } },
    about: { path: "about", module: {} },
    week: secret("this-week/:token", "token"),
    choice: secret("loops/:loop/invitations/:token/accept", "token"),
  } as unknown as ServerBuild["routes"]);
  expect(
    [
      "/about/?token=abc#top",
      "//about//",
      "/this-week/abc?x=1",
      "/This-Week/abc",
      "/%74his-week/abc",
      "/this-week/%zz",
      "/%zz/abc",
      "/that-week/abc",
      "/loops/one/invitations/abc/accept",
      "/loops/one/visits/abc/accept",
    ].map(loggedAddress),
  ).toEqual([
    "/about/",
    "//about//",
    "/this-week/…",
    "/This-Week/…",
    "/%74his-week/…",
    "/this-week/…",
    "/%zz/abc",
    "/that-week/abc",
    "/loops/one/invitations/…/accept",
    "/loops/one/visits/abc/accept",
  ]);
});
