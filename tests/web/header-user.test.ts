import { expect, it } from "vitest";
import { headerUserOf } from "~/web/header-user.server";

it("the header of somebody who is not signed in shows nobody", async () => {
  expect(await headerUserOf(new Request("http://localhost:3000/"))).toEqual({ signedIn: false });
});
