/** The only clock of the web process; everything below the screens receives the time as an argument. */
export function currentTime(): Date {
  return new Date();
}
