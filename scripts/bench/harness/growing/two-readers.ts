import { constants, setPriority } from "node:os";
import { atLeast, type Figure, quantile, seen } from "../figures";
import { load } from "../load";
import { giveLoop } from "../loops";
import { benchAddress } from "../network-machine";
import { makePeople, signIn } from "../people";
import { openProxy, type ServiceProxy } from "../service-proxy";
import { openMachines, type Real } from "./machines";
import { giveShare, type Share } from "./processor-share";

/**
 * What one reader and two carry of signed-in pages, each machine with the same fixed share of this one's processors, so that
 * together with what asks they never need all of it.
 */

/** Of one processor, for each machine. */
const SHARE = Number(process.env.SHARE ?? 0.3);
const ROUNDS = Number(process.env.ROUNDS ?? 5);
const REQUESTS = Number(process.env.REQUESTS ?? 1_000);
/** In all: enough that a machine never waits for a request, few enough that no answer takes longer than its front waits. */
const CONNECTIONS = 4;
const MOST_URGENT = constants.priority.PRIORITY_HIGH;
const LEAST_GAIN = 1.8;
const WEEKS_WRITTEN = 26;

export async function measureTwoReaders(bucket: Real): Promise<Figure[]> {
  const email = "reader@two.example";
  const [accountId = ""] = await makePeople([email], { isProven: true });
  const loopId = giveLoop(accountId, WEEKS_WRITTEN);
  let handedOn = 0;
  let proxy: ServiceProxy | undefined;
  const machines = await openMachines({
    bucket,
    path: "two",
    readers: 2,
    async between(writerOrigin) {
      proxy = await openProxy(
        writerOrigin,
        ({ url = "" }) => {
          if (url.startsWith("/dashboard")) handedOn += 1;
        },
        benchAddress(),
      );
      return proxy.origin;
    },
  });
  const shares: Share[] = [];
  try {
    const host = new URL(machines.origin).host;
    const cookie = (await signIn(machines.origin, email)).cookieLine();
    const [first = "", second = ""] = machines.origins.map((origin) => `${origin}/dashboard?loop=${loopId}`);
    // Until the copies have the sign-in, and each has what it reads in memory.
    for (const url of [first, second]) await load(url, { requests: 1_500, cookie, host, connections: CONNECTIONS });
    for (const shop of [machines.writer, ...machines.readers]) shares.push(giveShare(shop, SHARE));
    const ask = async (urls: readonly string[]) => {
      const connections = CONNECTIONS / urls.length;
      const requests = REQUESTS / urls.length;
      const before = handedOn;
      const loads = await Promise.all(urls.map((url) => load(url, { requests, cookie, host, connections })));
      const own = 1 - (handedOn - before) / REQUESTS;
      const perSecond = own * loads.reduce((sum, one) => sum + one.perSecond, 0);
      return { perSecond, p99: Math.max(...loads.map(({ p99 }) => p99)) };
    };
    // What asks is no machine of the shop, and is never to be what is waited for.
    setPriority(MOST_URGENT);
    await ask([first, second]);
    handedOn = 0;
    const alone: Awaited<ReturnType<typeof ask>>[] = [];
    const together: Awaited<ReturnType<typeof ask>>[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      alone.push(await ask([round % 2 === 0 ? first : second]));
      together.push(await ask([first, second]));
    }
    const of = (rounds: typeof alone) =>
      `${quantile(
        rounds.map(({ perSecond }) => perSecond),
        0.5,
      ).toFixed(0)} pages a second, p99 ${Math.max(...rounds.map(({ p99 }) => p99))} ms`;
    const gains = together.map(({ perSecond }, round) => perSecond / (alone[round]?.perSecond ?? 1));
    const beside = ` (from ${Math.min(...gains).toFixed(2)} to ${Math.max(...gains).toFixed(2)})`;
    const used = shares.slice(1).map((share) => share.throttled());
    return [
      seen(`one reader with ${SHARE} of a processor`, of(alone)),
      seen("two readers with as much each", of(together)),
      atLeast(
        `gain, median of ${ROUNDS} rounds`,
        quantile(gains, 0.5),
        LEAST_GAIN,
        (value) => value.toFixed(2),
        beside,
      ),
      seen(
        "periods in which a reader wanted more than its share",
        used.map(({ periods, of: all }) => `${periods} of ${all}`).join(", "),
      ),
      seen(`of ${2 * ROUNDS * REQUESTS} pages, the writer answered`, handedOn),
    ];
  } finally {
    setPriority(constants.priority.PRIORITY_NORMAL);
    await machines.close();
    for (const share of shares) await share.remove();
    await proxy?.close();
  }
}
