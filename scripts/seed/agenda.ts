/**
 * A queue of events by time, whenever they were planned, so that rows, audit events and emails are written in the order
 * in which they happened.
 */
export class Agenda {
  private readonly waiting: { at: Date; happen: () => unknown }[] = [];

  add(at: Date, happen: () => unknown): void {
    const place = this.waiting.findIndex((one) => one.at > at);
    this.waiting.splice(place < 0 ? this.waiting.length : place, 0, { at, happen });
  }

  /** Runs everything due by this time, including what was planned on the way. */
  async until(moment: Date): Promise<void> {
    for (let next = this.waiting[0]; next && next.at <= moment; next = this.waiting[0]) {
      this.waiting.shift();
      await next.happen();
    }
  }
}
