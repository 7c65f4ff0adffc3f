import { useForm } from "@conform-to/react";
import { useActionData, useLoaderData } from "@remix-run/react";
import { LONGEST_WORDS, type WordSearch, wordSearchForm } from "~/domain/backoffice/moderation/forms";
import {
  ENTRIES_READ,
  FOUND_HOURS,
  foundBySearch,
  MOST_FOUND,
  searchInWords,
} from "~/domain/backoffice/moderation/word-search.server";
import { LIMITS } from "~/domain/kernel/limits/limits";
import { formatFigureOf, formatNumber, numberInWords } from "~/domain/kernel/text/numbers";
import { READING_REASONS } from "~/domain/people/staff/forms";
import { StaffFrame } from "~/hyperloop/frame";
import { respondToForm } from "~/hyperloop/outcome.server";
import { PATHS } from "~/hyperloop/paths";
import { ReasonField, StaffForm } from "~/hyperloop/staff-form";
import { staffAction, staffLoader } from "~/hyperloop/staff-route.server";
import { StatusBadge } from "~/hyperloop/statuses";
import { fieldOf } from "~/ui/conform-field";
import { SelectField, TextField } from "~/ui/field";
import { type Column, Table } from "~/ui/table";
import type { ScreenHandle } from "~/web/screen";
import { loopName, ownerName } from "./moderation-labels";

export const handle: ScreenHandle = { title: "Search in words – HyperLoop", noindex: true };

const PATH = `${PATHS.moderation}/words`;

/** The form, and what one's own search has found: read again at its address, nothing is searched again. */
export const loader = staffLoader("entries.open", ({ request, staff, now }) => {
  const number = Number(new URL(request.url).searchParams.get("search") ?? Number.NaN);
  const found = Number.isSafeInteger(number) ? foundBySearch(number, staff.staffId, now) : undefined;
  if (!found) return { found: null, read: ENTRIES_READ };
  const rows = found.rows.map((row) => ({
    ...{ id: row.id, name: `${loopName(row)}, week ${row.week}` },
    ...{ owner: ownerName(row), status: row.status },
  }));
  return { found: { ...found, rows, most: MOST_FOUND, hours: FOUND_HOURS }, read: ENTRIES_READ };
});

const TOO_MANY_MESSAGE = `You can search ${numberInWords(LIMITS.word_searches_hour.most)} times an hour and ${LIMITS.word_searches_day.most} times a day. Please try again later`;

export const action = staffAction("entries.open", ({ form, staff, now }) =>
  respondToForm(form, { id: "words", schema: wordSearchForm }, async (search) => {
    const result = await searchInWords(search, staff.staffId, now);
    return {
      result,
      to: result.ok ? `${PATH}?search=${result.searchId}` : PATH,
      beside: () => ({ words: TOO_MANY_MESSAGE }),
    };
  }),
);

export default function WordSearchPage() {
  const { found, read } = useLoaderData<typeof loader>();
  const actionData = useActionData<typeof action>();
  const [form, fields] = useForm<WordSearch>({ id: "words", lastResult: actionData?.reply });
  return (
    <StaffFrame title="Search in words" back={{ label: "Content moderation", href: PATHS.moderation }}>
      {found && !actionData && <Found found={found} />}
      <section className="staff-panel">
        <h2>{found ? "Search again" : "What are you looking for?"}</h2>
        <p>
          We look for these exact words, in this order, in the newest {formatNumber(read)} entries. Entries are private.
          The owner of each one found can read your name, the time and your reason, so don’t name anybody in it. We keep
          the reason and what was found, not the words.
        </p>
        <StaffForm form={form} button="Search in words">
          <TextField
            {...fieldOf(fields.words)}
            label="Words"
            hint="Type whole words"
            maxLength={LONGEST_WORDS}
            autoComplete="off"
          />
          <SelectField
            {...fieldOf(fields.why)}
            label="Why do you need to read it?"
            placeholder="Choose a reason"
            options={READING_REASONS.map((value) => ({ value, label: value }))}
          />
          <ReasonField of={fields.reason} hint="The owners can read it" />
        </StaffForm>
      </section>
    </StaffFrame>
  );
}

type FoundView = NonNullable<ReturnType<typeof useLoaderData<typeof loader>>["found"]>;

function Found({ found: { rows, reason, isMore, most, hours } }: { readonly found: FoundView }) {
  return (
    <section className="staff-panel" role="status">
      <h2>{rows.length === 0 ? "Nothing found" : formatFigureOf(rows.length, "entry found", "entries found")}</h2>
      <p className="muted">
        {reason}. {isMore && `These are the newest ${most}. There are more: add a word to narrow your search. `}
        {rows.length > 0 && `You can come back to this list for ${hours === 1 ? "an hour" : `${hours} hours`}.`}
      </p>
      {rows.length > 0 && <Table caption="Entries found" captionHidden columns={COLUMNS} rows={rows} />}
    </section>
  );
}

const COLUMNS: readonly Column<FoundView["rows"][number]>[] = [
  { label: "Entry", cell: ({ id, name }) => <a href={`${PATHS.moderation}/${id}`}>{name}</a> },
  { label: "Owner", cell: ({ owner }) => <span className="typed-name">{owner}</span> },
  { label: "Status", cell: ({ status }) => <StatusBadge of="entry" is={status} /> },
];
