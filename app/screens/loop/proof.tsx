import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { chooseBook, chooseDouble } from "~/domain/book/books/book-choices.server";
import { bookProgress, requestBook } from "~/domain/book/books/books.server";
import { startProof } from "~/domain/book/books/proofs-ahead.server";
import { PRINTED_ON_REQUEST } from "~/domain/diary/loops/completion";
import { bookForm } from "~/domain/diary/loops/forms";
import { type Loop, loopOwnedBy } from "~/domain/diary/loops/loops.server";
import { WEEKS } from "~/domain/diary/rules/calendar";
import { Frame } from "~/screens/frame";
import { ErrorSummary } from "~/ui/error-summary";
import { BackLink } from "~/ui/text-link";
import { currentTime } from "~/web/clock.server";
import { fieldsOf } from "~/web/form-again";
import { loaderHeaders } from "~/web/headers";
import { param } from "~/web/params";
import { notFound, PRIVATE, seeOther } from "~/web/responses.server";
import type { ScreenHandle } from "~/web/screen";
import { requireCustomer } from "~/web/sessions.server";
import { formOf } from "~/web/submission.server";
import { BookJourney } from "./book-journey";
import { type ProofActionResult, ProofChoices } from "./proof-choices";
import { describeProof, openProof } from "./proof-data.server";
import { NoSpread, REFRESH_SECONDS, SendPart } from "./proof-parts";
import { ProofRemarks } from "./proof-remarks";
import { ProofSpread } from "./proof-spread";
import { decideAndProve } from "./unfinished-data.server";

export const handle: ScreenHandle<{ view: { status: string } }> = {
  title: ({ view }) => (view.status === "ACTIVE" ? "Your book, page by page" : "That’s the loop closed"),
  noindex: true,
  formAgain: (form, message) => (form.get("intent") === "choices" ? choicesAgain(form, "", message) : null),
};

export const headers = loaderHeaders;

/** The choices for the book as sent, with the error. */
function choicesAgain(form: FormData, field: string, message: string): ProofActionResult {
  return { field, message, sent: Object.fromEntries(fieldsOf(form)) };
}

/** One of the customer's loops; another customer's is a 404. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const { accountId } = await requireCustomer(request, "book");
  const loop = loopOwnedBy(accountId, param(params, "loop"));
  if (!loop) notFound();
  const now = currentTime();
  const found = describeProof(loop, now);
  const isToStart = found.progress === null ? found.printing.length > 0 : found.progress.state === "waiting";
  const view =
    loop.status === "ACTIVE" && isToStart && startProof(accountId, loop.id, now) ? describeProof(loop, now) : found;
  const open = view.status === "ACTIVE" ? await openProof(loop, view, new URL(request.url).searchParams) : null;
  return data(
    { view, open },
    { headers: view.isBeingMade ? { ...PRIVATE, Refresh: String(REFRESH_SECONDS) } : PRIVATE },
  );
}

/** One of the customer's loops; another customer's is a 404. */
export async function action({ request, params }: ActionFunctionArgs) {
  const { accountId } = await requireCustomer(request, "book");
  const loop = loopOwnedBy(accountId, param(params, "loop"));
  if (!loop) notFound();
  const form = formOf(request);
  switch (form.get("intent")) {
    case "set":
      return await setProof(loop);
    case "print-drafts":
    case "leave-drafts":
      return await decideAndProve(loop, form.get("intent") === "print-drafts");
    case "one-page":
    case "two-pages":
      return await decideDouble(loop, form);
    case "choices":
      return await saveChoices(loop, form);
    default:
      throw new Response(null, { status: 400 });
  }
}

const proofOf = (loop: Loop) => `/proof/${loop.id}`;

async function setProof(loop: Loop) {
  requestBook(loop.accountId, loop.id, "screen", currentTime());
  return await seeOther(proofOf(loop));
}

/** Stores the decision about a photo over two pages and makes a new proof with it. */
async function decideDouble(loop: Loop, form: FormData) {
  const week = Number(form.get("week"));
  if (!Number.isInteger(week) || week < 1 || week > WEEKS) throw new Response(null, { status: 400 });
  const pages = form.get("intent") === "one-page" ? "one" : "two";
  const now = currentTime();
  const chosen = chooseDouble(loop.accountId, loop.id, { week, pages }, now);
  if (!chosen.ok) return await seeOther(proofOf(loop), { flash: GONE_TO_PRINT });
  requestBook(loop.accountId, loop.id, "screen", now);
  const message = `Week ${week}’s photo will be ${pages === "one" ? "on one page" : "over two pages"}.`;
  const flash = {
    tone: "ok" as const,
    message,
    more: "We’re making the proof. Check it before you send it to print.",
  };
  return await seeOther(proofOf(loop), { flash });
}

const GONE_TO_PRINT = {
  tone: "info",
  message: "This year has gone to print, so its book can’t change now.",
} as const;

async function saveChoices(loop: Loop, form: FormData) {
  const typed = String(form.get("dedication") ?? "");
  const parsed = bookForm.safeParse({ dedication: typed });
  if (!parsed.success) {
    const message = parsed.error.issues[0]?.message ?? "";
    return data(choicesAgain(form, "dedication", message), { status: 422 });
  }
  const choices = {
    dedication: parsed.data.dedication,
    ruledEmptyWeeks: form.get("ruledEmptyWeeks") !== null,
    // Any value but "large" means regular.
    largePrint: form.get("type") === "large",
    printsNumbers: form.get("printsNumbers") !== null,
    // Any value but "notes" means photographs.
    filling: form.get("filling") === "notes" ? ("notes" as const) : ("photographs" as const),
  };
  const saved = chooseBook(loop.accountId, loop.id, choices, currentTime());
  const isChanged = bookProgress(loop.accountId, loop.id) === null;
  const more = isChanged ? "We’re making the proof again." : undefined;
  const flash = saved.ok ? ({ tone: "ok", message: "Saved.", more } as const) : GONE_TO_PRINT;
  return await seeOther(proofOf(loop), { flash });
}

export default function Proof() {
  const { view, open } = useLoaderData<typeof loader>();
  const actionData = useActionData<typeof action>();
  if (view.journey) {
    return (
      <Frame variant="signed-in" theme={view.theme}>
        <BookJourney view={view} journey={view.journey} />
      </Frame>
    );
  }
  return (
    <Frame variant="signed-in" theme={view.theme} ground="rag">
      <div className="container proof-columns">
        <div className="proof-book">
          <ErrorSummary problems={actionData ? [actionData] : []} />
          <div className="proof-head">
            <BackLink href={`/dashboard?loop=${view.id}`}>Back to my loop</BackLink>
            <h1>
              Your book, <em>page by page</em>
            </h1>
            <p className="lead">Every page as it’ll print. Change anything you like. {PRINTED_ON_REQUEST}</p>
          </div>
          {open ? <ProofSpread view={view} open={open} /> : <NoSpread view={view} />}
          <ProofRemarks
            view={view}
            remarks={open?.remarks ?? view.remarks}
            doublePagePhotos={open?.doublePagePhotos ?? view.doublePagePhotos}
          />
        </div>
        <aside className="proof-side" aria-label="Layout and printing">
          {!view.isBeingMade && <ProofChoices view={view} actionData={actionData} />}
          <SendPart view={view} />
        </aside>
      </div>
    </Frame>
  );
}
