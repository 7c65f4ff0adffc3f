import { expect, it } from "vitest";
import { accountCorrected } from "~/domain/backoffice/people/correction-email";
import { textOf } from "~/domain/mail/layout/email-text";

const data = { firstName: "Aled", what: "We corrected your name.", companyEmail: "help@loop.example" };

it("somebody with an account is told where they can see what was changed for them; a guest has no such place", () => {
  expect(textOf(accountCorrected({ ...data, hasAccount: true }).blocks)).toContain(
    "in the Privacy tab of your account",
  );
  const toGuest = textOf(accountCorrected({ ...data, hasAccount: false }).blocks);
  expect(toGuest).toContain("We corrected your name.");
  expect(toGuest).not.toContain("your account");
});
