/**
 * What is to happen at its own moment, in the order of these moments, whenever it was decided: so that rows, acts and
 * emails are written in the order in which they happened.
 */
export class Agenda {
  private readonly waiting: { at: Date; happen: () => unknown }[] = [];

  add(at: Date, happen: () => unknown): void {
    const place = this.waiting.findIndex((one) => one.at > at);
    this.waiting.splice(place < 0 ? this.waiting.length : place, 0, { at, happen });
  }

  /** Lets everything happen that is due by this moment, also what was only decided on the way. */
  async until(moment: Date): Promise<void> {
    for (let next = this.waiting[0]; next && next.at <= moment; next = this.waiting[0]) {
      this.waiting.shift();
      await next.happen();
    }
  }
}
