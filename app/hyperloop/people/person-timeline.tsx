import {
  type Subject,
  TAB_PERMISSIONS,
  TABS,
  type Tab,
  type TimelineEvent,
} from "~/domain/backoffice/people/timeline-events";
import { londonDay } from "~/domain/kernel/time/days";
import { formatDay } from "~/domain/kernel/time/format-days";
import { londonTime } from "~/domain/kernel/time/instants";
import { isPermitted, type StaffRole } from "~/domain/people/staff/permissions";
import { PATHS } from "~/hyperloop/paths";
import { PostForm } from "~/ui/post-form";
import { Tabs } from "~/ui/tabs";
import { VisuallyHidden } from "~/ui/visually-hidden";
import { ReadSealed } from "./read-sealed";

/** Of one page; the rest is a link away. */
const FIRST = 60;

/** The part of a timeline that is shown, and how many lines each tab has. */
export interface Shown {
  readonly tab: Tab | "all";
  readonly counts: Readonly<Record<string, number>>;
  readonly lines: readonly TimelineEvent[];
  /** How many earlier ones are not shown. */
  readonly earlier: number;
}

/** Chooses what this role is shown of a timeline. */
export function chooseLines(
  timeline: readonly TimelineEvent[],
  question: { role: StaffRole; tab: Tab | "all"; isWhole: boolean },
): Shown {
  const { role, tab, isWhole } = question;
  const seen = timeline.filter((line) => isPermitted(role, TAB_PERMISSIONS[line.tab]));
  const counts: Record<string, number> = { all: seen.length };
  for (const line of seen) counts[line.tab] = (counts[line.tab] ?? 0) + 1;
  const chosen = seen.filter((line) => tab === "all" || line.tab === tab);
  const lines = isWhole ? chosen : chosen.slice(0, FIRST);
  return { tab, counts, lines, earlier: chosen.length - lines.length };
}

const TAB_LABELS: Readonly<Record<Tab, string>> = {
  money: "Money",
  emails: "Emails",
  books: "Books",
  vouchers: "Vouchers",
  "sign-ins": "Sign-ins",
  staff: "Staff",
};

interface PersonTimelineProps {
  readonly shown: Shown;
  readonly path: string;
  readonly role: StaffRole;
}

/** Everything that happened, day by day, each line with what this role may do about it. */
export function PersonTimeline({ shown, path, role }: PersonTimelineProps) {
  const { tab, counts, lines, earlier } = shown;
  const days = [...new Set(lines.map(({ at }) => londonDay(at)))];
  return (
    <section aria-label="Timeline" id="timeline">
      <Tabs
        label="Timeline"
        tabs={[
          { href: path, label: "Everything", count: counts.all ?? 0, current: tab === "all" },
          ...TABS.filter((one) => counts[one]).map((one) => ({
            href: `${path}?show=${one}`,
            label: TAB_LABELS[one],
            count: counts[one] ?? 0,
            current: tab === one,
          })),
        ]}
      />
      {lines.length === 0 && <p className="muted">Nothing yet.</p>}
      {days.map((day) => (
        <div key={day}>
          <h2 className="timeline-day">{formatDay(day)}</h2>
          <ul className="timeline-lines">
            {lines
              .filter(({ at }) => londonDay(at) === day)
              .map((line) => (
                <Line key={line.key} line={line} role={role} />
              ))}
          </ul>
        </div>
      ))}
      {earlier > 0 && (
        <p>
          <a href={`${path}?${tab === "all" ? "" : `show=${tab}&`}earlier=1`}>Show {earlier} earlier</a>
        </p>
      )}
    </section>
  );
}

function Line({ line, role }: { readonly line: TimelineEvent; readonly role: StaffRole }) {
  const at = line.at;
  return (
    <li className={`is-${line.mark}`}>
      <time dateTime={at.toISOString()}>{londonTime(at)}</time>
      <i aria-hidden="true" />
      <div>
        {line.mark === "bad" ? <b className="bad-words">{line.text}</b> : line.text}
        {line.subject?.type === "order" && (
          <>
            , <a href={`${PATHS.orders}/${line.subject.id}`}>{line.subject.number}</a>
          </>
        )}
        {line.detail && <p className="row-facts">{line.detail}</p>}
        {line.subject?.type === "email" && line.subject.isSealed && isPermitted(role, "emails.reveal") && (
          <ReadSealed emailId={line.subject.id} about={line.text} />
        )}
      </div>
      {line.subject && <Actions subject={line.subject} about={line.text} role={role} />}
    </li>
  );
}

interface ActionsProps {
  readonly subject: Subject;
  readonly about: string;
  readonly role: StaffRole;
}

function Actions({ subject, about, role }: ActionsProps) {
  const actions = actionsOf(subject, role);
  const resends = subject.type === "email" && subject.canResend && isPermitted(role, "emails.resend");
  if (actions.length === 0 && !resends) return null;
  return (
    <div className="row-actions">
      {actions.map(([label, href]) => (
        <a key={label} href={href}>
          {label}
          <VisuallyHidden>: {about}</VisuallyHidden>
        </a>
      ))}
      {resends && (
        <PostForm action={`${PATHS.emails}/${subject.id}`}>
          <input type="hidden" name="from-account" value="yes" />
          <button type="submit" className="link-button">
            Send again
            <VisuallyHidden>: {about}</VisuallyHidden>
          </button>
        </PostForm>
      )}
    </div>
  );
}

function actionsOf(subject: Subject, role: StaffRole): [label: string, href: string][] {
  const may = (permission: Parameters<typeof isPermitted>[1]) => isPermitted(role, permission);
  switch (subject.type) {
    case "order": {
      const path = `${PATHS.orders}/${subject.id}`;
      return subject.canRefund && may("refunds.give") ? [["Refund", `${path}/refund`]] : [];
    }
    case "request":
      return may("refunds.approve")
        ? [["See refund", `${PATHS.refundRequests}/${subject.id}`]]
        : [["See order", `${PATHS.orders}/${subject.orderId}`]];
    case "email":
      return [["See", `${PATHS.emails}/${subject.id}`]];
    case "voucher": {
      const path = `${PATHS.vouchers}/${subject.id}`;
      if (!subject.isUsable || !may("vouchers.extend")) return [["See voucher", path]];
      return [
        ["See voucher", path],
        ["Extend", `${path}/extend`],
      ];
    }
    case "shipment": {
      const path = `${PATHS.printQueue}/${subject.id}`;
      if (subject.canCorrect && may("orders.correct_address")) return [["Correct address", `${path}/address`]];
      if (subject.canReprint && may("printing.reprint")) return [["Print again", `${path}/reprint`]];
      return [["See parcel", path]];
    }
    default:
      return [];
  }
}
