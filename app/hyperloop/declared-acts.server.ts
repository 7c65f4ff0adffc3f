import { capitalise, formatCountOf } from "~/domain/kernel/text/numbers";
import type { Permission } from "~/domain/people/staff/permissions";
import { type FormInput, type FormSchema, readForm } from "~/web/read-form";
import { seeOther, unprocessable } from "~/web/responses.server";
import { type ActField, reason } from "./act-fields";
import type { SelectedThing } from "./bulk";
import { type FormOutcome, respondToForm } from "./outcome.server";
import type { StaffRequest, StaffSubmission } from "./staff-route.server";

/**
 * What staff do, declared once: the permission, what the page asks, the form, what runs, and what is said. One page
 * (act.tsx) asks before each of them.
 */

interface Page {
  readonly title: string;
  readonly lead?: string;
  readonly button: string;
  readonly variant?: "danger";
  /** What will happen, a paragraph each. */
  readonly says?: readonly string[];
}

interface Back {
  readonly label: string;
  readonly href: string;
}

/** What a page asks before one thing is done. */
interface Question<Name extends string> extends Page {
  /** Without them it asks only why. */
  readonly fields?: readonly ActField<Name>[];
  readonly defaults?: Readonly<Partial<Record<Name, string>>>;
  /** What is known of its subject, beside the form. */
  readonly beside?: {
    readonly title: string;
    readonly facts: readonly { readonly name: string; readonly value: string }[];
  };
}

/** The page as its component is given it. */
interface Asked extends Question<string> {
  readonly tab: string;
  readonly back: Back;
  readonly fields: readonly ActField[];
  /** What was selected; null for an act on one thing. */
  readonly things: readonly SelectedThing[] | null;
}

/** An act as the page and its guard read it. */
export interface StaffAct {
  readonly permission: Permission;
  readonly ask: (at: StaffRequest) => Asked;
  readonly run: (at: StaffSubmission) => ReturnType<typeof respondToForm>;
}

type NameOf<Schema extends FormSchema> = keyof FormInput<Schema> & string;

/** The next page is the one that the act leads back to, unless its outcome names another. */
type ActOutcome<Refusal extends string> = Omit<FormOutcome<Refusal>, "to"> & { readonly to?: string };

interface ActOnOne<Schema extends FormSchema, Refusal extends string> {
  /** The title of the window. */
  readonly tab: string;
  readonly schema: Schema;
  /** The page it is about. */
  readonly back: (at: StaffRequest) => Back;
  readonly ask: (at: StaffRequest) => Question<NameOf<Schema>>;
  readonly run: (input: FormInput<Schema>, at: StaffSubmission) => ActOutcome<Refusal> | Promise<ActOutcome<Refusal>>;
}

/** An act on one thing. */
export function act<Schema extends FormSchema, Refusal extends string>(
  permission: Permission,
  { tab, schema, back, ask, run }: ActOnOne<Schema, Refusal>,
): StaffAct {
  return {
    permission,
    ask: (at) => ({ tab, back: back(at), things: null, fields: [reason()], ...ask(at) }),
    run: (at) =>
      respondToForm(at.form, { id: "form", schema }, async (input) => {
        const { to, ...outcome } = await run(input, at);
        return { ...outcome, to: to ?? back(at).href };
      }),
  };
}

interface ActOnSelected<Schema extends FormSchema, Refusal extends string>
  extends Omit<Page, "button">,
    Omit<EachOf<Refusal>, "to"> {
  readonly tab: string;
  /** The list. */
  readonly back: Back;
  readonly schema: Schema;
  /** One of what was selected, with why it is left out; null where it no longer exists. */
  readonly find: (id: string, now: Date) => Omit<SelectedThing, "id"> | null;
  readonly button: (count: number) => string;
  readonly fields?: () => readonly ActField<NameOf<Schema>>[];
  readonly run: (id: string, input: FormInput<Schema>, at: StaffSubmission) => Result<Refusal>;
}

/** An act on the selected lines of a list; each is done on its own, and what is refused is left out with its reason. */
export function actOnSelected<Schema extends FormSchema, Refusal extends string>(
  permission: Permission,
  declared: ActOnSelected<Schema, Refusal>,
): StaffAct {
  const { tab, title, lead, back, variant, says, find, button, fields, schema, run, ...said } = declared;
  return {
    permission,
    ask: ({ request, now }) => {
      const things = selectedIn(request).flatMap((id) => {
        const found = find(id, now);
        return found ? [{ id, ...found }] : [];
      });
      const count = things.filter(({ problem }) => problem === null).length;
      return { tab, title, lead, back, variant, says, things, button: button(count), fields: fields?.() ?? [] };
    },
    run: (at) => respondToEach(at, schema, { to: back.href, ...said }, (id, input) => run(id, input, at)),
  };
}

/** A page of any list; each of its lines is done in its own transaction. */
const MOST_SELECTED = 50;

/** What was selected, as the list's form asks for it. */
function selectedIn(request: Request): string[] {
  return [...new Set(new URL(request.url).searchParams.getAll("id"))].slice(0, MOST_SELECTED);
}

type Result<Refusal extends string> = { ok: true } | { ok: false; reason: Refusal };

interface EachOf<Refusal extends string> {
  /** Where the list is. */
  to: string;
  one: string;
  many: string;
  /** What was done, as the end of a sentence: "extended". */
  done: string;
  refused: (refusal: Refusal) => string;
}

/** Does something to each thing of the form. What is refused is counted, with its reasons; the others are done. */
async function respondToEach<Schema extends FormSchema, Refusal extends string>(
  { form }: StaffSubmission,
  schema: Schema,
  say: EachOf<Refusal>,
  act: (id: string, input: FormInput<Schema>) => Result<Refusal>,
) {
  const ids = [...new Set(form.getAll("id").map(String))].slice(0, MOST_SELECTED);
  if (ids.length === 0) {
    return await seeOther(say.to, { flash: { tone: "bad", message: "Please tick at least one line." } });
  }
  const submission = readForm(form, schema);
  if (submission.status !== "success") return unprocessable("form", submission.reply());
  const results = ids.map((id) => act(id, submission.value));
  const refused = results.flatMap((result) => (result.ok ? [] : [say.refused(result.reason)]));
  const count = ids.length - refused.length;
  return await seeOther(say.to, {
    flash: {
      tone: refused.length > 0 ? "warn" : "ok",
      message: `${capitalise(formatCountOf(count, `${say.one} is`, `${say.many} are`))} ${say.done}.`,
      ...(refused.length > 0 ? { more: `Left out: ${refused.length}. ${[...new Set(refused)].join(" ")}` } : {}),
    },
  });
}
