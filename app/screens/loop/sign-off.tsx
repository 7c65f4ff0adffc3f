import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { bookFileFor, requestBook } from "~/domain/book/books/books.server";
import { unprintableFields } from "~/domain/book/books/unprintable.server";
import { bookDayOf, formatBookDay } from "~/domain/diary/loops/book-days";
import { loopOwnedBy } from "~/domain/diary/loops/loops.server";
import { WEEKS } from "~/domain/diary/rules/calendar";
import { BOOK_FORMAT } from "~/domain/kernel/book-format/format";
import { capitalise, formatCountOf } from "~/domain/kernel/text/numbers";
import { londonDay } from "~/domain/kernel/time/days";
import { bookAddressesOf } from "~/domain/operations/printing/book-destinations.server";
import { signOffLoop } from "~/domain/operations/printing/sign-off.server";
import { Frame } from "~/screens/frame";
import { DialogPage } from "~/ui/dialog-page";
import { ErrorSummary } from "~/ui/error-summary";
import { PostForm } from "~/ui/post-form";
import { BackLink, TextLink } from "~/ui/text-link";
import { VisuallyHidden } from "~/ui/visually-hidden";
import { currentTime } from "~/web/clock.server";
import { param } from "~/web/params";
import { notFound, PRIVATE, seeOther } from "~/web/responses.server";
import type { ScreenHandle } from "~/web/screen";
import { requireCustomer } from "~/web/sessions.server";
import { formOf } from "~/web/submission.server";
import { describeProof } from "./proof-data.server";
import { type ListedWeek, listWeeks } from "./sign-off-list.server";
import { SendPanel } from "./sign-off-panel";
import { DECIDE_AGAIN, formatUndecided, formatUnprintable, REFUSALS, UnfinishedChoice } from "./sign-off-parts";
import { formatPrinting, Tally, WontPrint } from "./sign-off-weeks";
import { findUnsavedDrafts } from "./signed-out.server";
import { askToDecide, decideAndProve, describeUnfinished } from "./unfinished-data.server";
import { WeekLinks } from "./unfinished-weeks";
import { weekAddress } from "./week-address";

export const handle: ScreenHandle = { title: "Send it to print?", noindex: true };

/** One of the customer's loops, with its proof when it can go to print, else with what must come first. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const { accountId, impersonation } = await requireCustomer(request, "book");
  const loop = loopOwnedBy(accountId, param(params, "loop"));
  if (!loop) notFound();
  const { weeksWritten: _, remarks, journey: __, ...view } = describeProof(loop, currentTime());
  const proof = view.progress?.state === "ready" ? view.progress : null;
  const addresses = bookAddressesOf(accountId, loop.id).map(({ place: _, ...one }) => one);
  const chosen = new URL(request.url).searchParams.get("to");
  const [unprintable] = unprintableFields(loop);
  const waiting = impersonation ? [] : await waitingWeeks(request, accountId, loop.id);
  return data(
    {
      ...view,
      problem:
        view.problem ??
        (unprintable ? ("unprintable" as const) : null) ??
        problemWith(proof !== null, waiting.length > 0, view.isTooLong, addresses.length > 0),
      unprintable: unprintable ? formatUnprintable(unprintable) : "",
      addresses,
      to: addresses.find(({ id }) => id === chosen)?.id ?? addresses[0]?.id,
      waiting,
      everyWeek: impersonation ? [] : listWeeks(loop),
      pageCount: proof?.pageCount ?? 0,
      contentVersion: proof?.contentVersion ?? 0,
      remarks: remarks.length,
      arrives: capitalise(formatBookDay(bookDayOf(loop, londonDay(currentTime())))),
    },
    { headers: PRIVATE },
  );
}

function problemWith(isSeen: boolean, areWaiting: boolean, isTooLong: boolean, hasAddress: boolean) {
  if (areWaiting) return "words_waiting" as const;
  if (!isSeen) return "unseen" as const;
  if (isTooLong) return "too_long" as const;
  return hasAddress ? null : ("no_address" as const);
}

/** Weeks this browser sent while signed out; once a year has gone to print they cannot be saved. */
async function waitingWeeks(request: Request, accountId: string, loopId: string) {
  return (await findUnsavedDrafts(request, accountId))
    .filter((sent) => sent.loopId === loopId)
    .map(({ week }) => ({ week, href: `${weekAddress(loopId, week)}#week` }))
    .sort((one, other) => one.week - other.week);
}

