import { formatBytes } from "~/domain/text/numbers";
import { formatDay } from "~/domain/time/format-days";
import { Button, LinkButton } from "~/ui/button";
import { PostForm } from "~/ui/post-form";
import { TextLink } from "~/ui/text-link";
import { Timeline } from "~/ui/timeline";
import type { ProofData } from "./proof-data.server";

/** A year that has gone to print: where its book is. */
export function BookJourney({ view }: { readonly view: ProofData }) {
  const { journey, progress, status } = view;
  const { sentOn, printingOn, shippedOn, deliveredOn, carrier, trackingNumber } = journey;
  const headline = {
    ACTIVE: "",
    COMPLETED: "It has gone to print.",
    PRINTING: "It is being printed.",
    SHIPPED: "It is on its way.",
    DELIVERED: "It has arrived.",
  }[status];
  const day = (date: string | null, ahead: string) => (date ? formatDay(date) : ahead);
  return (
    <>
      <h1>{headline}</h1>
      <p className="lead">
        <b>{view.name}</b> can be read as often as you like; its words and photos stay as they were when you
        sent it.
      </p>
      <Timeline
        items={[
          { title: "Sent to print", text: day(sentOn, "Done"), done: true },
          {
            title: "Printed and bound",
            text: day(printingOn, "We write when it begins"),
            done: !!printingOn,
          },
          {
            title: "On its way",
            text: (
              <>
                {day(shippedOn, "We write when it leaves")}
                {shippedOn && carrier ? `, with ${carrier}` : ""}
                {shippedOn && trackingNumber ? `. Tracking number: ${trackingNumber}` : ""}
              </>
            ),
            done: !!shippedOn,
          },
          { title: "Delivered", text: day(deliveredOn, "And then it is yours"), done: !!deliveredOn },
        ]}
      />
      {progress?.state === "ready" ? (
        <p className="row">
          <LinkButton variant="line" href={`/books/${progress.fileId}/download`}>
            Download the book as a PDF, {formatBytes(progress.bytes ?? 0)}
          </LinkButton>
        </p>
      ) : progress && progress.state !== "failed" ? (
        <p role="status">The PDF of the printed book is being made.</p>
      ) : (
        <PostForm>
          <Button variant="line" name="intent" value="set">
            Make the PDF of the book
          </Button>
        </PostForm>
      )}
      <p>
        <TextLink href={`/year-in-numbers/${view.id}`} arrow>
          Your year in numbers
        </TextLink>
      </p>
    </>
  );
}
