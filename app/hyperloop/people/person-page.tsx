import type { ReactNode } from "react";
import type { Person } from "~/domain/backoffice/people/person.server";
import { formatPence } from "~/domain/kernel/money/pounds";
import { formatFigureOf } from "~/domain/kernel/text/numbers";
import { formatLondonDay, formatMoment } from "~/domain/kernel/time/format-days";
import { isPermitted, type StaffRole } from "~/domain/people/staff/permissions";
import { DisputeBand, type DisputeWords } from "~/hyperloop/dispute-band";
import { StaffFrame } from "~/hyperloop/frame";
import { PATHS, personPath } from "~/hyperloop/paths";
import { StatusBadge } from "~/hyperloop/statuses";
import { Badge } from "~/ui/badge";
import { Banner } from "~/ui/banner";
import { LinkButton } from "~/ui/button";
import { PersonFacts } from "./person-facts";
import { PersonTimeline, type Shown } from "./person-timeline";

interface PersonPageProps {
  readonly person: Omit<Person, "timeline">;
  readonly shown: Shown;
  /** Those that are open. */
  readonly disputes: readonly DisputeWords[];
  readonly role: StaffRole;
  /** The notes of an account. */
  readonly children?: ReactNode;
}

/** The page of a person, with an account or as a guest. */
export function PersonPage({ person, shown, disputes, role, children }: PersonPageProps) {
  const { account, isGuest, name } = person;
  const path = personPath({ id: account.id, isGuest });
  const may = (permission: Parameters<typeof isPermitted>[1]) => isPermitted(role, permission);
  const isActive = account.status === "active";
  return (
    <StaffFrame
      title={name}
      lead={
        <>
          <span className="person-badges">
            <Badge tone={isGuest ? "off" : "good"}>{isGuest ? "Guest" : "Account"}</Badge>
            {!isActive && <StatusBadge of="account" is={account.status} />}
            {disputes.length > 0 && <Badge tone="bad">Dispute</Badge>}
            {person.isUndeliverable && <Badge tone="bad">Email failed</Badge>}
            {account.deletionDueAt && <Badge tone="pending">To be deleted</Badge>}
            {account.isTest && <span className="staff-mark">Test</span>}
          </span>
          {leadOf(person)}
        </>
      }
      back={{ label: "People", href: PATHS.people }}
      actions={
        isGuest ? (
          may("accounts.delete") && (
            <LinkButton href={`${PATHS.people}/${account.id}/delete`} size="staff" variant="danger">
              {account.deletionDueAt ? "Stop the deletion" : "Start deletion"}
            </LinkButton>
          )
        ) : (
          <>
            {isActive && may("accounts.correct") && (
              <LinkButton href={`${path}/reset-link`} size="staff">
                Send a reset link
              </LinkButton>
            )}
            {may("accounts.restore") && (
              <LinkButton href={`${PATHS.restores}?account=${account.id}`} size="staff" variant="line">
                Bring something back
              </LinkButton>
            )}
            {isActive && may("accounts.impersonate") && (
              <LinkButton href={`${path}/impersonate`} size="staff" variant="line">
                See as {account.firstName || "them"}
              </LinkButton>
            )}
            {may("accounts.suspend") && (
              <LinkButton
                href={`${path}/suspend`}
                size="staff"
                variant={account.status === "suspended" ? "line" : "danger"}
              >
                {account.status === "suspended" ? "Reactivate" : "Suspend"}
              </LinkButton>
            )}
            {isActive && !account.deletionDueAt && may("accounts.delete") && (
              <LinkButton href={`${path}/delete`} size="staff" variant="danger">
                Start deletion
              </LinkButton>
            )}
          </>
        )
      }
    >
      {disputes.map((dispute) => (
        <DisputeBand key={dispute.id} dispute={dispute} order={{ id: dispute.orderId, number: dispute.orderNumber }} />
      ))}
      {person.isUndeliverable && (
        <Banner tone="bad">
          <b>Our emails to {account.email} fail.</b>{" "}
          {may("accounts.correct") && (
            <a href={`${PATHS.people}/${account.id}/email`}>Correct the address and send them again</a>
          )}
        </Banner>
      )}
      {person.reported && (
        <Banner tone="warn">
          {person.reported.reason === "bounced"
            ? `An email to ${account.email} came back on ${formatLondonDay(person.reported.at)}.`
            : `An email to ${account.email} was reported as spam on ${formatLondonDay(person.reported.at)}.`}{" "}
          They only get those about orders and their account, until they ask for the others again
          {isGuest ? "" : " in their settings"}.{" "}
          {may("accounts.correct") && (
            <a href={`${PATHS.people}/${account.id}/emails-again`}>Let them go there again</a>
          )}
        </Banner>
      )}
      <nav className="person-jump" aria-label="On this page">
        <a href="#timeline">Timeline</a>
        <a href="#loops">Loops</a>
        {!isGuest && <a href="#notes">Notes</a>}
      </nav>
      <div className="person">
        <div>
          <PersonFacts person={person} path={`${PATHS.people}/${account.id}`} role={role} />
          {children && (
            <div id="notes" className="person-notes">
              {children}
            </div>
          )}
        </div>
        <PersonTimeline shown={shown} path={path} role={role} />
      </div>
    </StaffFrame>
  );
}

function leadOf({ isGuest, account, orderCount, paidPence, refundedPence }: PersonPageProps["person"]): string {
  const since = formatLondonDay(account.createdAt);
  const money = `Paid ${formatPence(paidPence)}, refunded ${formatPence(refundedPence)}.`;
  const leaving = account.deletionDueAt
    ? ` ${isGuest ? "What we know about them" : "The account"} is deleted on ${formatMoment(account.deletionDueAt)}.`
    : "";
  if (isGuest)
    return `${formatFigureOf(orderCount, "order", "orders")} since ${since}. ${money} No account yet.${leaving}`;
  return `Since ${since}. ${money}${leaving}`;
}
