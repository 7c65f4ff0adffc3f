import { publicAddress } from "~/web/public-address.server";

/** The staff's pages, API calls, and pictures of which there are as many as there are masks of 52 weeks. */
const NOT_FOR_ROBOTS = ["hyperloop", "api", "art"];

/** Public. Pages of one person say "noindex" themselves, which a robot must be able to read. */
export function loader() {
  const rules = ["User-agent: *", ...NOT_FOR_ROBOTS.map((folder) => `Disallow: /${folder}/`)];
  const text = [...rules, "", `Sitemap: ${publicAddress("/sitemap.xml")}`, ""].join("\n");
  return new Response(text, {
    headers: { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "public, max-age=3600" },
  });
}
