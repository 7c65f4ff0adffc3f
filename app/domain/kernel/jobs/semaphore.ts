/**
 * Semaphore. Limits how many pieces of work run at a time, so that a burst takes neither all the memory nor every
 * thread; the others wait in order of arrival.
 */
export class Semaphore {
  private inside = 0;
  private readonly waiting: (() => void)[] = [];

  private readonly most: number;

  constructor(most: number) {
    this.most = most;
  }

  /** Runs the work once there is a slot. Returns its result or throws its error; the slot is freed in both cases. */
  async run<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.inside < this.most) this.inside += 1;
    else await new Promise<void>((enter) => this.waiting.push(enter));
    try {
      return await work();
    } finally {
      const next = this.waiting.shift();
      // Hands the slot over directly, so that a newcomer cannot take it.
      if (next) next();
      else this.inside -= 1;
    }
  }
}
