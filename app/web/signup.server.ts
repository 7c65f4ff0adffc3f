import { signupStorage } from "./cookies.server";
import { newBasketKey } from "./journey.server";
import { newSignup, Signup } from "./signup";

export interface KeptSignup {
  signup: Signup;
  /** There was none in this browser: it has just begun and is to be kept. */
  isNew: boolean;
}

/** The sign-up of this browser; a cookie that is forged or of another version is simply no sign-up yet. */
export async function readSignup(request: Request): Promise<KeptSignup> {
  const session = await signupStorage.getSession(request.headers.get("cookie"));
  const parsed = Signup.safeParse(session.get("signup"));
  if (parsed.success) return { signup: parsed.data, isNew: false };
  return { signup: newSignup(newBasketKey()), isNew: true };
}

/** The cookie that keeps this sign-up. */
export async function keepSignup(signup: Signup): Promise<string> {
  const session = await signupStorage.getSession();
  session.set("signup", signup);
  return await signupStorage.commitSession(session);
}

/** The cookie that forgets the sign-up. */
export async function forgetSignup(): Promise<string> {
  return await signupStorage.destroySession(await signupStorage.getSession());
}
