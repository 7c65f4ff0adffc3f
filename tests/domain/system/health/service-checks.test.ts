import { expect, it } from "vitest";
import { checkRelay, serviceCheck } from "~/domain/system/health/service-checks.server";
import { NOW } from "../../../support/people";

it("a shop that saves its emails as files has no relay’s certificate that could fail", async () => {
  await checkRelay(NOW);
  expect(serviceCheck("mail-certificate")).toMatchObject({ okAt: NOW, failure: null, validUntil: null });
});
