import "../../../support/printer-sandbox";
import { expect, it } from "vitest";
import { settings } from "~/adapters/settings.server";
import { findingsOf } from "~/domain/system/checks/doctor.server";
import { PRINTER } from "~/domain/system/checks/printer.server";
import { NOW } from "../../../support/people";
import { printerSandbox } from "../../../support/printer-sandbox";

const said = async () => (await findingsOf(PRINTER, NOW)).map(({ state, message }) => [state, message]);

it("a printer that answers is well, one that doesn’t is told of, and a shop without one prints by hand", async () => {
  expect(await said()).toEqual([["well", "It answers, and knows our key."]]);
  await printerSandbox.close();
  expect(await said()).toEqual([["failing", expect.stringMatching(/^It refuses our key, or doesn’t answer: ./)]]);
  Object.assign(settings, { printer: null });
  expect(await said()).toEqual([["well", "Books are taken to a printer by hand."]]);
});