/** The owner, with a proof of the current loop; the domain checks both again. */
export async function action({ request, params }: ActionFunctionArgs) {
  const { accountId } = await requireCustomer(request, "book");
  const loopId = param(params, "loop");
  const now = currentTime();
  const loop = loopOwnedBy(accountId, loopId);
  if (!loop) notFound();
  const say = (message: string, to: string) => seeOther(to, { flash: { tone: "info", message } });
  const refuse = (reason: keyof typeof REFUSALS, to = `/proof/${loopId}`) => say(REFUSALS[reason], to);
  // The form names the content version the owner saw, which must match the finished pages.
  const form = formOf(request);
  const seen = Number(form.get("seen") ?? "");
  const proof = bookFileFor(accountId, loopId);
  if (proof && (proof.pageCount ?? 0) > BOOK_FORMAT.mostPages) return await refuse("too_long");
  const [unprintable] = loop.status === "ACTIVE" ? unprintableFields(loop) : [];
  if (unprintable) return await say(formatUnprintable(unprintable), `/proof/${loopId}/sign-off`);
  const addresses = bookAddressesOf(accountId, loopId);
  const to = String(form.get("to") ?? addresses[0]?.id ?? "");
  const destination = addresses.find(({ id }) => id === to);
  if (!destination) {
    return await refuse(addresses.length === 0 ? "no_address" : "address_gone", `/proof/${loopId}/sign-off`);
  }
  if ((await waitingWeeks(request, accountId, loopId)).length > 0) {
    return await refuse("words_waiting", `/proof/${loopId}/sign-off`);
  }
  const unfinished = loop.status === "ACTIVE" ? describeUnfinished(loop) : [];
  const [first] = unfinished;
  const chosen = String(form.get("drafts") ?? "");
  const weeks = unfinished.map(({ week }) => week);
  if (first) {
    const isAboutThese = form.get("unfinished") === weeks.join(",");
    if (chosen === "finish") return await seeOther(first.href);
    if (chosen !== "print" && chosen !== "leave") return askToDecide(formatUndecided(unfinished), to);
    if (!isAboutThese) return askToDecide(DECIDE_AGAIN, to);
    if (loop.printsDrafts !== (chosen === "print")) return await decideAndProve(loop, chosen === "print");
  }
  const version = proof?.contentVersion === seen ? seen : -1;
  const decided = { weeks, print: chosen === "print" };
  const sent = signOffLoop(accountId, loopId, version, now, decided, {
    pages: proof?.pageCount ?? null,
    pagesSha256: proof?.pagesSha256 ?? null,
    place: destination.place,
    isChosen: destination !== addresses[0],
    isOrdered: addresses.some(({ isSaved }) => !isSaved),
  });
  if (sent.ok) {
    // Unfinished weeks that print have become finished ones, which raises the version.
    requestBook(accountId, loopId, "screen", now);
    const more = "We’ll email you when it’s being printed, when it’s posted and when it’s delivered.";
    const flash = { tone: "ok", message: "Your year has gone to print.", more, sewn: true } as const;
    return await seeOther(`/proof/${loopId}`, { flash });
  }
  if (sent.reason === "not_found") notFound();
  if (sent.reason === "undecided") return askToDecide(DECIDE_AGAIN, to);
  return await refuse(sent.reason);
}

export default function SignOff() {
  const view = useLoaderData<typeof loader>();
  const actionData = useActionData<typeof action>();
  const back = `/proof/${view.id}`;
  if (view.problem && view.problem !== "no_address") {
    return (
      <Frame variant="signed-in" theme={view.theme} width="container">
        <DialogPage title="Send it to print?" backHref={back} backLabel="Back to the proof">
          <p className="lead">{view.problem === "unprintable" ? view.unprintable : REFUSALS[view.problem]}</p>
          <p>
            {view.problem === "words_waiting" ? (
              <>
                Weeks: <WeekLinks weeks={view.waiting} />
              </>
            ) : (
              <TextLink href={back}>Go to the proof</TextLink>
            )}
          </p>
        </DialogPage>
      </Frame>
    );
  }
  return (
    <Frame variant="signed-in" theme={view.theme} width="container">
      <ErrorSummary problems={actionData ? [actionData] : []} />
      <BackLink href={back}>Back to the proof</BackLink>
      <PostForm className="two-columns sign-off">
        <input type="hidden" name="seen" value={view.contentVersion} />
        <div className="stack stack-large">
          <div className="stack">
            <h1>Send it to print?</h1>
            <p className="lead">
              {formatPrinting(view)} After this you can still read every week, but you can’t change it.
            </p>
          </div>
          <Tally view={view} />
          <WontPrint view={view} />
          <UnfinishedChoice view={view} actionData={actionData} />
          <EveryWeek weeks={view.everyWeek} />
        </div>
        <SendPanel view={view} to={actionData?.to ?? view.to} back={back} />
      </PostForm>
    </Frame>
  );
}

/** Each of the 52 weeks with what becomes of it, its first words and its photos; folded away until it is wanted. */
function EveryWeek({ weeks }: { readonly weeks: readonly ListedWeek[] }) {
  if (weeks.length === 0) return null;
  return (
    <details className="every-week">
      <summary>See all {WEEKS} weeks, with their words and photos</summary>
      <ol>
        {weeks.map((one) => (
          <li key={one.week}>
            <span className={`cell cell-${one.state}`} aria-hidden="true">
              {one.lastWeek === one.week && one.week}
            </span>
            <div>
              <p>
                {one.lastWeek === one.week ? (
                  <a href={one.href}>Week {one.week}</a>
                ) : (
                  `Weeks ${one.week}–${one.lastWeek}`
                )}{" "}
                <span className="muted">{one.becomes}</span>
              </p>
              {one.state !== "empty" && <p>{one.words || "No words"}</p>}
            </div>
            <Photos week={one} />
          </li>
        ))}
      </ol>
    </details>
  );
}

function Photos({ week: { state, photos } }: { readonly week: ListedWeek }) {
  if (state === "empty") return null;
  if (photos.length === 0) return <p className="muted small">No photo</p>;
  return (
    <p className="every-week-photos">
      <VisuallyHidden>{formatCountOf(photos.length, "photo", "photos")}</VisuallyHidden>
      {photos.map(({ id, caption }) => (
        <img key={id} src={`/photos/${id}/thumb`} alt={caption} width="48" height="48" loading="lazy" />
      ))}
    </p>
  );
}
