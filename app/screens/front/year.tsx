import { data, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { findTheme } from "~/domain/diary/catalogue/catalogue";
import { readPrices } from "~/domain/diary/catalogue/prices.server";
import { promptForWeek } from "~/domain/diary/catalogue/prompts";
import { loopsOf } from "~/domain/diary/loops/loops.server";
import { makerOf } from "~/domain/kernel/company/company";
import { capitalise, numberInWords } from "~/domain/kernel/text/numbers";
import { readCompany } from "~/domain/mail/layout/seller.server";
import { formatLoopPrice, loopPriceFigures } from "~/domain/shop/order-rules/price-words";
import {
  findTypePage,
  QUESTION_WEEKS,
  type SampleSpread,
  sampleSpreads,
  typePagePath,
  typesWithPages,
} from "~/domain/shop/selling/type-pages";
import { Frame } from "~/screens/frame";
import { Banner } from "~/ui/banner";
import { SampleWeek } from "~/ui/sample-week";
import { StructuredData } from "~/ui/structured-data";
import type { ThemeName } from "~/ui/theme";
import { countStep } from "~/web/funnel.server";
import { param } from "~/web/params";
import { publicAddress } from "~/web/public-address.server";
import { notFound } from "~/web/responses.server";
import { type ScreenHandle, SITE_NAME } from "~/web/screen";
import { sessionUserOf } from "~/web/sessions.server";
import { type AskedQuestion, yearQuestions } from "./questions-copy";
import { YearFiveMinutes, YearQuestions, YearWhatYouGet } from "./year-book";
import { YearBuy, YearHero, YearMakers } from "./year-buy";

const PRODUCT_SEEN = { stage: "product", journey: "purchase" } as const;

export const handle: ScreenHandle<{ type: { key: string; name: string }; promise: string }> = {
  title: ({ type }) => `${type.name}: a year in a book`,
  description: ({ promise }) => `${promise} A photo and a few lines a week, then a hardback book.`,
  sharePicture: ({ type }) => ({
    src: `/artwork/share-${type.key}.jpg`,
    alt: `A hardback book with a round of embroidery on its cover: ${type.name}`,
  }),
  cached: { step: PRODUCT_SEEN, addresses: typesWithPages().map(({ key }) => typePagePath(key)) },
};

/** Public. */
export async function loader({ params, request }: LoaderFunctionArgs) {
  const found = findTypePage(param(params, "type"));
  const theme = findTheme(found?.type.themeId ?? "");
  if (!found || !theme) notFound();
  const { type, page } = found;
  await countStep(request, PRODUCT_SEEN);
  const company = readCompany();
  const { promise, lead, whose, book, asked } = page;
  const prices = readPrices();
  const facts = {
    type: { key: type.key, name: type.displayName, image: type.image },
    promise: `${promise.line} ${promise.turn}`,
    figures: loopPriceFigures(prices),
    questions: yearQuestions(asked),
  };
  return data({
    ...facts,
    price: formatLoopPrice(prices),
    theme: { id: theme.id, name: theme.name },
    page: { promise, lead, whose, book },
    spreads: sampleSpreads(theme.id, type.key),
    prompts: QUESTION_WEEKS.map((week) => ({ week, prompt: promptForWeek(theme.id, type.key, week) })),
    company: { maker: makerOf(company), email: company.email, address: company.address },
    open: await openLoopOf(request, theme.id, type.key),
    structured: yearStructuredData(facts, company.name, publicAddress),
  });
}

/** The loop of this type that a signed-in visitor is keeping. */
async function openLoopOf(request: Request, theme: string, type: string): Promise<string | null> {
  const visitor = await sessionUserOf(request);
  if (!visitor) return null;
  const open = loopsOf(visitor.accountId).find(
    (loop) => loop.theme === theme && loop.type === type && loop.status === "ACTIVE",
  );
  return open?.id ?? null;
}

export default function Year() {
  const year = useLoaderData<typeof loader>();
  return (
    <Frame variant="shop" theme={year.theme.id}>
      {year.open && (
        <div className="container notice">
          <Banner tone="ok" action={<a href={`/dashboard?loop=${year.open}`}>Open it</a>}>
            You’re already keeping one of these.
          </Banner>
        </div>
      )}
      <YearHero {...year} />
      <YearWeeks {...year} />
      <YearQuestions prompts={year.prompts} />
      <YearWhatYouGet {...year} />
      <YearFiveMinutes />
      <YearBuy {...year} />
      <YearMakers questions={year.questions} company={year.company} />
      <StructuredData of={year.structured} />
    </Frame>
  );
}

interface YearWeeksProps {
  readonly theme: { readonly id: ThemeName };
  readonly page: { readonly whose: string };
  readonly spreads: readonly SampleSpread[];
}

/** Sample weeks of three lengths, each as its pages in the book. */
function YearWeeks({ theme, page, spreads }: YearWeeksProps) {
  return (
    <section className="section section-rag year-section" aria-labelledby="weeks">
      <div className="container">
        <div className="year-head">
          <h2 id="weeks">
            {capitalise(numberInWords(spreads.length))} weeks from <em>{page.whose}</em>
          </h2>
          <p className="lead muted">
            Sample weeks, laid out exactly as yours will be. Some run to a page. Some are two lines. You see every page
            of yours before we print it.
          </p>
        </div>
        <div className="weeks-shown">
          {spreads.map((spread) => (
            <article className="week-shown" key={spread.week} aria-labelledby={`week-${spread.week}`}>
              <div className="week-shown-head">
                <h3 id={`week-${spread.week}`}>Week {spread.week}</h3>
                <p>{spread.made}</p>
              </div>
              <SampleWeek spread={spread} theme={theme.id} />
            </article>
          ))}
        </div>
      </div>
    </section>
  );
}

interface YearFacts {
  readonly type: { readonly key: string; readonly name: string };
  readonly promise: string;
  readonly figures: { readonly price: string; readonly delivery: string };
  readonly questions: readonly AskedQuestion[];
}

const CURRENCY = "GBP";

/** A type's page as schema.org data. `address` makes a path of ours absolute. */
function yearStructuredData(
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
