import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { readRoles } from "~/domain/people/accounts/roles.server";
import { countCopies } from "~/domain/shop/orders/cart";
import { Frame } from "~/screens/frame";
import { Tabs } from "~/ui/tabs";
import { readCart } from "~/web/cart.server";
import { currentTime } from "~/web/clock.server";
import { replyAgain } from "~/web/form-again";
import { type FormResult, PRIVATE } from "~/web/responses.server";
import type { ScreenHandle } from "~/web/screen";
import { requireCustomer, type SessionUser } from "~/web/sessions.server";
import { formOf } from "~/web/submission.server";
import {
  askForAddress,
  chooseDefault,
  dismissPassword,
  emailPasswordLink,
  endBrowser,
  saveChoices,
  saveDetails,
  saveNewPassword,
} from "./account-actions.server";
import { accountData, addressData, bookData, defaultLoop, myLoopData, privacyData } from "./account-data.server";
import { AccountTab } from "./account-tab";
import { AddressesTab } from "./addresses-tab";
import { BooksTab } from "./books-tab";
import { sendAgain } from "./gift-actions.server";
import { HelpAside, LoopAside } from "./loop-aside";
import { MyLoopTab } from "./my-loop-tab";
import { orderData } from "./order-data.server";
import { OrdersTab } from "./orders-tab";
import { PasswordTab } from "./password-tab";
import { PrivacyTab } from "./privacy-tab";
import { type SettingsTab, tabsFor } from "./tabs";

/** Forms with fields; the other forms are a single button. */
const HAS_FIELDS = new Set(["details", "email", "notifications", "password"]);

export const handle: ScreenHandle<{ title: string }> = {
  title: ({ title }) => title,
  description: "Your details, your addresses, your orders and books, and what we email you.",
  noindex: true,
  failure: "Failed to load account data",
  formAgain: (form, sentence) => (HAS_FIELDS.has(String(form.get("intent"))) ? replyAgain(form, sentence) : null),
};

/** The customer. The address names the tab; an unknown tab, or one this customer lacks, is the first. */
export async function loader({ request }: LoaderFunctionArgs) {
  const person = await requireCustomer(request, "account");
  const url = new URL(request.url);
  const tabs = tabsFor(readRoles(person.accountId));
  const input = url.searchParams.get("tab");
  const tab = tabs.find(({ key }) => key === input) ?? tabs[0];
  const key = tab?.key ?? "account";
  return data(
    {
      title: key === "account" ? "Account settings" : `${tab?.label} – Account settings`,
      tabs: tabs.map((one) => ({
        label: one.label,
        href: one.key === "account" ? "/account-settings" : `/account-settings?tab=${one.key}`,
        current: one.key === key,
      })),
      loop: key === "books" ? null : defaultLoop(person.accountId, currentTime()),
      shown: dataOf(key, person, url.searchParams.get("loop"), countCopies((await readCart(request)).items)),
    },
    { headers: PRIVATE },
  );
}

function dataOf(tab: SettingsTab, person: SessionUser, chosenLoop: string | null, inCart: number) {
  const now = currentTime();
  switch (tab) {
    case "password":
      return { tab, email: person.email, lacksPassword: Boolean(person.passwordPrompt) };
    case "my-loop":
      return { tab, ...myLoopData(person.accountId, now) };
    case "orders":
      return { tab, ...orderData(person.accountId, now, person.impersonation !== undefined), inCart };
    case "addresses":
      return { tab, ...addressData(person.accountId) };
    case "books":
      return { tab, ...bookData(person.accountId, chosenLoop, inCart, now) };
    case "privacy":
      return { tab, ...privacyData(person, now) };
    case "account":
      return { tab, ...accountData(person.accountId, now) };
  }
}

/** The customer; every database query checks the owner. */
export async function action({ request }: ActionFunctionArgs) {
  const person = await requireCustomer(request, "account");
  switch (formOf(request).get("intent")) {
    case "details":
      return await saveDetails(request, person);
    case "password":
      return await saveNewPassword(request, person);
    case "choose-password":
      return await emailPasswordLink(person);
    case "dismiss-password":
      return await dismissPassword(person);
    case "email":
      return await askForAddress(request, person);
    case "notifications":
      return await saveChoices(request, person);
    case "default":
      return await chooseDefault(request, person);
    case "resend-gift":
      return await sendAgain(person.accountId, String(formOf(request).get("gift") ?? ""));
    case "end-session":
      return await endBrowser(request, person);
    default:
      throw new Response(null, { status: 400 });
  }
}

export default function AccountSettings() {
  const { tabs, shown, loop } = useLoaderData<typeof loader>();
  const actionData: FormResult | undefined = useActionData<typeof action>();
  return (
    <Frame variant="signed-in">
      <div className="container page-body account-settings">
        <h1>Account settings</h1>
        <Tabs label="Account sections" tabs={tabs} />
        {shown.tab === "books" ? (
          <BooksTab view={shown} />
        ) : (
          <div className="two-columns">
            {shown.tab === "account" && <AccountTab view={shown} actionData={actionData} />}
            {shown.tab === "password" && <PasswordTab view={shown} actionData={actionData} />}
            {shown.tab === "my-loop" && <MyLoopTab view={shown} />}
            {shown.tab === "orders" && <OrdersTab view={shown} />}
            {shown.tab === "addresses" && <AddressesTab view={shown} />}
            {shown.tab === "privacy" && <PrivacyTab view={shown} />}
            {loop ? <LoopAside loop={loop} /> : <HelpAside />}
          </div>
        )}
      </div>
    </Frame>
  );
}
