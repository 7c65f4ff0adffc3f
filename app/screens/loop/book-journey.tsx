import { formatBookDay } from "~/domain/diary/loops/book-days";
import type { LoopStatus } from "~/domain/diary/loops/completion";
import { BINDING_OF_A_LOOP } from "~/domain/kernel/book-format/bindings";
import { capitalise, formatBytes } from "~/domain/kernel/text/numbers";
import { formatDay } from "~/domain/kernel/time/format-days";
import { trackingPage } from "~/domain/operations/printing/tracking";
import { itemIdOf } from "~/domain/shop/orders/cart";
import { useSewn } from "~/screens/frame";
import { Book3d } from "~/ui/book-3d";
import { Button } from "~/ui/button";
import { ClothBand } from "~/ui/cloth-band";
import { PostForm } from "~/ui/post-form";
import { type ProgressStep, ProgressSteps } from "~/ui/progress-steps";
import { StitchedRing } from "~/ui/stitched-ring";
import { TextLink } from "~/ui/text-link";
import type { ProofData } from "./proof-data.server";
import { entryAddress } from "./week-address";

type Journey = Exclude<ProofData["journey"], false>;

interface JourneyProps {
  readonly view: ProofData;
  readonly journey: Journey;
}

const SAID: Readonly<Record<LoopStatus, string>> = {
  ACTIVE: "",
  COMPLETED: "It’s gone to print. A whole year, and you wrote every word of it.",
  PRINTING: "It’s being printed and bound now.",
  SHIPPED: "It’s on its way to you.",
  DELIVERED: "It should be with you now.",
};

/** A year that has gone to print: the closed ring, where its book is, and copies of it. */
export function BookJourney({ view, journey }: JourneyProps) {
  const { firstWeek } = journey;
  const wasSentNow = useSewn();
  return (
    <>
      <ClothBand theme={view.theme} className={wasSentNow ? "sent-band sent-now" : "sent-band"}>
        <div className="medal">
          <StitchedRing thread={view.theme === "pet" ? "ink" : "gold"} />
          <StartingStitch isInk={view.theme === "pet"} />
          <div className="medal-words">
            <p className="serif">{view.name}</p>
            <h1>
              That’s the <em>loop closed.</em>
            </h1>
            <p className="lead">
              {journey.isReprinting ? "It’s being printed again. There’s nothing to pay." : SAID[view.status]}
            </p>
          </div>
        </div>
      </ClothBand>
      <div className="container sent-columns">
        <section className="stack stack-large" aria-labelledby="now">
          <h2 id="now">What happens now</h2>
          <div className="sent-road">
            <ProgressSteps steps={stepsOf(view.status, journey)} />
          </div>
          {view.status === "COMPLETED" && (
            <p className="small muted">
              Spotted something? <a href="/#contact">Write to us</a> today and we’ll do what we can.
            </p>
          )}
          <p className="row">
            {firstWeek !== null && <TextLink href={entryAddress(view.id, firstWeek)}>Read your year</TextLink>}
            <TextLink href={`/year-in-numbers/${view.id}`}>Your year in numbers</TextLink>
            <TextLink href="/begin">Start another loop</TextLink>
          </p>
          <Pdf view={view} />
        </section>
        <section className="copies" aria-labelledby="copies">
          <Book3d theme={view.theme} title={view.name} />
          <div className="stack">
            <h2 id="copies" className="as-h3">
              Who else should have one?
            </h2>
            <p>The same book, sent to any UK address. {journey.copyPrice}</p>
            <PostForm action="/checkout">
              <input type="hidden" name="item" value={itemIdOf(view.id, BINDING_OF_A_LOOP)} />
              <Button name="intent" value="add">
                Order copies
              </Button>
            </PostForm>
          </div>
        </section>
      </div>
    </>
  );
}

/** The gold cross on which the ring closes, in the ring's own units. Decoration. */
function StartingStitch({ isInk }: { readonly isInk: boolean }) {
  const [dark, middle] = isInk ? ["#131b23", "#1e2a35"] : ["#8a6526", "#d9b45f"];
  const cross = "M348 18L372 42M372 18L348 42";
  return (
    <svg className="stitched-ring medal-cross" viewBox="0 0 720 720" fill="none" aria-hidden="true">
      <path d={cross} stroke={dark} strokeWidth="9" strokeLinecap="round" />
      <path d={cross} stroke={middle} strokeWidth="6" strokeLinecap="round" />
    </svg>
  );
}

function stepsOf(status: LoopStatus, journey: Journey): ProgressStep[] {
  const { sentOn, printingOn, shippedOn, deliveredOn, carrier, trackingNumber, expectedOn, place } = journey;
  const day = (date: string | null, otherwise: string) => (date ? formatDay(date) : otherwise);
  const step = (isDone: boolean): ProgressStep["state"] => (isDone ? "done" : "next");
  const tracking = trackingNumber ? ` Tracking number: ${trackingNumber}.` : "";
  const page = trackingPage(carrier ?? "", trackingNumber ?? "");
  return [
    {
      title: day(sentOn, "Sent"),
      text: "You sent it to print. It’ll look exactly like the proof.",
      state: "done",
    },
    {
      title: day(printingOn, "Next"),
      text: printingOn
        ? "We started printing your book."
        : "We check the print files and start your book. We’ll email you.",
      state: step(printingOn !== null),
    },
    {
      title: day(shippedOn, "Then"),
      text: shippedOn ? (
        <>
          It was posted{carrier && ` with ${carrier}`}.{tracking} {page && <a href={page}>Track it</a>}
        </>
      ) : (
        "It’s posted. We’ll email you again."
      ),
      state: step(shippedOn !== null),
    },
    {
      title: day(deliveredOn, expectedOn ? capitalise(formatBookDay(expectedOn)) : "After that"),
      text: status === "DELIVERED" ? "It was delivered." : place ? `It arrives at ${place}.` : "It arrives.",
      state: step(status === "DELIVERED"),
    },
  ];
}

function Pdf({ view: { progress } }: { readonly view: ProofData }) {
  if (progress?.state === "ready") {
    return (
      <p>
        <TextLink href={`/books/${progress.fileId}/download`}>Download it as a PDF</TextLink>{" "}
        <span className="muted">{formatBytes(progress.bytes ?? 0)}</span>
      </p>
    );
  }
  if (progress?.state === "set_aside") return <p>We couldn’t make the PDF of your book. We’re looking into it.</p>;
  if (progress && progress.state !== "failed") return <p role="status">We’re making the PDF of your book.</p>;
  return (
    <PostForm>
      <Button variant="line" size="small" name="intent" value="set">
        Make the PDF
      </Button>
    </PostForm>
  );
}
