/** A promise that the product makes to people: what it says, where, which rule keeps it, and which test tried it. */
export interface KeptPromise {
  /** The promise in plain English; its figure comes from the rule. */
  says: string;
  /** Files under app/ that say it. */
  where: string[];
  /** The module of the rule and what it exports: "app/domain/kernel/time/cancellation-days.ts#lastCancelDay". */
  rule: string;
  /** A test that fails where the promise is broken: "tests/…test.ts#part of its title". */
  triedBy: string;
}
