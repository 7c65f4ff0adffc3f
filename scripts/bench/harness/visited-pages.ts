import { eq } from "drizzle-orm";
import { newJourney } from "../../../app/web/journey";
import { storeJourney } from "../../../app/web/journey.server";
import { db } from "../../../db/client.server";
import { photos } from "../../../db/schema";
import { Browser } from "./browser";
import { giveLoop } from "./loops";
import { makePeople, signIn } from "./people";
import { withProvider } from "./provider";
import { CHOICE } from "./purchase";
import type { ServedApp } from "./served-app";

/** Pages as visitors, buyers and writers open them, for benches with a real browser. */

export interface VisitedPage {
  name: string;
  url: string;
  /** Empty for somebody who was never here. */
  cookie: string;
}

const PUBLIC = {
  home: "/",
  about: "/about",
  themes: "/loop-theme",
  "a type": "/years/wedding",
  "sign-in": "/auth",
  register: "/register",
  begin: "/begin",
  gift: "/gift",
  redeem: "/redeem",
  terms: "/terms",
  privacy: "/privacy",
  cookies: "/cookies",
  accessibility: "/accessibility",
};
const WEEKS_WRITTEN = 20;

/** Runs `use` with these pages, while the payment sandbox runs. */
export async function withVisitedPages<Result>(
  app: ServedApp,
  use: (pages: readonly VisitedPage[]) => Promise<Result>,
): Promise<Result> {
  const { origin } = app;
  return await withProvider(app, async () => {
    const pages: VisitedPage[] = Object.entries(PUBLIC).map(([name, path]) => ({
      name,
      url: `${origin}${path}`,
      cookie: "",
    }));
    const buyer = new Browser(origin);
    buyer.plant(await storeJourney({ ...newJourney(new Date()), ...CHOICE }));
    const cookie = buyer.cookieLine();
    pages.push(
      { name: "types", url: `${origin}/loop-type`, cookie },
      { name: "payment", url: `${origin}/payment?step=delivery`, cookie },
      { name: "dashboard", url: `${origin}/dashboard`, cookie: await writerOf(origin) },
    );
    return await use(pages);
  });
}

/** Somebody signed in, some weeks into the writing; their photos have no files, so they have none. */
async function writerOf(origin: string): Promise<string> {
  const email = "writer@visited.example";
  const [accountId = ""] = await makePeople([email], { isProven: true });
  const loopId = giveLoop(accountId, WEEKS_WRITTEN);
  db.delete(photos).where(eq(photos.loopId, loopId)).run();
  const browser = await signIn(origin, email);
  return browser.cookieLine();
}
