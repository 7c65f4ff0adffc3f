import { WEEKS } from "~/domain/diary/rules/calendar";
import { DELETION_WAIT_DAYS } from "~/domain/kernel/time/deletion";
import { HOW_WE_REFUND } from "~/domain/shop/order-rules/cancellation";
import { WHAT_STAYS, WHAT_STAYS_HEADING } from "~/domain/shop/terms/what-stays";
import { LinkButton } from "~/ui/button";
import { StitchedList } from "~/ui/passages";
import type { DeleteData } from "./delete-data.server";

/** What is deleted, what is kept, and what happens to anything still in progress. */
export function DeleteTerms({ view }: { readonly view: DeleteData }) {
  return (
    <>
      <p className="lead">
        {view.due
          ? `We’ll delete it on ${view.due}. Until then you can sign in, download everything, or keep your account.`
          : `You have ${DELETION_WAIT_DAYS} days to change your mind. If you ask now, we’ll delete it on ${view.dueIfRequested}. We’ll email you the date and sign you out everywhere else.`}
      </p>
      <section className="stack" aria-labelledby="goes">
        <h2 id="goes">What we delete for good</h2>
        <StitchedList items={whatGoes(view)} />
      </section>
      <section className="stack" aria-labelledby="take">
        <h2 id="take">Download it first</h2>
        <p>One zip file with every word and every photo. We can’t make it afterwards.</p>
        <p>
          <LinkButton variant="line" href="/exports/everything">
            Download everything
          </LinkButton>
        </p>
      </section>
      <section className="stack" aria-labelledby="stays">
        <h2 id="stays">{WHAT_STAYS_HEADING}</h2>
        <StitchedList items={WHAT_STAYS} />
      </section>
      <OnTheirWay view={view} />
    </>
  );
}

function whatGoes({ loops }: DeleteData): string[] {
  const written = loops.map(({ name, entriesCount }) => `${name} (${entriesCount} of ${WEEKS} entries)`);
  return [
    loops.length === 0
      ? "Your words and photos, drafts and older versions."
      : `Every word and photo, draft and older version of: ${written.join(", ")}. If you’re still writing, the year ends and its book isn’t printed.`,
    "The PDFs we made of your books. Printed books are yours, of course.",
    "Your name, email address, phone number, password and addresses.",
    "The emails we sent you and the messages you sent us.",
  ];
}

/** Lists only what this customer has. */
function OnTheirWay({ view }: { readonly view: DeleteData }) {
  const { unspentCredits, openGifts, giftsToSend, due, canCancel } = view;
  const orders = unspentCredits.flatMap(({ orderNumber }) => (orderNumber ? [orderNumber] : []));
  return (
    <section className="stack" aria-labelledby="on-their-way">
      <h2 id="on-their-way">What’s still to come</h2>
      {unspentCredits.length > 0 && (
        <p>
          <b>
            {unspentCredits.length === 1
              ? "You’ve paid for a loop and haven’t chosen its delivery date"
              : `You’ve paid for ${unspentCredits.length} loops and haven’t chosen their delivery dates`}
            {orders.length > 0 ? ` (order ${orders.join(", ")})` : ""}.
          </b>{" "}
          You’ll lose {unspentCredits.length === 1 ? "it" : "them"} with your account. Want your money back? Cancel the
          order if you still can, or <a href="/#contact">write to us</a> before{" "}
          {due ?? `the ${DELETION_WAIT_DAYS} days are over`}.
        </p>
      )}
      {canCancel && (
        <p>
          You can still cancel an order of yours. <a href="/account-settings?tab=orders">See your orders</a>.{" "}
          {HOW_WE_REFUND}
        </p>
      )}
      {openGifts > 0 && (
        <p>
          {openGifts === 1 ? "The gift you bought still works" : `The ${openGifts} gifts you bought still work`}: anyone
          with the voucher can use it until its last day, and it no longer says who gave it.{" "}
          {giftsToSend > 0 &&
            "We’ll send what’s still to be sent on the day you chose, with your message but without your name. "}
        </p>
      )}
      <p>
        Weekly emails stop. If you send a book to print in the meantime, we keep the account until it arrives. We’ll
        email you when it’s done.
      </p>
    </section>
  );
}
