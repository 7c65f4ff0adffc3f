import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { BOOK_FORMAT } from "~/domain/book-format/format";
import { bookFileFor, requestBook } from "~/domain/books/books.server";
import { signOffLoop } from "~/domain/entries/sign-off.server";
import { loopOwnedBy } from "~/domain/loops/loops.server";
import { bookAddressOf } from "~/domain/printing/book-destinations.server";
import { formatCountOf } from "~/domain/text/numbers";
import { Frame } from "~/screens/frame";
import { Button } from "~/ui/button";
import { DescriptionList } from "~/ui/description-list";
import { DialogPage } from "~/ui/dialog-page";
import { ErrorSummary } from "~/ui/error-summary";
import { PostForm } from "~/ui/post-form";
import { TextLink } from "~/ui/text-link";
import { notFound, PRIVATE, seeOther } from "~/web/answers.server";
import { currentTime } from "~/web/clock.server";
import { param } from "~/web/params";
import type { ScreenHandle } from "~/web/screen";
import { requireCustomer } from "~/web/sessions.server";
import { formOf } from "~/web/submission.server";
import { describeProof } from "./proof-data.server";
import { DECIDE_AGAIN, GoesTo, REFUSALS, sayUndecided, UnfinishedChoice, weekData } from "./sign-off-parts";
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
  const destination = bookAddressOf(accountId, loop.id);
  const waiting = impersonation ? [] : await waitingWeeks(request, accountId, loop.id);
  return data(
    {
      ...view,
      problem:
        view.problem ?? problemWith(proof !== null, waiting.length > 0, view.isTooLong, destination !== null),
      destination,
      waiting,
      pageCount: proof?.pageCount ?? 0,
      contentVersion: proof?.contentVersion ?? 0,
      remarks: remarks.length + view.keptOut.length,
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
  const refuse = (reason: keyof typeof REFUSALS, to = `/proof/${loopId}`) =>
    seeOther(to, { flash: { tone: "info", message: REFUSALS[reason] } });
  // The form names the content version the owner saw, which must match the finished pages.
  const form = formOf(request);
  const seen = Number(form.get("seen") ?? "");
  const proof = bookFileFor(accountId, loopId);
  if (proof && (proof.pageCount ?? 0) > BOOK_FORMAT.mostPages) return await refuse("too_long");
  if (!bookAddressOf(accountId, loopId)) return await refuse("no_address", `/proof/${loopId}/sign-off`);
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
    if (chosen !== "print" && chosen !== "leave") return askToDecide(sayUndecided(unfinished), "");
    if (!isAboutThese) return askToDecide(DECIDE_AGAIN, "");
    if (loop.printsDrafts !== (chosen === "print")) return await decideAndProve(loop, chosen === "print");
  }
  const version = proof?.contentVersion === seen ? seen : -1;
  const sent = signOffLoop(accountId, loopId, version, now, { weeks, print: chosen === "print" });
  if (sent.ok) {
    // Renders the pages again, without the proof's marks.
    requestBook(accountId, loopId, "screen", now);
    const more = "We write when it is being printed, when it is on its way and when it has arrived.";
    const flash = { tone: "ok", message: "Your year has gone to print.", more } as const;
    return await seeOther(`/proof/${loopId}`, { flash });
  }
  if (sent.reason === "not_found") notFound();
  if (sent.reason === "undecided") return askToDecide(DECIDE_AGAIN, "");
  return await refuse(sent.reason);
}

export default function SignOff() {
  const view = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const back = `/proof/${view.id}`;
  if (view.problem) {
    return (
      <Frame variant="signed-in" theme={view.theme} width="container">
        <DialogPage title="Send it to print?" backHref={back} backLabel="Back to the proof">
          <p className="lead">{REFUSALS[view.problem]}</p>
          <p>
            {view.problem === "no_address" ? (
              <TextLink href={`/account-settings/addresses/new?for=print&loop=${view.id}`}>
                Add your address
              </TextLink>
            ) : view.problem === "words_waiting" ? (
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
      <DialogPage title="Send it to print?" backHref={back} backLabel="Back to the proof">
        <ErrorSummary problems={answer ? [answer] : []} />
        <p className="lead">
          <b>{view.name}</b> prints exactly as in the proof. After that you can still read your weeks, but you
          can’t change them.
        </p>
        <DescriptionList
          items={{
            ...weekData(view),
            Pages: `${view.pageCount} in the proof`,
            Type: view.largePrint ? "Large print, 16 point" : null,
            "The year in numbers": view.printsNumbers ? "on two pages at the end" : null,
            "Goes to": view.destination ? <GoesTo {...view.destination} /> : null,
            "Worth another look":
              view.remarks > 0 ? (
                <a href={back}>{formatCountOf(view.remarks, "remark", "remarks")} in the proof</a>
              ) : null,
          }}
        />
        <PostForm className="form-stack">
          <input type="hidden" name="seen" value={view.contentVersion} />
          <UnfinishedChoice view={view} answer={answer} />
          <div className="row">
            <Button variant="theme">Send it to print</Button>
            <TextLink href={back}>Not yet</TextLink>
          </div>
        </PostForm>
      </DialogPage>
    </Frame>
  );
}
