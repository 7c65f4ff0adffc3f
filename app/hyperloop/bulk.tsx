import type { FormMetadata, SubmissionResult } from "@conform-to/react";
import { useForm } from "@conform-to/react";
import { useActionData } from "@remix-run/react";
import type { ReactNode } from "react";
import { Button, type ButtonProps } from "~/ui/button";
import { PageScript } from "~/ui/page-script";
import type { Column } from "~/ui/table";
import { VisuallyHidden } from "~/ui/visually-hidden";
import { StaffFrame, type StaffFrameProps } from "./frame";
import { StaffForm } from "./staff-form";

/** Selecting lines of a list, the bulk actions, and the page that asks before one is done. */

const FORM = "selection";

/** A column to tick lines by. */
export function tickColumn<Row extends { readonly id: string }>(
  nameOf: (row: Row) => string,
  isAllSelected: boolean,
): Column<Row> {
  return {
    label: "Tick",
    labelHidden: true,
    cell: (row) => (
      <span className="check">
        <input
          type="checkbox"
          name="id"
          value={row.id}
          id={`tick-${row.id}`}
          form={FORM}
          defaultChecked={isAllSelected}
        />
        <label htmlFor={`tick-${row.id}`}>
          <VisuallyHidden>{nameOf(row)}</VisuallyHidden>
        </label>
      </span>
    ),
  };
}

export interface BulkAct {
  readonly label: string;
  /** The page that asks. */
  readonly href: string;
}

interface BulkBarProps {
  readonly acts: readonly BulkAct[];
  /** This page of the list with every line selected. */
  readonly allHref: string;
  /** Where nothing else on the page is its main act, the first of these is. */
  readonly isMain: boolean;
}

/** What can be done to the selected lines. Without scripts it is always there; with them it counts. */
export function BulkBar({ acts, allHref, isMain }: BulkBarProps) {
  const [first] = acts;
  if (!first) return null;
  return (
    <form method="get" action={first.href} id={FORM} className="selection-bar" data-ticks>
      <b data-selection>What you’ve ticked:</b>
      {acts.map(({ label, href }) => (
        <Button key={href} size="staff" variant={isMain && href === first.href ? undefined : "line"} formAction={href}>
          {label}
        </Button>
      ))}
      <a href={allHref} data-tick-all>
        Tick all on this page
      </a>
      <PageScript name="selection" />
    </form>
  );
}

export interface SelectedThing {
  readonly id: string;
  readonly name: string;
  /** Why it is left out; null for what will be done. */
  readonly problem: string | null;
}

interface BulkPageProps<Input extends Record<string, unknown>> extends Omit<StaffFrameProps, "children"> {
  readonly things: readonly SelectedThing[];
  /** Above what it is done to: "We’ll cancel these:". */
  readonly lead: string;
  readonly button: string;
  readonly variant?: ButtonProps["variant"];
  readonly fields?: (fields: ReturnType<FormMetadata<Input>["getFieldset"]>) => ReactNode;
  /** What else is to be known before. */
  readonly children?: ReactNode;
}

/** Asks before something is done to several lines: to which, and which are left out and why. */
export function BulkPage<Input extends Record<string, unknown>>(props: BulkPageProps<Input>) {
  const { things, button, variant, fields, children, title, lead, back } = props;
  const actionData = useActionData<{ readonly reply: SubmissionResult }>();
  const [form] = useForm<Input>({ id: "form", lastResult: actionData?.reply });
  const ready = things.filter(({ problem }) => problem === null);
  const left = things.filter(({ problem }) => problem !== null);
  return (
    <StaffFrame title={title} back={back}>
      {left.length > 0 && (
        <section className="staff-panel">
          <h2>Left out</h2>
          <ul className="staff-acts-done">
            {left.map(({ id, name, problem }) => (
              <li key={id}>
                <b>{name}</b>: {problem}
              </li>
            ))}
          </ul>
        </section>
      )}
      {ready.length === 0 ? (
        <p>{things.length === 0 ? "Nothing is ticked." : "There’s nothing left to do."}</p>
      ) : (
        <section className="staff-panel">
          <h2>{lead}</h2>
          {children}
          <StaffForm form={form} button={button} variant={variant}>
            <ul className="staff-acts-done">
              {ready.map(({ id, name }) => (
                <li key={id}>
                  <input type="hidden" name="id" value={id} />
                  {name}
                </li>
              ))}
            </ul>
            {fields?.(form.getFieldset())}
          </StaffForm>
        </section>
      )}
    </StaffFrame>
  );
}
