import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { BOOK_FORMAT } from "~/domain/book-format/format";
import { askForBook, bookFileFor } from "~/domain/books/books.server";
import { signOffLoop } from "~/domain/loops/finishing.server";
import { loopOwnedBy } from "~/domain/loops/loops.server";
import { bookAddressOf } from "~/domain/printing/book-destinations.server";
import { Frame } from "~/screens/frame";
import { Button } from "~/ui/button";
import { DialogPage } from "~/ui/dialog-page";
import { Facts } from "~/ui/facts";
import { formatCountOf } from "~/ui/format";
import { PostForm } from "~/ui/post-form";
import { TextLink } from "~/ui/text-link";
import { goOn, PRIVATE } from "~/web/answers.server";
import { readClock } from "~/web/clock.server";
import type { ScreenHandle } from "~/web/screen";
import { requireCustomer } from "~/web/sessions.server";
import { formOf } from "~/web/submission.server";
import { describeProof } from "./proof-facts.server";

export const handle: ScreenHandle = { title: "Send it to print?", noindex: true };

/** A loop of one's own, with its proof where it can go to print, else with what comes first. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const { accountId } = await requireCustomer(request, "book");
  const loop = loopOwnedBy(accountId, params.loop ?? "");
  if (!loop) throw new Response(null, { status: 404 });
  const facts = describeProof(loop, readClock());
  const { id, name, theme, weeksWritten, missing, remarks, keptOut, progress } = facts;
  const { ruledEmptyWeeks, largePrint, printsNumbers } = facts;
  const proof = progress?.state === "ready" ? progress : null;
  const destination = bookAddressOf(accountId, id);
  return data(
    {
      ...{ id, name, theme, weeksWritten, ruledEmptyWeeks, largePrint, printsNumbers },
      problem: facts.problem ?? problemWith(proof !== null, facts.isTooLong, destination !== null),
      destination,
      pageCount: proof?.pageCount ?? 0,
      contentVersion: proof?.contentVersion ?? 0,
      missing: missing.length,
      remarks: remarks.length + keptOut.length,
    },
    { headers: PRIVATE },
  );
}

function problemWith(isSeen: boolean, isTooLong: boolean, hasAddress: boolean) {
  if (!isSeen) return "unseen" as const;
  if (isTooLong) return "too_long" as const;
  return hasAddress ? null : ("no_address" as const);
}

const REFUSALS = {
  read_only: "This year has gone to print already.",
  too_early: "A year can go to print in week 52, or as soon as all 52 weeks are written.",
  nothing_written: "Nothing is written yet, so there is nothing to print.",
  changed_since: "Something has changed since the pages were set. Set them again and have another look.",
  too_long: `No more than ${BOOK_FORMAT.mostPages} pages can be bound. Choose the regular type, or shorten the weeks whose words run on.`,
  no_address: "We do not know yet where to send the book. Add your address, and then send it to print.",
  unseen: "Set the pages and look through them first.",
} as const;

/** The owner, who has a proof of the loop as it is; the verb asks again. */
export async function action({ request, params }: ActionFunctionArgs) {
  const { accountId } = await requireCustomer(request, "book");
  const loopId = params.loop ?? "";
  const now = readClock();
  // What the owner looked at is what the form names, and there must be pages of just that.
  const seen = Number(formOf(request).get("seen") ?? "");
  const proof = bookFileFor(accountId, loopId);
  if (proof && (proof.pageCount ?? 0) > BOOK_FORMAT.mostPages) {
    return await goOn(`/proof/${loopId}`, { flash: { tone: "info", message: REFUSALS.too_long } });
  }
  if (loopOwnedBy(accountId, loopId) && !bookAddressOf(accountId, loopId)) {
    return await goOn(`/proof/${loopId}/sign-off`, { flash: { tone: "info", message: REFUSALS.no_address } });
  }
  const version = proof?.contentVersion === seen ? seen : -1;
  const sent = signOffLoop(accountId, loopId, version, now);
  if (sent.ok) {
    // The pages anew, without the marks of a proof.
    askForBook(accountId, loopId, "screen", now);
    const more = "We write when it is being printed, when it is on its way and when it has arrived.";
    const flash = { tone: "ok", message: "Your year has gone to print.", more } as const;
    return await goOn(`/proof/${loopId}`, { flash });
  }
  if (sent.reason === "not_found") throw new Response(null, { status: 404 });
  return await goOn(`/proof/${loopId}`, { flash: { tone: "info", message: REFUSALS[sent.reason] } });
}

export default function SignOff() {
  const facts = useLoaderData<typeof loader>();
  const back = `/proof/${facts.id}`;
  const inBook = facts.ruledEmptyWeeks ? "each gets ruled pages to fill in by hand" : "they leave no gap";
  if (facts.problem) {
    return (
      <Frame variant="signed-in" theme={facts.theme} width="container">
        <DialogPage title="Send it to print?" backHref={back} backLabel="Back to the proof">
          <p className="lead">{REFUSALS[facts.problem]}</p>
          <p>
            {facts.problem === "no_address" ? (
              <TextLink href={`/account-settings/addresses/new?for=print&loop=${facts.id}`}>
                Add your address
              </TextLink>
            ) : (
              <TextLink href={back}>Go to the proof</TextLink>
            )}
          </p>
        </DialogPage>
      </Frame>
    );
  }
  return (
    <Frame variant="signed-in" theme={facts.theme} width="container">
      <DialogPage title="Send it to print?" backHref={back} backLabel="Back to the proof">
        <p className="lead">
          <b>{facts.name}</b> is printed and bound exactly as it stands in the proof. From then on it can be
          read, and no longer changed.
        </p>
        <Facts
          facts={[
            { name: "Weeks", value: `${facts.weeksWritten} of 52 written` },
            ...(facts.missing === 0 ? [] : [{ name: "Empty weeks", value: `${facts.missing}; ${inBook}` }]),
            { name: "Pages", value: `${facts.pageCount} in the proof` },
            ...(facts.largePrint ? [{ name: "Type", value: "Large print, 16 point" }] : []),
            ...(facts.printsNumbers
              ? [{ name: "The year in numbers", value: "on two pages at the end" }]
              : []),
            ...(facts.destination ? [{ name: "Goes to", value: <GoesTo {...facts.destination} /> }] : []),
            ...(facts.remarks === 0
              ? []
              : [
                  {
                    name: "Worth another look",
                    value: (
                      <a href={back}>{formatCountOf(facts.remarks, "remark", "remarks")} in the proof</a>
                    ),
                  },
                ]),
          ]}
        />
        <PostForm className="row">
          <input type="hidden" name="seen" value={facts.contentVersion} />
          <Button variant="theme">Send it to print</Button>
          <TextLink href={back}>Not yet</TextLink>
        </PostForm>
      </DialogPage>
    </Frame>
  );
}

/** An address that came with the order is mended by us; one that is kept, by its owner. */
function GoesTo({ address, isFromOrder }: NonNullable<ReturnType<typeof bookAddressOf>>) {
  const { name, lines, city, county, postcode } = address;
  return (
    <>
      {[name, ...lines, city, county, postcode].filter((part) => part !== "").join(", ")}
      <br />
      {isFromOrder ? (
        "As in your order. If you have moved, write to us before you send it to print."
      ) : (
        <TextLink href="/account-settings?tab=addresses">Choose another address</TextLink>
      )}
    </>
  );
}
