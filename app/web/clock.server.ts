/** The one clock of the web process; everything below the screens is told the time. */
export function currentTime(): Date {
  return new Date();
}
