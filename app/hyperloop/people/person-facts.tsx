import type { Person } from "~/domain/backoffice/people/person.server";
import { FIRST_FIXED_WEEK } from "~/domain/diary/loops/type-change";
import { WEEKS } from "~/domain/diary/rules/calendar";
import { formatDay, formatLondonDay, formatMoment } from "~/domain/kernel/time/format-days";
import { isPermitted, type Permission, type StaffRole } from "~/domain/people/staff/permissions";
import { PATHS } from "~/hyperloop/paths";
import { VisuallyHidden } from "~/ui/visually-hidden";

interface PersonFactsProps {
  readonly person: Omit<Person, "timeline">;
  /** The address of the forms about this person. */
  readonly path: string;
  readonly role: StaffRole;
}

/** How to reach a person, where they live and what they have, each with the way to correct it. */
export function PersonFacts({ person, path, role }: PersonFactsProps) {
  const { account, isGuest, isUndeliverable } = person;
  const correct = isPermitted(role, "accounts.correct");
  return (
    <>
      <section className="person-part">
        <h2>Contact</h2>
        <dl>
          <Fact name="Email" href={correct ? `${path}/email` : null}>
            <span className={isUndeliverable ? "bad-words" : undefined}>{account.email}</span>
          </Fact>
          <Fact name="Phone" href={null}>
            {account.phone ?? "None"}
          </Fact>
          <Fact name="Name" href={correct ? `${path}/name` : null}>
            {person.name}
          </Fact>
          {!isGuest && (
            <>
              <Fact name="Email confirmed" href={null}>
                {account.emailVerifiedAt ? formatMoment(account.emailVerifiedAt) : "Never"}
              </Fact>
              <Fact name="Last sign-in" href={null}>
                {account.lastSignedInAt ? formatMoment(account.lastSignedInAt) : "Never"}
              </Fact>
            </>
          )}
        </dl>
      </section>
      <section className="person-part">
        <h2>Addresses</h2>
        {person.places.length === 0 && <p className="muted">None saved.</p>}
        <dl>
          {person.places.map((place) => (
            <Fact
              key={place.addressId ?? place.orderId}
              name={place.label}
              href={
                place.addressId
                  ? correct
                    ? `${path}/addresses/${place.addressId}`
                    : null
                  : isPermitted(role, "orders.correct_address")
                    ? `${PATHS.orders}/${place.orderId}/address`
                    : null
              }
            >
              {place.lines}
            </Fact>
          ))}
        </dl>
      </section>
      <Loops person={person} path={path} may={(permission) => isPermitted(role, permission)} />
    </>
  );
}

function Loops(props: {
  readonly person: PersonFactsProps["person"];
  readonly path: string;
  readonly may: (permission: Permission) => boolean;
}) {
  const { person, path, may } = props;
  return (
    <section className="person-part" id="loops">
      <h2>Loops</h2>
      {person.loops.length + person.credits.length === 0 && <p className="muted">None yet.</p>}
      {person.loops.map((loop) => (
        <div key={loop.id} className="person-loop">
          <p>
            <b>{loop.name}</b>
            <br />
            <span className="muted">
              {loop.isCancelled
                ? "Cancelled"
                : loop.status === "ACTIVE"
                  ? `${loop.week === 0 ? "Not started" : `Week ${loop.week} of ${WEEKS}`}, ${loop.written} written. Book due ${formatDay(loop.deliveryDay)}`
                  : CLOSED[loop.status]}
            </span>
          </p>
          {loop.status === "ACTIVE" && !loop.isCancelled && may("loops.correct") && (
            <p className="row-actions">
              <a href={`${path}/loops/${loop.id}/date`}>
                Move date<VisuallyHidden> of {loop.name}</VisuallyHidden>
              </a>
              {loop.week > 0 && (
                <a href={`${path}/loops/${loop.id}/pause`}>
                  Pause<VisuallyHidden> {loop.name}</VisuallyHidden>
                </a>
              )}
              {loop.week < FIRST_FIXED_WEEK && (
                <a href={`${path}/loops/${loop.id}/type`}>
                  Change type<VisuallyHidden> of {loop.name}</VisuallyHidden>
                </a>
              )}
            </p>
          )}
        </div>
      ))}
      {person.credits.map((credit) => (
        <div key={credit.id} className="person-loop">
          <p>
            <b>{credit.name}</b>
            <br />
            <span className="muted">Paid {formatLondonDay(credit.createdAt)}, no date chosen</span>
          </p>
          {!person.isGuest && may("loops.correct") && (
            <p className="row-actions">
              <a href={`${path}/credits/${credit.id}`}>
                Open the loop<VisuallyHidden>: {credit.name}</VisuallyHidden>
              </a>
            </p>
          )}
        </div>
      ))}
    </section>
  );
}

const CLOSED = {
  ACTIVE: "",
  COMPLETED: "Finished, waiting to print",
  PRINTING: "At the printer",
  SHIPPED: "Book on its way",
  DELIVERED: "Book delivered",
} as const;

/** An order number keeps its capitals. */
const lowerFirst = (words: string) => words.charAt(0).toLowerCase() + words.slice(1);

function Fact(props: { readonly name: string; readonly href: string | null; readonly children: React.ReactNode }) {
  const { name, href, children } = props;
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <span>{children}</span>
        {href && (
          <span className="row-actions">
            <a href={href}>
              Correct<VisuallyHidden> {lowerFirst(name)}</VisuallyHidden>
            </a>
          </span>
        )}
      </dd>
    </div>
  );
}
