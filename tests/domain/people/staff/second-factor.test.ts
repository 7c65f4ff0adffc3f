import { expect, it } from "vitest";
import { seal } from "#db/sealing.server";
import {
  codeOf,
  makeSecondFactor,
  openSecondFactor,
  SECOND_FACTOR_SEAL,
} from "~/domain/people/staff/second-factor.server";
import { NOW } from "../../../support/people";

it("a secret that no key opens is taken for no secret, and one that is broken inside is a defect", () => {
  const { sealed, secret } = makeSecondFactor("ruth@loop.example");
  expect(openSecondFactor(sealed, "ruth@loop.example")?.secret).toBe(secret);
  expect(codeOf("sealed by nobody", NOW)).toBeNull();
  expect(() => codeOf(seal(SECOND_FACTOR_SEAL, "1 is no letter of base 32"), NOW)).toThrow();
});
