import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { bookProgress, requestBook } from "~/domain/book/books/books.server";
import { findLoopType } from "~/domain/diary/catalogue/catalogue";
import { firstLoop, loopsOf } from "~/domain/diary/loops/loops.server";
import { WEEKS } from "~/domain/diary/rules/calendar";
import { Frame } from "~/screens/frame";
import { Banner } from "~/ui/banner";
import { Book3d } from "~/ui/book-3d";
import { LinkButton } from "~/ui/button";
import { BackLink, TextLink } from "~/ui/text-link";
import { currentTime } from "~/web/clock.server";
import { loaderHeaders } from "~/web/headers";
import { notFound, seeOther } from "~/web/responses.server";
import type { ScreenHandle } from "~/web/screen";
import { requireCustomer } from "~/web/sessions.server";
import { formOf } from "~/web/submission.server";
import { BookFiles, isBeingMade, REFRESH_SECONDS } from "./book-files";

export const handle: ScreenHandle = { title: "Your book", noindex: true };

export const headers = loaderHeaders;

const NOTHING_TO_PRINT = "Failed to generate PDF. Please ensure you have an active loop with entries.";

/** One of the customer's loops. */
export async function loader({ request }: LoaderFunctionArgs) {
  const person = await requireCustomer(request, "book");
  const all = loopsOf(person.accountId);
  const input = new URL(request.url).searchParams.get("loop");
  const loop = input === null ? firstLoop(all) : all.find(({ id }) => id === input);
  if (!loop) return data({ loop: null }, { status: input === null ? 200 : 404 });
  const files = {
    screen: bookProgress(person.accountId, loop.id, "screen"),
    print: bookProgress(person.accountId, loop.id, "interior"),
  };
  const type = findLoopType(loop.theme, loop.type);
  const view = {
    loop: {
      id: loop.id,
      title: loop.title ?? type?.displayName ?? "Untitled",
      theme: type?.themeId ?? ("classic" as const),
      entriesCount: loop.entriesCount,
      isActive: loop.status === "ACTIVE",
    },
    files,
  };
  const isWaiting = isBeingMade(files.screen) || isBeingMade(files.print);
  return data(view, { headers: isWaiting ? { Refresh: String(REFRESH_SECONDS) } : {} });
}

/** One of the customer's loops. A repeated request makes only one book. Any value but "print" means screen quality. */
export async function action({ request }: ActionFunctionArgs) {
  const person = await requireCustomer(request, "book");
  const form = formOf(request);
  const loopId = String(form.get("loop") ?? "");
  const kind = form.get("quality") === "print" ? "interior" : "screen";
  const input = requestBook(person.accountId, loopId, kind, currentTime());
  if (input.ok) return await seeOther(`/book?loop=${loopId}`);
  if (input.reason === "not_found") notFound();
  return data({ problem: NOTHING_TO_PRINT }, { status: 422 });
}

function writtenWeeks(count: number): string {
  if (count >= WEEKS) return `All ${WEEKS} weeks are`;
  return count === 1 ? "One week is" : `${count} weeks are`;
}

export default function Book() {
  const view = useLoaderData<typeof loader>();
  const actionData = useActionData<typeof action>();
  if (!view.loop) {
    return (
      <Frame variant="signed-in">
        <div className="container section stack">
          <h1>No book yet</h1>
          <p className="lead">You don’t have a book yet. Start a loop, and it grows week by week.</p>
          <p>
            <LinkButton href="/loop-theme">Start Your First Loop</LinkButton>
          </p>
        </div>
      </Frame>
    );
  }
  const { loop, files } = view;
  return (
    <Frame variant="signed-in" theme={loop.theme}>
      <div className="container section">
        <BackLink href={`/dashboard?loop=${loop.id}`}>Back to my loop</BackLink>
        <div className="two-columns">
          <div className="stack stack-large">
            {actionData && "problem" in actionData && <Banner tone="bad">{actionData.problem}</Banner>}
            <h1>Your book{loop.isActive && <em> so far</em>}</h1>
            <p className="lead">
              {writtenWeeks(loop.entriesCount)} written. Download it as a PDF whenever you like; it’s yours.
            </p>
            <BookFiles loopId={loop.id} files={files} />
            <p>
              <TextLink href={`/proof/${loop.id}`} arrow>
                {loop.isActive ? "Check the proof and send it to print" : "Where your book is"}
              </TextLink>
            </p>
          </div>
          <Book3d theme={loop.theme} title={loop.title} size="medium" />
        </div>
      </div>
    </Frame>
  );
}
