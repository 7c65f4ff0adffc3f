/** To the owner of a suspended account, once they have typed its password. */
export function formatSuspended(supportEmail: string): string {
  return `Your account is suspended. Please email ${supportEmail} and we’ll look into it.`;
}
