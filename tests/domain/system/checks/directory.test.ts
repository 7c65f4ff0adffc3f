import { afterAll, expect, it } from "vitest";
import { CLIENT, startDirectory, TENANT } from "../../../support/directory";

const directory = await startDirectory("https://loop.example");
Object.assign(process.env, { ...CLIENT, ENTRA_TENANT_ID: TENANT, ENTRA_ISSUER: directory.issuer });
const { settings } = await import("~/adapters/settings.server");
const { DIRECTORY } = await import("~/domain/system/checks/directory.server");
const { findingsOf } = await import("~/domain/system/checks/doctor.server");

afterAll(() => directory.close());

const NOW = new Date("2026-11-26T12:00:00Z");

it.each([
  [null, "warning", "We don’t know when"],
  ["2026-12-27", "well", "It ends on"],
  ["2026-12-26", "warning", "ends on"],
  ["2026-11-26", "warning", "ends on"],
  ["2026-11-25", "warning", "ended on"],
])("a directory’s secret that ends on %s is told of as %s", async (secretEndsOn, state, message) => {
  Object.assign(settings.entra ?? {}, { secretEndsOn });
  const [connection, secret] = await findingsOf(DIRECTORY, NOW);
  expect(connection).toMatchObject({ name: "Directory", state: "well" });
  expect(secret).toMatchObject({
    name: "Directory: secret",
    state,
    message: expect.stringContaining(message),
  });
});

it("a shop without a directory needs nothing of one", async () => {
  const { entra } = settings;
  Object.assign(settings, { entra: null });
  const message = "It isn’t set up, so staff sign in with passwords only.";
  expect(await findingsOf(DIRECTORY, NOW)).toMatchObject([{ name: "Directory", state: "well", message }]);
  Object.assign(settings, { entra });
});
