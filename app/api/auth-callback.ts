import { type LoaderFunctionArgs, redirect } from "@remix-run/node";

/** Public: links of older emails. A token leads to the password reset, anything else to sign in. */
export function loader({ request }: LoaderFunctionArgs) {
  const token = new URL(request.url).searchParams.get("token");
  return redirect(token ? `/reset-password?token=${encodeURIComponent(token.slice(0, 100))}` : "/auth");
}
