import { expect, it } from "vitest";
import { accountCorrected } from "~/domain/backoffice/people/correction-email";

const data = { firstName: "Aled", what: "We corrected your name.", companyEmail: "help@loop.example" };

it("somebody with an account is told where they can see what was changed for them; a guest has no such place", () => {
  expect(accountCorrected({ ...data, hasAccount: true }).text).toContain("in the Privacy tab of your account");
  const toGuest = accountCorrected({ ...data, hasAccount: false }).text;
  expect(toGuest).toContain("We corrected your name.");
  expect(toGuest).not.toContain("your account");
});
