import { useForm } from "@conform-to/react";
import { useActionData, useLoaderData } from "@remix-run/react";
import { giveWork, putOffWork, takeWork, type WorkResult } from "~/domain/backoffice/inbox/assignment.server";
import { giveForm, putOffForm, takeForm } from "~/domain/backoffice/inbox/forms";
import { colleagues, INBOX_LIST, readInbox, type WaitingWork } from "~/domain/backoffice/inbox/inbox.server";
import { INBOX_TABS, INBOX_USUAL } from "~/domain/backoffice/inbox/work-kinds";
import { formatDay, formatLondonDay } from "~/domain/kernel/time/format-days";
import { isPermitted } from "~/domain/people/staff/permissions";
import { StaffFrame } from "~/hyperloop/frame";
import { askedOf, listFacts } from "~/hyperloop/lists.server";
import { respondToForm } from "~/hyperloop/outcome.server";
import { PATHS } from "~/hyperloop/paths";
import { SavedViews } from "~/hyperloop/saved-views";
import { sortingOf } from "~/hyperloop/staff-list";
import { staffAction, staffLoader } from "~/hyperloop/staff-route.server";
import { Button, LinkButton } from "~/ui/button";
import { fieldOf, problemsOf } from "~/ui/conform-field";
import { ErrorSummary } from "~/ui/error-summary";
import { DateField, SelectField } from "~/ui/field";
import { PageScript } from "~/ui/page-script";
import { PostForm } from "~/ui/post-form";
import { SortMenu } from "~/ui/sort-menu";
import { Tabs } from "~/ui/tabs";
import { pageAddress } from "~/web/list-query";
import { notFound } from "~/web/responses.server";
import type { ScreenHandle } from "~/web/screen";
import { EMPTY_TABS, formatAge, formatPromise, nextOf, REST_OF, TAB_NAMES, WORK_REFUSALS } from "./inbox-labels";
import { WorkRow } from "./work-row";

export const handle: ScreenHandle = { title: "Inbox – HyperLoop", noindex: true };

/** What waits for this person on a tab. */
export const loader = staffLoader("inbox.read", (at) => {
  const { request, staff, now } = at;
  const query = askedOf(INBOX_LIST, new URL(request.url).searchParams);
  const { show: tab, sort } = query;
  const { groups, counts, oldest } = readInbox(staff, tab, now, sort || INBOX_USUAL);
  return {
    ...listFacts(INBOX_LIST, query, at),
    tab,
    sort,
    counts,
    groups: groups.map((group) => ({ ...group, items: group.items.map((work) => describe(work, now)) })),
    oldest: oldest && formatAge(now.getTime() - oldest.getTime()),
    colleagues: colleagues().map(({ id, name }) => ({ value: id, label: name })),
  };
});

function describe({ since, promiseHours, dueAt, putOffUntil, ...work }: WaitingWork, now: Date) {
  const notes = [
    ...(dueAt ? [`due ${formatLondonDay(dueAt)}`] : []),
    ...(work.isLate && !dueAt ? [formatPromise(promiseHours)] : []),
    ...(putOffUntil ? [`snoozed until ${formatDay(putOffUntil)}`] : []),
  ];
  return { ...work, age: formatAge(now.getTime() - since.getTime()), note: notes.join(", ") || null };
}

/** Takes, gives or snoozes what was selected, or the one line whose button was pressed. */
export const action = staffAction("inbox.change", async ({ request, staff, form, now }) => {
  const only = new URL(request.url).searchParams.get("item");
  if (only !== null) form.set("item", only);
  const tab = INBOX_TABS.find((one) => one === form.get("show")) ?? "all";
  const outcomeOf = (result: WorkResult, done: string) => ({
    result,
    to: pageAddress(PATHS.inbox, { show: tab, sort: String(form.get("sort") ?? "").slice(0, 20) }, 1),
    done,
    refused: (refusal: keyof typeof WORK_REFUSALS) => WORK_REFUSALS[refusal],
  });
  switch (form.get("intent")) {
    case "take":
      return await respondToForm(form, { id: "work", schema: takeForm }, ({ item }) =>
        outcomeOf(takeWork(item, staff, now), "It’s yours now."),
      );
    case "give":
      return await respondToForm(form, { id: "work", schema: giveForm }, ({ item, colleague }) => ({
        ...outcomeOf(giveWork(item, colleague, staff, now), "Given."),
        beside: (refusal: keyof typeof WORK_REFUSALS) => ({ colleague: WORK_REFUSALS[refusal] }),
      }));
    case "put_off":
      return await respondToForm(form, { id: "work", schema: putOffForm }, ({ item, until }) => ({
        ...outcomeOf(putOffWork(item, until, staff, now), `Snoozed until ${formatDay(until)}.`),
        beside: (refusal: keyof typeof WORK_REFUSALS) => ({ until: WORK_REFUSALS[refusal] }),
      }));
    default:
      notFound();
  }
});

