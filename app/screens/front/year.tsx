import { data, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { findTheme } from "~/domain/diary/catalogue/catalogue";
import { readPrices } from "~/domain/diary/catalogue/prices.server";
import { promptForWeek } from "~/domain/diary/catalogue/prompts";
import { loopsOf } from "~/domain/diary/loops/loops.server";
import { makerOf } from "~/domain/kernel/company/company";
import { readCompany } from "~/domain/mail/layout/seller.server";
import { formatLoopPrice, loopPriceFigures } from "~/domain/shop/order-rules/price-words";
import {
  findTypePage,
  QUESTION_WEEKS,
  sampleSpreads,
  typePagePath,
  typesWithPages,
} from "~/domain/shop/selling/type-pages";
import { Frame } from "~/screens/frame";
import { Banner } from "~/ui/banner";
import { StructuredData } from "~/ui/structured-data";
import { countStep } from "~/web/funnel.server";
import { param } from "~/web/params";
import { publicAddress } from "~/web/public-address.server";
import { notFound } from "~/web/responses.server";
import type { ScreenHandle } from "~/web/screen";
import { sessionUserOf } from "~/web/sessions.server";
import { yearQuestions } from "./questions-copy";
import { YearFiveMinutes, YearQuestions, YearWhatYouGet } from "./year-book";
import { YearBuy, YearHero, YearMakers } from "./year-buy";
import { yearStructuredData } from "./year-structured-data";
import { YearWeeks } from "./year-weeks";

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
