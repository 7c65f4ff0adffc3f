import { signupStorage } from "./cookies.server";
import { newBasketKey } from "./journey.server";
import { newSignup, Signup } from "./signup";

export interface KeptSignup {
  signup: Signup;
  /** The browser had no sign-up yet: this one has just begun and must be kept. */
  isNew: boolean;
}

/** The sign-up of this browser; a new one when the cookie is forged or of another version. */
export async function readSignup(request: Request): Promise<KeptSignup> {
  const session = await signupStorage.getSession(request.headers.get("cookie"));
  const parsed = Signup.safeParse(session.get("signup"));
  if (parsed.success) return { signup: parsed.data, isNew: false };
  return { signup: newSignup(newBasketKey()), isNew: true };
}

export async function keepSignup(signup: Signup): Promise<string> {
  const session = await signupStorage.getSession();
  session.set("signup", signup);
  return await signupStorage.commitSession(session);
}

export async function forgetSignup(): Promise<string> {
  return await signupStorage.destroySession(await signupStorage.getSession());
}
