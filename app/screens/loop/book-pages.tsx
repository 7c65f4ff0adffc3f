import { data, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { openPictures } from "~/domain/books/books.server";
import { findLoopType } from "~/domain/catalogue/catalogue";
import { firstLoop, loopsOf } from "~/domain/loops/loops.server";
import { Frame } from "~/screens/frame";
import { Button } from "~/ui/button";
import { SelectField } from "~/ui/field";
import { PageScript } from "~/ui/page-script";
import { BackLink } from "~/ui/text-link";
import { notFound } from "~/web/answers.server";
import { loaderHeaders } from "~/web/headers";
import type { ScreenHandle } from "~/web/screen";
import { requireCustomer } from "~/web/sessions.server";
import { asStops, drawSpread, pageOfWeek, spreadAt } from "./book-spreads";

export const handle: ScreenHandle = { title: "Every page of your book", noindex: true };

export const headers = loaderHeaders;

/** One of the customer's loops with a finished book; without one, redirects to the page that makes it. */
export async function loader({ request }: LoaderFunctionArgs) {
  const person = await requireCustomer(request, "book");
  const query = new URL(request.url).searchParams;
  const all = loopsOf(person.accountId);
  const input = query.get("loop");
  const loop = input === null ? firstLoop(all) : all.find(({ id }) => id === input);
  if (!loop) notFound();
  const book = await openPictures(person.accountId, loop.id);
  if (!book) throw redirect(`/book?loop=${loop.id}`);
  const { pages } = book;
  const spread = spreadAt(pages, Number(query.get("page") ?? pageOfWeek(pages, Number(query.get("week")))));
  const drawn = await drawSpread(book, spread);
  if (!drawn) throw redirect(`/book?loop=${loop.id}`);
  const type = findLoopType(loop.theme, loop.type);
  return data({
    loop: {
      id: loop.id,
      title: loop.title ?? type?.displayName ?? "Untitled",
      theme: type?.themeId ?? ("classic" as const),
    },
    pageCount: pages.length,
    spread: { ...spread, pages: drawn },
    stops: asStops(pages),
  });
}

export default function BookPages() {
  const { loop, pageCount, spread, stops } = useLoaderData<typeof loader>();
  const address = (page: number) => `/book/pages?loop=${loop.id}&page=${page}#spread`;
  return (
    <Frame variant="signed-in" theme={loop.theme}>
      <div className="container section stack">
        <BackLink href={`/book?loop=${loop.id}`}>Back to your book</BackLink>
        <h1>{loop.title}</h1>
        <p className="muted">As it will print. {spread.words}</p>
        <div className="stack" id="spread" data-turner="spread" data-at={spread.pages[0]?.number}>
          <div tabIndex={-1} data-stage>
            <div className="open-book" data-single={spread.pages.length === 1 || undefined}>
              {spread.pages.map((page) => (
                <div
                  key={page.number}
                  className="page-picture"
                  role="img"
                  aria-label={page.words}
                  // biome-ignore lint/security/noDangerouslySetInnerHtml: the typesetter escapes user text
                  dangerouslySetInnerHTML={{ __html: page.svg }}
                />
              ))}
            </div>
          </div>
          <nav className="page-turner row" aria-label="Pages of the book" data-foot>
            {spread.previous && (
              <a rel="prev" href={address(spread.previous)}>
                Previous pages
              </a>
            )}
            <span data-where>
              {spread.place} of {pageCount}
            </span>
            {spread.next && (
              <a rel="next" href={address(spread.next)}>
                Next pages
              </a>
            )}
          </nav>
          <p className="visually-hidden" role="status" />
        </div>
        <form method="get" action="/book/pages" className="form-stack">
          <input type="hidden" name="loop" value={loop.id} />
          <SelectField
            label="Go to"
            name="page"
            width="m"
            defaultValue={String(
              stops.findLast((stop) => stop.page <= (spread.pages[0]?.number ?? 1))?.page ?? 1,
            )}
            options={stops.map(({ page, label }) => ({ value: String(page), label }))}
          />
          <Button variant="line">Go</Button>
        </form>
        <PageScript name="turner" />
      </div>
    </Frame>
  );
}
