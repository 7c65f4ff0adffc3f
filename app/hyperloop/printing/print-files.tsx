import { BINDING_WORDS } from "~/domain/kernel/book-format/bindings";
import { formatCountOf } from "~/domain/kernel/text/numbers";
import type { shipmentData } from "~/domain/operations/printing/print-queue.server";
import { needsReason, TO_PRINT } from "~/domain/shop/order-rules/book-looks";
import type { ShipmentState } from "~/domain/shop/order-rules/shipments";
import { Banner } from "~/ui/banner";
import { Button } from "~/ui/button";
import { DescriptionList } from "~/ui/description-list";
import { TextField } from "~/ui/field";
import { PostForm } from "~/ui/post-form";
import { VisuallyHidden } from "~/ui/visually-hidden";
import { formatThings, formatWarning, groupFindings } from "./printing-labels";

type Prints = NonNullable<ReturnType<typeof shipmentData>>["prints"][number];

interface PrintFilesProps {
  readonly shipmentId: string;
  readonly shipmentState: ShipmentState;
  readonly state: string;
  readonly failure: string | null;
  readonly prints: readonly Prints[];
  /** Whether the role may download the files: they hold a whole year of somebody's. */
  readonly mayOpen: boolean;
}

const NAMES = { interior: "Interior", cover: "Cover", ticket: "Ticket" } as const;

/** The files of a shipment, what was found in them, and the way to take them to the printer. */
export function PrintFiles({ shipmentId, shipmentState, state, failure, prints, mayOpen }: PrintFilesProps) {
  if (state === "none") return <p>Not made yet.</p>;
  if (state === "making") {
    return (
      <p role="status">
        Being made now. <a href={`/hyperloop/print-queue/${shipmentId}`}>Check now</a>
      </p>
    );
  }
  if (state === "failed") {
    return (
      <p>
        <b>We couldn’t make them.</b> {failure}
      </p>
    );
  }
  return (
    <>
      {mayOpen && !needsReason(shipmentState) && (
        <p className="muted">
          The interior and the cover hold somebody’s whole year. They can see that you downloaded them: “{TO_PRINT}”.
        </p>
      )}
      {prints.map((made) => (
        <div className="staff-prints" key={made.binding}>
          <h3>
            {BINDING_WORDS[made.binding].name}, {formatCountOf(made.copies, "book", "books")}, {made.pages} pages
          </h3>
          {made.files && <Preflight files={made.files} />}
          {made.warnings.length > 0 ? (
            <details open={made.warnings.length <= 8}>
              <summary>{formatThings(made.warnings.length)}</summary>
              <ul>
                {made.warnings.map((warning) => (
                  <li key={JSON.stringify(warning)}>{formatWarning(warning)}</li>
                ))}
              </ul>
            </details>
          ) : (
            notesOf(made.files).length === 0 && (
              <p>Nothing to check: every photo is large enough and every character prints.</p>
            )
          )}
          {mayOpen && (
            <PostForm action={`/hyperloop/print-queue/${shipmentId}/files`} className="stack">
              {needsReason(shipmentState) && (
                <TextField
                  label={`Why do you need the ${BINDING_WORDS[made.binding].name.toLowerCase()} files?`}
                  name="reason"
                  id={`reason-${made.binding}`}
                  hint="The owner can read this"
                  required
                />
              )}
              <div className="row">
                {Object.entries(NAMES).map(([kind, label]) => (
                  <Button key={kind} size="staff" variant="line" name="file" value={`${made.binding} ${kind}`}>
                    {label}
                    <VisuallyHidden>, {BINDING_WORDS[made.binding].name.toLowerCase()}</VisuallyHidden>
                  </Button>
                ))}
              </div>
            </PostForm>
          )}
        </div>
      ))}
    </>
  );
}

function notesOf(files: Prints["files"]): string[] {
  if (!files) return [];
  return groupFindings([...files.interior.preflight.notes, ...files.cover.preflight.notes]);
}

/** What the last check of the pages and the cover found, and what a printer asks for on the phone. */
function Preflight({ files }: { readonly files: NonNullable<Prints["files"]> }) {
  const { interior, spineWidth, isAsSigned } = files;
  const { condition, lowestPixelsPerInch, rules } = interior.preflight;
  const notes = notesOf(files);
  return (
    <>
      {isAsSigned === false && (
        <Banner tone="warn">
          <b>These pages differ from the proof the owner signed off.</b> A week that moderation kept out is one reason;
          a change in how we lay books out is another. Look through them before you send them.
        </Banner>
      )}
      <DescriptionList
        items={{
          Check: `Passed all ${rules} rules${notes.length > 0 ? ", with notes" : ""}`,
          "Printing condition": condition,
          Spine: `${spineWidth} mm`,
          "Least sharp photo": lowestPixelsPerInch === null ? null : `${lowestPixelsPerInch} pixels an inch`,
        }}
      />
      {notes.length > 0 && (
        <>
          <p>These notes don’t stop it from printing:</p>
          <ul>
            {notes.map((note) => (
              <li key={note}>{note}</li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}
