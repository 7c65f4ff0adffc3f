import { correctName, correctPlace, sendResetLink } from "~/domain/backoffice/people/corrections.server";
import { sendEmailsAgain } from "~/domain/backoffice/people/emails-again.server";
import {
  dateForm,
  nameCorrectionForm,
  pauseForm,
  placeCorrectionForm,
  typeForm,
} from "~/domain/backoffice/people/forms";
import { beginLoopFor, changeTypeFor, moveDateFor, pauseFor } from "~/domain/backoffice/people/loop-corrections.server";
import { personNamed } from "~/domain/backoffice/people/person.server";
import { accountData } from "~/domain/backoffice/staff/admin-accounts.server";
import { findLoopType } from "~/domain/diary/catalogue/catalogue";
import { formatBookDay } from "~/domain/diary/loops/book-days";
import { firstStartOf, unspentCreditOf } from "~/domain/diary/loops/credits.server";
import { loopOwnedBy } from "~/domain/diary/loops/loops.server";
import { moveWindow, pauseAllowance } from "~/domain/diary/loops/rescheduling";
import { hasWritten } from "~/domain/diary/loops/rescheduling.server";
import { formatStartToStaff, WISH_FIRST_STAFF } from "~/domain/diary/loops/starting";
import { canChangeType, FIRST_FIXED_WEEK } from "~/domain/diary/loops/type-change";
import { deliveryWindow, MAKING_WEEKS, MOST_PAUSED_WEEKS, WEEKS } from "~/domain/diary/rules/calendar";
import { formatFigureOf } from "~/domain/kernel/text/numbers";
import { IMPERSONATION_MINUTES, RESET_LINK_MINUTES } from "~/domain/kernel/time/access-lengths";
import { londonDay } from "~/domain/kernel/time/days";
import { formatDay } from "~/domain/kernel/time/format-days";
import { reportedOf } from "~/domain/mail/outbox/preferences.server";
import { addressOwnedBy } from "~/domain/people/accounts/addresses.server";
import { joinName } from "~/domain/people/accounts/full-name";
import { profileOf } from "~/domain/people/accounts/profile.server";
import { deliveryAddressIn } from "~/domain/people/addresses/forms";
import { newAccountForm, reasonForm } from "~/domain/people/staff/forms";
import { beginImpersonation } from "~/domain/people/staff/impersonations.server";
import { openAccount } from "~/domain/people/staff/new-accounts.server";
import { box, choice, date, reason, text } from "~/hyperloop/act-fields";
import { act, type StaffAct } from "~/hyperloop/declared-acts.server";
import { loopOptions } from "~/hyperloop/loop-options";
import { PATHS } from "~/hyperloop/paths";
import type { StaffRequest } from "~/hyperloop/staff-route.server";
import { impersonationHeader } from "~/web/impersonation.server";
import { notFound } from "~/web/responses.server";
import { toAccount, toPerson, WHO_ASKED } from "./person-labels";

/** What staff do for a person: their name, their addresses, their loops. */

const account = ({ param }: StaffRequest) => toAccount(param("account"));

const personOf = ({ param }: StaffRequest) => personNamed(param("account")) ?? notFound();

function activeLoop({ param }: StaffRequest) {
  const loop = loopOwnedBy(param("account"), param("loop"));
  if (loop?.status !== "ACTIVE") notFound();
  return loop;
}

const DATE_REFUSALS = {
  not_a_day: "Please enter a date",
  too_early: "That’s too soon. See the first date above",
  too_late: "That’s too late. See the last date above",
} as const;

const OPEN_REFUSALS = { ...DATE_REFUSALS, nothing_to_begin: "Somebody has just chosen its date" } as const;

const MOVE_REFUSALS = {
  ...DATE_REFUSALS,
  read_only: "The year has been sent to print, so its date is fixed",
  same_day: "That’s the date it already has",
  wish_first: WISH_FIRST_STAFF,
} as const;

