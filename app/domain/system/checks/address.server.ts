import { settings } from "~/adapters/settings.server";
import { DAY_MS } from "~/domain/kernel/time/durations";
import { formatLondonDay } from "~/domain/kernel/time/format-days";
import { CERTIFICATE_DAYS } from "../health/health-limits";
import { askPublicAddress, redirectProblem } from "../health/public-address.server";
import { type Check, failing, named, warning, well } from "./check";

/** The shop's own address, as a visitor reaches it. */
export const ADDRESS: readonly Check[] = [
  {
    readers: { doctor: "Our own address" },
    toDo: "Check that DNS, the proxy and its certificate are set up for PUBLIC_ORIGIN.",
    async assess(now) {
      const { publicOrigin, environment } = settings;
      const found = await askPublicAddress();
      if (!found.ok) return (environment === "production" ? failing : warning)(found.message);
      if (!found.validUntil) return well("It answers.");
      const days = (found.validUntil.getTime() - now.getTime()) / DAY_MS;
      const said = `It answers; its certificate is valid until ${formatLondonDay(found.validUntil)}.`;
      const address = days > CERTIFICATE_DAYS ? well(said) : warning(said, "Find out why it isn’t being renewed.");
      // At a port of its own there is no http:// beside it.
      if (new URL(publicOrigin).port) return address;
      const problem = await redirectProblem(`${publicOrigin.replace("https:", "http:")}/health`, publicOrigin);
      const redirect = problem
        ? warning(problem, "Let the proxy answer port 80 with a redirect to PUBLIC_ORIGIN.")
        : well("http:// leads to https://.");
      return [address, named("Redirect to https", redirect)];
    },
  },
];
