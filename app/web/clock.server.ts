/** The one clock of the web process; everything below the screens is told the time. */
export function readClock(): Date {
  return new Date();
}
