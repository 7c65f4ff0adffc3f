/**
 * Lets so many pieces of work in at a time, so that a burst takes neither all the memory nor every thread; the others
 * wait and go in the order they came.
 */
export class Semaphore {
  private inside = 0;
  private readonly waiting: (() => void)[] = [];

  constructor(private readonly most: number) {}

  /** Does the work once there is room. Gives what it gives and throws what it throws; either way its place is free. */
  async pass<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.inside < this.most) this.inside += 1;
    else await new Promise<void>((goIn) => this.waiting.push(goIn));
    try {
      return await work();
    } finally {
      const next = this.waiting.shift();
      // Whoever waits is handed the place: were it given up first, somebody who comes just then would take it too.
      if (next) next();
      else this.inside -= 1;
    }
  }
}
