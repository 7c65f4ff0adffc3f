import { typePagePath, typesWithPages } from "~/domain/shop/selling/type-pages";
import { publicAddress } from "~/web/public-address.server";

/** The public pages that are the same for everybody, apart from those of the types; a test compares the route table. */
const PAGES = [
  ...["/", "/years", "/begin", "/loop-theme", "/gift", "/redeem", "/voucher-redeem"],
  ...["/about", "/terms", "/privacy", "/cookies", "/accessibility"],
];

/** Public. */
export function loader() {
  const paths = [...PAGES, ...typesWithPages().map(({ key }) => typePagePath(key))];
  const urls = paths.map((path) => `<url><loc>${publicAddress(path)}</loc></url>`);
  const text = `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${urls.join("\n")}
</urlset>
`;
  return new Response(text, {
    headers: { "Content-Type": "application/xml; charset=utf-8", "Cache-Control": "public, max-age=3600" },
  });
}
