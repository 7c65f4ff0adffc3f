import { expect, it } from "vitest";
import { Semaphore } from "~/domain/kernel/jobs/semaphore";

/** A task that starts when the semaphore admits it, and ends when the test says so. */
function workshop(most: number) {
  const semaphore = new Semaphore(most);
  const begun: string[] = [];
  const endings = new Map<string, () => void>();
  let inside = 0;
  let fullest = 0;
  const send = (name: string) =>
    semaphore.run(async () => {
      begun.push(name);
      inside += 1;
      fullest = Math.max(fullest, inside);
      await new Promise<void>((end) => endings.set(name, end));
      inside -= 1;
      if (name === "broken") throw new Error("It broke.");
      return name;
    });
  return { send, begun, end: (name: string) => endings.get(name)?.(), fullest: () => fullest };
}

const moment = () => new Promise((resolve) => setImmediate(resolve));

it("never more go in than there is room for, in the order they came, and one that breaks makes room too", async () => {
  const { send, begun, end, fullest } = workshop(2);
  const first = send("broken");
  const sent = ["second", "third", "fourth"].map(send);
  await moment();
  expect(begun).toEqual(["broken", "second"]);
  end("broken");
  // Arrives at the moment a slot is freed, and still queues behind those who came before.
  const late = first.catch(() => send("late"));
  await moment();
  expect(begun).toEqual(["broken", "second", "third"]);
  for (const name of ["second", "third", "fourth", "late"]) {
    end(name);
    await moment();
  }
  expect(await Promise.all(sent)).toEqual(["second", "third", "fourth"]);
  expect(await late).toBe("late");
  expect(begun).toEqual(["broken", "second", "third", "fourth", "late"]);
  expect(fullest()).toBe(2);
});
