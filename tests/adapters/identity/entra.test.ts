import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { createEntraIdentity } from "~/adapters/identity/entra.server";
import { CLIENT, startDirectory, TENANT } from "../../support/directory";

const ORIGIN = "http://localhost:1";
const directory = await startDirectory(ORIGIN);
const identityWithin = (longestMs: number) =>
  createEntraIdentity({
    issuer: directory.issuer,
    tenantId: TENANT,
    clientId: CLIENT.ENTRA_CLIENT_ID,
    clientSecret: CLIENT.ENTRA_CLIENT_SECRET,
    longestMs,
  });
/** A directory that responds is awaited on a busy machine too. */
const patient = identityWithin(20_000);
const impatient = identityWithin(500);

beforeEach(() => {
  directory.person = { tid: TENANT, oid: "bea", preferred_username: "bea@loop.example" };
  directory.forge = null;
  directory.tokenResponse = null;
});
afterAll(() => directory.close());

async function signIn(identity = patient) {
  const begun = await identity.begin(`${ORIGIN}/hyperloop/entra/callback`);
  if (!begun.ok) throw new Error("The directory doesn’t answer.");
  return await identity.finish(await directory.signIn(begun.url), begun.attempt);
}

describe("the directory", () => {
  it("says who somebody is", async () => {
    expect(await signIn()).toMatchObject({ ok: true, person: { objectId: "bea" } });
  });

  it.each([
    ["says nothing", "silence" as const],
    ["is busy", { status: 429, type: "application/json", body: '{"error":"slow_down"}' }],
    ["is broken", { status: 502, type: "application/json", body: '{"error":"server_error"}' }],
    ["is hidden by the page of a proxy", { status: 200, type: "text/html", body: "<p>Out of order" }],
  ])("that %s when a code is exchanged is out of reach, which says nothing of the person", async (_, response) => {
    directory.tokenResponse = response;
    const identity = response === "silence" ? impatient : patient;
    expect(await signIn(identity)).toEqual({ ok: false, reason: "unreachable" });
  });

  it("whose token lacks its end is not believed, and it isn’t called out of reach", async () => {
    directory.forge = (token) => token.sign(token.header, token.claims).slice(0, -5);
    expect(await signIn()).toEqual({ ok: false, reason: "refused" });
  });
});