const PAUSE_REFUSALS = {
  read_only: "The year has been sent to print",
  not_whole_weeks: "Please enter at least 1 week",
  too_long: "That’s more than is left of the pause",
  not_begun: "The year hasn’t started. Move its delivery date instead",
  year_over: "The year is over. Move its delivery date instead",
} as const;

const TYPE_REFUSALS = {
  read_only: "The year has been sent to print",
  too_late: `The type is fixed from week ${FIRST_FIXED_WEEK}`,
  same_type: "That’s the type it already has",
  unknown_type: "Please choose a type",
} as const;

const IMPERSONATION_REFUSALS = {
  staff_member: "You can’t impersonate staff",
  not_active: "You can only impersonate an active account",
} as const;

const TYPES = loopOptions("purchase");

export const PERSON_ACTS: Readonly<Record<string, StaffAct>> = {
  "/hyperloop/people/new": act("accounts.create", {
    tab: "Create an account",
    back: () => ({ label: "People", href: PATHS.people }),
    schema: newAccountForm,
    ask: () => ({
      title: "Create an account",
      lead: "The owner chooses a password by email. Nobody here sees it.",
      button: "Create account",
      fields: [
        text("email", "Email", { type: "email", autoComplete: "off" }),
        text("firstName", "First name", { maxLength: 100, optional: true }),
        text("lastName", "Last name", { maxLength: 100, optional: true }),
        box("isTest", "Test account: left out of all figures, and never sent a parcel"),
      ],
    }),
    run: async (input, { staff, now }) => {
      const result = await openAccount(input, staff.staffId, now);
      const more = "The owner will get an email about choosing a password.";
      return {
        result,
        to: result.ok ? toAccount(result.accountId).href : undefined,
        done: { tone: "ok", message: "The account is ready.", more },
        beside: () => ({ email: "This email address already has an account" }),
      };
    },
  }),

  "/hyperloop/people/:account/name": act("accounts.correct", {
    tab: "Correct a name",
    back: ({ param }) => toPerson(personNamed(param("account")) ?? { id: param("account"), isGuest: false }),
    schema: nameCorrectionForm,
    ask: (at) => {
      const { email, firstName, lastName } = personOf(at);
      return {
        title: "Correct the name",
        lead: email,
        button: "Correct the name",
        defaults: { firstName, lastName },
        fields: [
          text("firstName", "First name", { autoComplete: "off" }),
          text("lastName", "Last name", { autoComplete: "off" }),
          reason(WHO_ASKED),
        ],
      };
    },
    run: (name, { param, staff, now }) => ({
      result: correctName(param("account"), name, staff.staffId, now),
      done: "The name is corrected, and we’ve told them.",
    }),
  }),

  "/hyperloop/people/:account/addresses/:address": act("accounts.correct", {
    tab: "Correct a saved address",
    back: account,
    schema: placeCorrectionForm,
    ask: ({ param }) => {
      const stored = addressOwnedBy(param("account"), param("address")) ?? notFound();
      const { email, phone, ...owner } = profileOf(stored.accountId);
      return {
        title: "Correct a saved address",
        button: "Correct the address",
        beside: {
          title: "Whose it is",
          facts: [
            { name: "Name", value: joinName(owner) },
            { name: "Email", value: email },
            { name: "Phone", value: phone || "None" },
            { name: "Default address", value: stored.isDefault ? "Yes" : "No" },
          ],
        },
        defaults: { label: stored.label ?? "", ...deliveryAddressIn(stored) },
        fields: [
          { kind: "grid", fields: [text("label", "Label", { className: "full-row" }), { kind: "address" }] },
          reason(WHO_ASKED),
        ],
      };
    },
    run: ({ reason, ...words }, { param, staff, now }) => {
      const place = { accountId: param("account"), addressId: param("address"), words };
      return {
        result: correctPlace(place, { staffId: staff.staffId, reason }, now),
        done: "The address is corrected, and we’ve told them.",
      };
    },
  }),

  "/hyperloop/people/:account/reset-link": act("accounts.correct", {
    tab: "Send a reset link",
    back: account,
    schema: reasonForm,
    ask: (at) => ({
      title: "Send a link to choose a new password?",
      lead: personOf(at).email,
      button: "Send the link",
      says: [`It goes to the address above and works for ${RESET_LINK_MINUTES} minutes. Nobody here sees it.`],
      fields: [reason(WHO_ASKED)],
    }),
    run: ({ reason }, { param, staff, now }) => ({
      result: sendResetLink(param("account"), { staffId: staff.staffId, reason }, now),
      done: `We’ve emailed a link, or one from the last ${RESET_LINK_MINUTES} minutes still works.`,
      beside: () => ({ "": "This account is suspended, so we’d send no link. Reactivate it first" }),
    }),
  }),

  "/hyperloop/people/:account/emails-again": act("accounts.correct", {
    tab: "Let emails go there again",
    back: (at) => toPerson(personOf(at)),
    schema: reasonForm,
    ask: (at) => {
      const { email } = personOf(at);
      const { reason: why } = reportedOf(email) ?? notFound();
      return {
        title: "Let all our emails go there again?",
        lead: email,
        button: "Let them go there",
        says: [
          why === "bounced"
            ? "Only if they say that the address works. We email them about it. If that comes back too, we stop again."
            : "Only if they ask for it: they reported us as spam. Another report harms everybody’s emails.",
        ],
        fields: [reason(WHO_ASKED)],
      };
    },
    run: ({ reason }, { param, staff, now }) => ({
      result: sendEmailsAgain(param("account"), { staffId: staff.staffId, reason }, now),
      done: "They get all our emails from now on, and we’ve told them.",
    }),
  }),

  "/hyperloop/people/:account/impersonate": act("accounts.impersonate", {
    tab: "Impersonate",
    back: account,
    schema: reasonForm,
    ask: ({ param }) => ({
      title: "See Loop as this customer?",
      lead: (accountData(param("account"))?.account ?? notFound()).email,
      button: "Start",
      says: [
        `For ${IMPERSONATION_MINUTES} minutes at most. You can’t change anything or see private words and pictures. The customer’s Privacy tab shows who looked, when and why.`,
      ],
      fields: [reason("The customer can read it")],
    }),
    run: async ({ reason }, { param, staff, now }) => {
      const result = beginImpersonation({ accountId: param("account"), reason }, staff.staffId, now);
      return {
        result,
        to: "/account-settings",
        cookies: result.ok ? [await impersonationHeader(result.key)] : [],
        beside: (refusal: keyof typeof IMPERSONATION_REFUSALS) => ({ reason: IMPERSONATION_REFUSALS[refusal] }),
      };
    },
  }),

  "/hyperloop/people/:account/credits/:credit": act("loops.correct", {
    tab: "Open a loop",
    back: account,
    schema: dateForm,
    ask: ({ param, now }) => {
      const credit = unspentCreditOf(param("account"), param("credit")) ?? notFound();
      const { earliest, latest } = deliveryWindow(londonDay(now), firstStartOf(credit, now));
      const hint = `From ${formatDay(earliest)} to ${formatDay(latest)}. The year starts ${WEEKS + MAKING_WEEKS} weeks before`;
      return {
        title: `Open the ${findLoopType(credit.theme, credit.type)?.displayName ?? credit.theme} loop`,
        button: "Open the loop",
        fields: [date("deliveryDay", "Delivery date", { hint, min: earliest, max: latest }), reason(WHO_ASKED)],
      };
    },
    run: ({ deliveryDay, reason }, { param, staff, now }) => {
      const wanted = { accountId: param("account"), creditId: param("credit"), deliveryDay };
      const start = formatStartToStaff(deliveryDay, londonDay(now));
      return {
        result: beginLoopFor(wanted, { staffId: staff.staffId, reason }, now),
        done: `${start}, the book is due ${formatBookDay(deliveryDay)}, and we’ve told them.`,
        beside: (refusal: keyof typeof OPEN_REFUSALS) => ({ deliveryDay: OPEN_REFUSALS[refusal] }),
      };
    },
  }),

  "/hyperloop/people/:account/loops/:loop/date": act("loops.correct", {
    tab: "Move a delivery date",
    back: account,
    schema: dateForm,
    ask: (at) => {
      const loop = activeLoop(at);
      const { earliest, latest } = moveWindow(loop, hasWritten(loop.id), londonDay(at.now));
      const hint = `From ${formatDay(earliest)} to ${formatDay(latest)}`;
      return {
        title: "Move the delivery date",
        lead: `Now ${formatDay(loop.deliveryDay)}`,
        button: "Move the date",
        defaults: { deliveryDay: loop.deliveryDay },
        fields: [date("deliveryDay", "Delivery date", { hint, min: earliest, max: latest }), reason(WHO_ASKED)],
      };
    },
    run: ({ deliveryDay, reason }, { param, staff, now }) => {
      const wanted = { accountId: param("account"), loopId: param("loop"), deliveryDay };
      return {
        result: moveDateFor(wanted, { staffId: staff.staffId, reason }, now),
        done: `The book is due ${formatBookDay(deliveryDay)} now, and we’ve told them.`,
        beside: (refusal: keyof typeof MOVE_REFUSALS) => ({ deliveryDay: MOVE_REFUSALS[refusal] }),
      };
    },
  }),

  "/hyperloop/people/:account/loops/:loop/pause": act("loops.correct", {
    tab: "Pause a loop",
    back: account,
    schema: pauseForm,
    ask: (at) => {
      const loop = activeLoop(at);
      const { weeks } = pauseAllowance(loop, londonDay(at.now));
      const hint = `${formatFigureOf(weeks, "week", "weeks")} left of ${MOST_PAUSED_WEEKS}`;
      return {
        title: "Pause this loop",
        lead: `From today. The book is due ${formatDay(loop.deliveryDay)}, and moves back with the rest.`,
        button: "Pause the loop",
        fields: [text("weeks", "Weeks", { inputMode: "decimal", hint, width: "s" }), reason(WHO_ASKED)],
      };
    },
    run: ({ weeks, reason }, { param, staff, now }) => {
      const wanted = { accountId: param("account"), loopId: param("loop"), weeks };
      const result = pauseFor(wanted, { staffId: staff.staffId, reason }, now);
      const due = result.ok && formatBookDay(result.loop.deliveryDay);
      return {
        result,
        done: `It’s paused. The book is due ${due}, and we’ve told them.`,
        beside: (refusal: keyof typeof PAUSE_REFUSALS) => ({ weeks: PAUSE_REFUSALS[refusal] }),
      };
    },
  }),

  "/hyperloop/people/:account/loops/:loop/type": act("loops.correct", {
    tab: "Change a loop’s type",
    back: account,
    schema: typeForm,
    ask: (at) => {
      const loop = activeLoop(at);
      if (!canChangeType(loop, londonDay(at.now))) notFound();
      const { theme, type } = loop;
      const name = findLoopType(theme, type)?.displayName ?? theme;
      return {
        title: "Change the type of this loop",
        lead: `Now ${name}. You can change it before week ${FIRST_FIXED_WEEK}. Weeks and answers stay.`,
        button: "Change the type",
        defaults: { type: `${theme}/${type}` },
        fields: [choice("type", "Type", { options: TYPES, width: "full" }), reason(WHO_ASKED)],
      };
    },
    run: ({ type: chosen, reason }, { param, staff, now }) => {
      const [theme = "", type = ""] = chosen.split("/");
      const wanted = { accountId: param("account"), loopId: param("loop"), theme, type };
      const result = changeTypeFor(wanted, { staffId: staff.staffId, reason }, now);
      return {
        result,
        done: result.ok ? `It’s a ${result.name} loop now, and we’ve told them.` : undefined,
        beside: (refusal: keyof typeof TYPE_REFUSALS) => ({ type: TYPE_REFUSALS[refusal] }),
      };
    },
  }),
};
