/**
 * Fair queue. Limits how many pieces of work run at a time and how many wait, in all and of one owner; of one owner one
 * runs at a time, so that nobody's work keeps out everybody else's. What finds no place, or waits too long, is refused.
 */

export class QueueFull extends Error {}

interface Waiting {
  owner: string;
  enter(): void;
}

export class FairQueue {
  private readonly running = new Set<string>();
  private readonly waiting: Waiting[] = [];

  private readonly limits: { atOnce: number; waiting: number; ofOneOwner: number; longestWaitMs: number };

  constructor(limits: { atOnce: number; waiting: number; ofOneOwner: number; longestWaitMs: number }) {
    this.limits = limits;
  }

  /** Runs the work in its turn. Returns its result or throws its error. @throws QueueFull */
  async run<Result>(owner: string, work: () => Promise<Result>): Promise<Result> {
    await this.enter(owner);
    try {
      return await work();
    } finally {
      this.running.delete(owner);
      this.letIn();
    }
  }

  private enter(owner: string): Promise<void> {
    const own = this.waiting.filter((one) => one.owner === owner).length + Number(this.running.has(owner));
    const { waiting, ofOneOwner, longestWaitMs } = this.limits;
    if (own >= ofOneOwner || this.waiting.length >= waiting) return Promise.reject(new QueueFull());
    return new Promise((resolve, reject) => {
      const given = setTimeout(() => {
        this.waiting.splice(this.waiting.indexOf(place), 1);
        reject(new QueueFull());
      }, longestWaitMs);
      const place: Waiting = {
        owner,
        enter: () => {
          clearTimeout(given);
          resolve();
        },
      };
      this.waiting.push(place);
      this.letIn();
    });
  }

  private letIn(): void {
    while (this.running.size < this.limits.atOnce) {
      const next = this.waiting.findIndex(({ owner }) => !this.running.has(owner));
      const [place] = next < 0 ? [] : this.waiting.splice(next, 1);
      if (!place) return;
      this.running.add(place.owner);
      place.enter();
    }
  }
}
