import { getFormProps, useForm } from "@conform-to/react";
import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { bookDayOf, formatBookDay, formatCopyDay } from "~/domain/diary/loops/book-days";
import { loopsOf } from "~/domain/diary/loops/loops.server";
import { bindingInFull } from "~/domain/kernel/book-format/bindings";
import { londonDay } from "~/domain/kernel/time/days";
import {
  type AddResult,
  type AddressInput,
  type AddressResult,
  addAddress,
  addressOwnedBy,
  changeAddress,
  MOST_ADDRESSES,
} from "~/domain/people/accounts/addresses.server";
import { deliveryAddressIn, type SavedAddress, savedAddressForm } from "~/domain/people/addresses/forms";
import { quoteCopies } from "~/domain/shop/orders/copies.server";
import { Frame } from "~/screens/frame";
import { AddressFields } from "~/ui/address-fields";
import { Button } from "~/ui/button";
import { Checkbox } from "~/ui/choice";
import { checkboxOf, fieldOf, problemsOf } from "~/ui/conform-field";
import { ErrorSummary } from "~/ui/error-summary";
import { TextField } from "~/ui/field";
import { PostForm } from "~/ui/post-form";
import { BackLink } from "~/ui/text-link";
import { type Cart, readCart } from "~/web/cart.server";
import { currentTime } from "~/web/clock.server";
import { logError } from "~/web/error-log.server";
import { replyAgain } from "~/web/form-again";
import { param } from "~/web/params";
import { readForm } from "~/web/read-form";
import { notFound, PRIVATE, seeOther, unprocessable } from "~/web/responses.server";
import type { ScreenHandle } from "~/web/screen";
import { requireCustomer } from "~/web/sessions.server";
import { formOf } from "~/web/submission.server";
import { defaultLoop, describeLoop } from "./account-data.server";
import { HelpAside, LoopAside } from "./loop-aside";
import { WhatGoesThere } from "./what-goes-there";

const FAILED = "Failed to save address";
const LIST = "/account-settings?tab=addresses";
const CHECKOUT = "/checkout?step=delivery";

/** Returns to ordering copies, or to sending a year to print, when the visitor came from there. */
function returnPath(request: Request): string {
  const { searchParams } = new URL(request.url);
  if (searchParams.get("for") === "checkout") return CHECKOUT;
  const loopId = searchParams.get("for") === "print" ? (searchParams.get("loop") ?? "") : "";
  return /^[\w-]{1,64}$/.test(loopId) ? `/proof/${loopId}/sign-off` : LIST;
}

const BACK_LABELS: Readonly<Record<string, string>> = {
  [LIST]: "Back to addresses",
  [CHECKOUT]: "Back to delivery",
};

export const handle: ScreenHandle<{ isNew: boolean }> = {
  title: ({ isNew }) => (isNew ? "Add an address" : "Edit an address"),
  noindex: true,
  formAgain: replyAgain,
};

/** One of the customer's addresses, or "new". */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const person = await requireCustomer(request, "account");
  const back = returnPath(request);
  const beside = await besideData(request, person.accountId);
  if (params.address === "new") {
    const { firstName, lastName } = person;
    return data(
      { back, beside, isNew: true, isDefault: false, address: { firstName, lastName } },
      { headers: PRIVATE },
    );
  }
  const saved = addressOwnedBy(person.accountId, param(params, "address"));
  if (!saved) notFound();
  const { label, isDefault } = saved;
  const address = { label, ...deliveryAddressIn(saved) };
  return data({ back, beside, isNew: false, isDefault, address }, { headers: PRIVATE });
}

/** What goes to the address that is typed, where the visitor is on the way to send it; else their loop. */
async function besideData(request: Request, accountId: string) {
  const { searchParams } = new URL(request.url);
  const now = currentTime();
  const books =
    searchParams.get("for") === "checkout"
      ? copiesOf(accountId, await readCart(request), now)
      : searchParams.get("for") === "print"
        ? yearOf(accountId, searchParams.get("loop") ?? "", now)
        : [];
  return { books, loop: books.length === 0 ? defaultLoop(accountId, now) : null };
}

