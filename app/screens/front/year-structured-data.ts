import { typePagePath } from "~/domain/shop/selling/type-pages";
import { SITE_NAME } from "~/web/screen";
import type { AskedQuestion } from "./questions-copy";

export interface YearFacts {
  readonly type: { readonly key: string; readonly name: string };
  readonly promise: string;
  readonly figures: { readonly price: string; readonly delivery: string };
  readonly questions: readonly AskedQuestion[];
}

const CURRENCY = "GBP";

/** A type's page as schema.org data. `address` makes a path of ours absolute. */
export function yearStructuredData(
  { type, promise, figures, questions }: YearFacts,
  seller: string,
  address: (path: string) => string,
): readonly object[] {
  const url = address(typePagePath(type.key));
  return [
    {
      "@type": "Product",
      "@id": `${url}#product`,
      name: type.name,
      description: `${promise} A photo and a few lines a week for a year, then one luxury hardback, delivered in the UK.`,
      image: address(`/artwork/share-${type.key}.jpg`),
      sku: type.key,
      brand: { "@type": "Brand", name: SITE_NAME },
      offers: {
        "@type": "Offer",
        url,
        price: figures.price,
        priceCurrency: CURRENCY,
        availability: "https://schema.org/InStock",
        seller: { "@type": "Organization", name: seller },
        shippingDetails: {
          "@type": "OfferShippingDetails",
          shippingRate: { "@type": "MonetaryAmount", value: figures.delivery, currency: CURRENCY },
          shippingDestination: { "@type": "DefinedRegion", addressCountry: "GB" },
        },
      },
    },
    {
      "@type": "FAQPage",
      "@id": `${url}#questions`,
      mainEntity: questions.map(({ question, answer }) => ({
        "@type": "Question",
        name: question,
        acceptedAnswer: { "@type": "Answer", text: answer },
      })),
    },
    {
      "@type": "BreadcrumbList",
      itemListElement: [
        [SITE_NAME, address("/")],
        ["All loops", address("/years")],
        [type.name, url],
      ].map(([name, item], index) => ({ "@type": "ListItem", position: index + 1, name, item })),
    },
  ];
}