export default function InboxPage() {
  const { staff, tab, sort, usual, views, saveAt, counts, groups, oldest } = useLoaderData<typeof loader>();
  const [first] = groups.flatMap(({ items }) => items);
  const show = tab === "all" ? "" : tab;
  return (
    <StaffFrame
      title="Inbox"
      lead={
        counts.all === 0
          ? "Nothing is waiting."
          : `${counts.all} waiting.${tab === "all" && oldest ? ` The oldest has waited ${oldest}.` : ""}`
      }
      actions={
        <>
          {isPermitted(staff.role, "inbox.change") && <a href={PATHS.undo}>Sent earlier today</a>}
          {first && (
            <LinkButton href={nextOf(first, staff.role).href} size="staff">
              Start with the first
            </LinkButton>
          )}
        </>
      }
    >
      <Tabs
        label="Whose"
        tabs={INBOX_TABS.map((one) => ({
          label: TAB_NAMES[one],
          href: pageAddress(PATHS.inbox, { show: one === "all" ? "" : one, sort }, 1),
          count: counts[one],
          current: one === tab,
        }))}
      />
      <SavedViews views={views} saveAt={saveAt} />
      {groups.length > 0 && (
        <div className="work-sort">
          <SortMenu columns={SORTED} sorting={sortingOf(PATHS.inbox, { show, sort }, usual)} />
        </div>
      )}
      {groups.length === 0 ? <p>{EMPTY_TABS[tab]}</p> : <WorkForm />}
    </StaffFrame>
  );
}

const SORTED = [
  { label: "Waiting", sort: "waiting" },
  { label: "Due", sort: "due" },
  { label: "Owner", sort: "owner" },
];

/** The lines, and what can be done to the selected ones. */
function WorkForm() {
  const { tab, sort, groups, colleagues: names } = useLoaderData<typeof loader>();
  const actionData = useActionData<typeof action>();
  const [form, fields] = useForm<{ item: string[]; colleague: string; until: string }>({
    id: "work",
    lastResult: actionData?.reply,
  });
  const { item } = form.initialValue ?? {};
  const selected = new Set([item].flat());
  return (
    <>
      <ErrorSummary problems={problemsOf(form)} />
      <PostForm action={PATHS.inbox} id="work" data-ticks>
        <input type="hidden" name="show" value={tab} />
        <input type="hidden" name="sort" value={sort} />
        {groups.map(({ name, items, more, total }) => (
          <section key={name} className="work-group">
            <h2>
              {name} <span>{total}</span>
            </h2>
            <ul>
              {items.map((work) => (
                <WorkRow key={work.key} work={work} isSelected={selected.has(work.key)} />
              ))}
              {more.map(({ kind, count }) => {
                const rest = REST_OF[kind];
                return (
                  rest && (
                    <li key={kind} className="work-rest">
                      <a href={rest.href}>
                        {count} {count === 1 ? rest.one : rest.many}
                      </a>
                    </li>
                  )
                );
              })}
            </ul>
          </section>
        ))}
        <fieldset className="work-acts">
          <legend>
            <span data-selection>What you’ve ticked</span>
          </legend>
          <button type="button" className="staff-action" data-tick-all hidden>
            Tick all on this page
          </button>
          <Button size="staff" variant="line" name="intent" value="take">
            Take
          </Button>
          <SelectField {...fieldOf(fields.colleague)} label="Give to" options={names} placeholder="Choose" />
          <Button size="staff" variant="line" name="intent" value="give">
            Give
          </Button>
          <DateField {...fieldOf(fields.until)} label="Snooze until" />
          <Button size="staff" variant="line" name="intent" value="put_off">
            Snooze
          </Button>
        </fieldset>
        <PageScript name="selection" />
      </PostForm>
    </>
  );
}