/** One of the customer's addresses, or "new"; the database queries check the owner. */
export async function action({ request, params }: ActionFunctionArgs) {
  const { accountId } = await requireCustomer(request, "account");
  const submission = readForm(formOf(request), savedAddressForm);
  const addressId = param(params, "address");
  if (addressId !== "new" && !addressOwnedBy(accountId, addressId)) notFound();
  if (submission.status !== "success") return unprocessable("address", submission.reply());
  const { isDefault, ...words } = submission.value;
  const saved = saveAddress({ accountId, addressId }, words, isDefault, request);
  if (saved === null) return unprocessable("address", submission.reply({ formErrors: [FAILED] }));
  if (saved.ok) {
    const back = returnPath(request);
    // An address added on the way to print is meant for this book.
    const isForPrint = back !== LIST && back !== CHECKOUT;
    const to = isForPrint && "address" in saved ? `${back}?to=${saved.address.id}` : back;
    return await seeOther(to, { flash: { tone: "ok", message: "Address saved." } });
  }
  if (saved.reason === "not_found") notFound();
  const formErrors = [`${FAILED}. We can keep up to ${MOST_ADDRESSES}`];
  return unprocessable("address", submission.reply({ formErrors }));
}

/** Saves the address; null after an internal error, which is logged. */
function saveAddress(
  which: { accountId: string; addressId: string },
  words: AddressInput,
  isDefault: boolean,
  request: Request,
): AddResult | AddressResult | null {
  const now = currentTime();
  try {
    return which.addressId === "new"
      ? addAddress(which.accountId, words, { isDefault }, now)
      : changeAddress(which, words, { isDefault }, now);
  } catch (error) {
    logError(error, request);
    return null;
  }
}

export default function AddressPage() {
  const { back, beside, isNew, isDefault, address } = useLoaderData<typeof loader>();
  const actionData = useActionData<typeof action>();
  const [form, fields] = useForm<SavedAddress>({
    id: "address",
    lastResult: actionData?.reply,
    defaultValue: { ...address, isDefault },
  });
  return (
    <Frame variant="reading" width="container">
      <div className="two-columns">
        <div className="form-column">
          <ErrorSummary problems={problemsOf(form)} />
          <div>
            <BackLink href={back}>{BACK_LABELS[back] ?? "Back to sending it to print"}</BackLink>
            <h1>{isNew ? "Add an address" : "Edit an address"}</h1>
          </div>
          <p className="muted">We only deliver to UK addresses.</p>
          <PostForm {...getFormProps(form)} className="form-stack">
            <div className="form-grid">
              <TextField
                {...fieldOf(fields.label)}
                className="full-row"
                label="Address label"
                hint="For example: Home, Work, Grandma’s"
                autoComplete="off"
              />
              <AddressFields fields={fields} />
            </div>
            {isDefault ? (
              <p>This is your default address.</p>
            ) : (
              <Checkbox {...checkboxOf(fields.isDefault)} label="Make this my default address" optional />
            )}
            <div className="row">
              <Button>Save address</Button>
              <a href={back}>Cancel</a>
            </div>
          </PostForm>
        </div>
        {beside.books.length > 0 ? (
          <WhatGoesThere books={beside.books} />
        ) : beside.loop ? (
          <LoopAside loop={beside.loop} />
        ) : (
          <HelpAside />
        )}
      </div>
    </Frame>
  );
}

/** What goes to an address that is typed on the way to send it. */

/** The copies in the cart. */
function copiesOf(accountId: string, cart: Cart, now: Date) {
  return quoteCopies(accountId, cart.items).lines.map((line) => ({
    name: `${line.quantity} × ${line.title}, ${bindingInFull(line.edition).toLowerCase()}`,
    arrives: formatCopyDay(line, londonDay(now)),
  }));
}

/** The book of one year, where it is theirs. */
function yearOf(accountId: string, loopId: string, now: Date) {
  return loopsOf(accountId)
    .filter(({ id }) => id === loopId)
    .map((loop) => ({
      name: describeLoop(loop, now).name,
      arrives: `Arrives ${formatBookDay(bookDayOf(loop, londonDay(now)))}`,
    }));
}
