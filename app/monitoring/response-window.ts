import { MINUTE_MS } from "~/domain/kernel/time/durations";

/** Responses of the last minutes and how many were server errors, counted in one slot a minute. */

const MINUTES = 5;

export class ResponseWindow {
  private slots: { minute: number; responses: number; errors: number }[] = [];

  count(status: number, now: Date): void {
    const minute = Math.floor(now.getTime() / MINUTE_MS);
    let slot = this.slots.at(-1);
    if (slot?.minute !== minute) {
      slot = { minute, responses: 0, errors: 0 };
      this.slots = [...this.slots, slot].slice(-MINUTES);
    }
    slot.responses += 1;
    if (status >= 500) slot.errors += 1;
  }

  counts(now: Date): { responses: number; errors: number } {
    const oldest = Math.floor(now.getTime() / MINUTE_MS) - MINUTES;
    const sum = { responses: 0, errors: 0 };
    for (const { minute, responses, errors } of this.slots) {
      if (minute <= oldest) continue;
      sum.responses += responses;
      sum.errors += errors;
    }
    return sum;
  }
}
