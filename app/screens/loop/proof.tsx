import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { requestBook } from "~/domain/books/books.server";
import { chooseBook } from "~/domain/loops/book-choices.server";
import { bookForm } from "~/domain/loops/forms";
import { type Loop, loopOwnedBy } from "~/domain/loops/loops.server";
import { undecidedWeeksOf } from "~/domain/loops/printed-weeks.server";
import { Frame } from "~/screens/frame";
import { Book3d } from "~/ui/book-3d";
import { ErrorSummary } from "~/ui/error-summary";
import { BackLink } from "~/ui/text-link";
import { notFound, PRIVATE, seeOther } from "~/web/answers.server";
import { currentTime } from "~/web/clock.server";
import { fieldsOf } from "~/web/form-again";
import { param } from "~/web/params";
import type { ScreenHandle } from "~/web/screen";
import { requireCustomer } from "~/web/sessions.server";
import { formOf } from "~/web/submission.server";
import { BookJourney } from "./book-journey";
import { type ProofAnswer, ProofChoices } from "./proof-choices";
import { describeProof } from "./proof-data.server";
import { ProofPart, SignOffPart, UnfinishedPart } from "./proof-parts";
import { decideAndProve } from "./unfinished-data.server";

export const handle: ScreenHandle<{ status: string }> = {
  title: ({ status }) => (status === "ACTIVE" ? "The proof of your book" : "Your book on its way"),
  noindex: true,
  formAgain: (form, message) => (form.get("intent") === "choices" ? choicesAgain(form, "", message) : null),
};

/** The choices for the book as sent, with the error. */
function choicesAgain(form: FormData, field: string, message: string): ProofAnswer {
  return { field, message, sent: Object.fromEntries(fieldsOf(form)) };
}

/** Seconds between refreshes while the proof is being typeset. */
const REFRESH_SECONDS = 3;

/** One of the customer's loops; another customer's is a 404. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const { accountId } = await requireCustomer(request, "book");
  const loop = loopOwnedBy(accountId, param(params, "loop"));
  if (!loop) notFound();
  const view = describeProof(loop, currentTime());
  const isBusy = view.progress?.state === "waiting" || view.progress?.state === "rendering";
  return data(view, { headers: isBusy ? { ...PRIVATE, Refresh: String(REFRESH_SECONDS) } : PRIVATE });
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
    case "choices":
      return await saveChoices(loop, form);
    default:
      throw new Response(null, { status: 400 });
  }
}

const proofOf = (loop: Loop) => `/proof/${loop.id}`;

async function setProof(loop: Loop) {
  const input = requestBook(loop.accountId, loop.id, "screen", currentTime());
  if (input.ok) return await seeOther(proofOf(loop));
  const message =
    undecidedWeeksOf(loop).length > 0
      ? "No week is finished yet. Finish one first, or print unfinished weeks as they are"
      : "Nothing is written that could be printed. Write a week first";
  return data<ProofAnswer>({ field: "make-proof", message, sent: null }, { status: 422 });
}

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
  };
  const kept = chooseBook(loop.accountId, loop.id, choices, currentTime());
  const flash = kept.ok
    ? ({ tone: "ok", message: "Saved.", more: "Set the proof to see it." } as const)
    : ({ tone: "info", message: "This year has gone to print, so its book stays as it is." } as const);
  return await seeOther(proofOf(loop), { flash });
}

export default function Proof() {
  const view = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const isActive = view.status === "ACTIVE";
  return (
    <Frame variant="signed-in" theme={view.theme} width="container">
      <div className="two-columns">
        <div className="settings-column">
          <ErrorSummary problems={answer ? [answer] : []} />
          <BackLink href={`/dashboard?loop=${view.id}`}>Back to the dashboard</BackLink>
          {isActive ? (
            <>
              <h1>The proof</h1>
              <p className="lead">
                <b>{view.name}</b>, every page as it will print. Look through it, mend what you like, and send
                it to print when you are happy. It never goes by itself.
              </p>
              <ProofPart view={view} />
              <UnfinishedPart view={view} />
              <hr />
              <ProofChoices view={view} answer={answer} />
              <hr />
              <SignOffPart view={view} />
            </>
          ) : (
            <BookJourney view={view} />
          )}
        </div>
        <Book3d theme={view.theme} title={view.name} size="medium" />
      </div>
    </Frame>
  );
}
