/** Tells password managers whose password a form has: seen by them alone. */
export function UsernameField({ email }: { readonly email: string }) {
  return <input type="text" name="username" defaultValue={email} autoComplete="username" hidden readOnly />;
}
