import { expect, it } from "vitest";
import { newPasswordForm } from "~/domain/people/accounts/forms";
import { readNewPassword } from "~/web/new-password.server";
import { PASSWORD } from "../support/people";

function read(password: string, confirmPassword = password) {
  const form = new FormData();
  form.append("password", password);
  form.append("confirmPassword", confirmPassword);
  return readNewPassword(form, newPasswordForm, { intent: "set", secrets: ["password", "confirmPassword"] });
}

it.each([
  ["that is too short", "Aa1!"],
  ["that many people use", "Password123!"],
])("a new password %s is refused, and never comes back", (_, password) => {
  const { refused } = read(password);
  expect(refused?.init?.status).toBe(422);
  expect(Object.keys(refused?.data.reply.error ?? {})).toContain("password");
  expect(JSON.stringify(refused?.data)).not.toContain(password);
});

it("a new password that fits is taken, and is refused where it was repeated as another one", () => {
  expect(read(PASSWORD)).toMatchObject({ refused: null, value: { password: PASSWORD } });
  expect(read(PASSWORD, `${PASSWORD}!`).refused?.init?.status).toBe(422);
});
