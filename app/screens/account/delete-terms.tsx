import { LinkButton } from "~/ui/button";
import { StitchedList } from "~/ui/passages";
import type { DeleteData } from "./delete-data.server";

/** What is deleted, what is kept, and what happens to anything still in progress. */
export function DeleteTerms({ view }: { readonly view: DeleteData }) {
  return (
    <>
      <p className="lead">
        {view.due
          ? `It will be deleted on ${view.due}. Until then you can sign in, take everything with you, or keep it.`
          : `You have seven days to change your mind: asked for now, it is deleted on ${view.dueIfRequested}. We send you an email with the date, and sign out every other browser.`}
      </p>
      <section className="stack" aria-labelledby="goes">
        <h2 id="goes">What goes, for good</h2>
        <StitchedList items={whatGoes(view)} />
      </section>
      <section className="stack" aria-labelledby="take">
        <h2 id="take">Take it with you first</h2>
        <p>One zip file with every word and every photo, to read without us. It can’t be made afterwards.</p>
        <p>
          <LinkButton variant="line" href="/exports/everything">
            Download everything
          </LinkButton>
        </p>
      </section>
      <section className="stack" aria-labelledby="stays">
        <h2 id="stays">What stays, and why</h2>
        <StitchedList
          items={[
            "The records of your orders: what was bought, when, and for how much. Tax law makes us keep them for six years. They will no longer say who you are: name, address and email are taken out.",
            "A scrambled form of your email address, if you ever said yes or no to our news, so that we can show what you chose.",
            "Copies in our backups, until they are overwritten: 35 days at the most.",
          ]}
        />
      </section>
      <OnTheirWay view={view} />
    </>
  );
}

function whatGoes({ loops }: DeleteData): string[] {
  const written = loops.map(({ name, entriesCount }) => `${name} (${entriesCount} of 52 entries)`);
  return [
    loops.length === 0
      ? "Your words and photos, drafts and older versions."
      : `Every word and photo, draft and older version of: ${written.join(", ")}. A year in progress ends, and its book is not printed.`,
    "Books that were made of them to download. Printed books are yours, of course.",
    "Your name, email address, telephone number, password and addresses.",
    "The emails we sent you and what you wrote to us.",
  ];
}

/** Lists only what this customer has. */
function OnTheirWay({ view }: { readonly view: DeleteData }) {
  const { unspentCredits, openGifts, giftsToSend, due } = view;
  const orders = unspentCredits.flatMap(({ orderNumber }) => (orderNumber ? [orderNumber] : []));
  return (
    <section className="stack" aria-labelledby="on-their-way">
      <h2 id="on-their-way">What is on its way</h2>
      {unspentCredits.length > 0 && (
        <p>
          <b>
            {unspentCredits.length === 1
              ? "A loop of yours is"
              : `${unspentCredits.length} loops of yours are`}{" "}
            paid for and not begun
            {orders.length > 0 ? ` (order ${orders.join(", ")})` : ""}.
          </b>{" "}
          With the account you give it up. If you would rather have your money back,{" "}
          <a href="/#contact">write to us</a> before {due ?? "the seven days are over"}: within 14 days of
          buying you get everything you paid.
        </p>
      )}
      {openGifts > 0 && (
        <p>
          {openGifts === 1 ? "The gift you bought stays" : `The ${openGifts} gifts you bought stay`} good: the
          voucher works for whoever holds it, to its last day, and no longer says who gave it.{" "}
          {giftsToSend > 0 &&
            "What we are still to send goes on the day you chose, with your message but without your name. "}
          The recipient’s name and address are kept until the voucher is used or over, your message until it
          is sent.
        </p>
      )}
      <p>
        Weekly emails stop with the account. If you send a book to print in the meantime, the account waits
        until it has arrived. When all is done we mail you a receipt.
      </p>
    </section>
  );
}
