import { data, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { openPictures } from "~/domain/book/books/books.server";
import { findLoopType } from "~/domain/diary/catalogue/catalogue";
import { firstLoop, loopsOf } from "~/domain/diary/loops/loops.server";
import { Frame } from "~/screens/frame";
import { BackLink } from "~/ui/text-link";
import { loaderHeaders } from "~/web/headers";
import { notFound } from "~/web/responses.server";
import type { ScreenHandle } from "~/web/screen";
import { requireCustomer } from "~/web/sessions.server";
import { pageOfWeek } from "./book-spreads";
import { openBookAt } from "./open-book.server";
import { OpenPages, PageText, PageTurner } from "./page-turner";

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
  const open =
    book &&
    (await openBookAt(loop, book, {
      page: Number(query.get("page") ?? pageOfWeek(book.pages, Number(query.get("week")))),
      isEnlarged: query.get("size") === "large",
      hasCover: false,
      address: `/book/pages?loop=${loop.id}&`,
    }));
  if (!open) throw redirect(`/book?loop=${loop.id}`);
  const { to: _, ...shown } = open;
  const type = findLoopType(loop.theme, loop.type);
  return data({
    loop: {
      id: loop.id,
      title: loop.title ?? type?.displayName ?? "Untitled",
      theme: type?.themeId ?? ("classic" as const),
    },
    open: shown,
  });
}

export default function BookPages() {
  const { loop, open } = useLoaderData<typeof loader>();
  return (
    <Frame variant="signed-in" theme={loop.theme} ground="rag">
      <div className="container book-pages">
        <div className="proof-head">
          <BackLink href={`/book?loop=${loop.id}`}>Back to your book</BackLink>
          <h1>{loop.title}</h1>
          <p className="lead">Every page as it’ll print.</p>
        </div>
        <PageTurner view={open} notes={<PageText pages={open.pages} />}>
          <OpenPages pages={open.pages} />
        </PageTurner>
      </div>
    </Frame>
  );
}
