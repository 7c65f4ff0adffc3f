import { cookieValue } from "./cookie-value.server";
import { signupStorage } from "./cookies.server";
import { newBasketKey } from "./journey.server";
import { newSignup, Signup } from "./signup";

const stored = cookieValue<Signup>(signupStorage, "signup");

export interface StoredSignup {
  signup: Signup;
  /** The browser had no sign-up yet: this one has just begun and must be stored. */
  isNew: boolean;
}

/** The sign-up of this browser; a new one when the cookie is forged or of another version. */
export async function readSignup(request: Request): Promise<StoredSignup> {
  const parsed = Signup.safeParse(await stored.read(request));
  if (parsed.success) return { signup: parsed.data, isNew: false };
  return { signup: newSignup(newBasketKey()), isNew: true };
}

export const storeSignup = stored.store;
export const forgetSignup = stored.forget;
