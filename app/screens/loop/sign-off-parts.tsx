import type { ShipmentAddress } from "~/domain/book/books/print-order.server";
import type { UnprintableField } from "~/domain/book/books/unprintable.server";
import { WEEKS } from "~/domain/diary/rules/calendar";
import { BOOK_FORMAT } from "~/domain/kernel/book-format/format";
import { RadioCards } from "~/ui/choice";
import type { ProofData } from "./proof-data.server";
import { formatWeeks } from "./unfinished-weeks";

/** The reasons why a year cannot be sent to print, and what to do. */
export const REFUSALS = {
  read_only: "This year has already gone to print.",
  too_early: `You can send it to print in week ${WEEKS}, or as soon as all ${WEEKS} weeks are written.`,
  nothing_written: "Nothing is written yet, so there’s nothing to print.",
  changed_since: "You’ve changed something since the proof was made. Look through your pages again first.",
  too_long: `We can’t bind more than ${BOOK_FORMAT.mostPages} pages. Choose regular text, or shorten the weeks that run over.`,
  address_gone: "That address isn’t in your account any more. Choose another one, then send it to print.",
  no_address: "Where should we send it? Add your address, then send it to print.",
  words_waiting:
    "You sent some words while you were signed out, and they aren’t saved yet. Save or discard them, then send the book to print.",
  unseen: "Look through your pages first, then send them to print.",
} as const;

/** What stops a book of which a whole field could not be printed. */
export function formatUnprintable({ week, script }: UnprintableField): string {
  const where = week === null ? "your title or dedication" : `week ${week}`;
  return `We can’t print ${script ?? "that script"} yet, so write those words in ${where} another way, then send it to print.`;
}

export const DECIDE_AGAIN =
  "Your unfinished weeks have changed since you opened this page. Check them and choose again";

export const formatUndecided = (weeks: readonly { week: number }[]) =>
  `Choose what should happen to ${formatWeeks(weeks)}`;

export type WeekData = Pick<
  ProofData,
  "id" | "printing" | "unfinished" | "printsDrafts" | "excluded" | "empty" | "ruledEmptyWeeks"
>;

interface ChoiceProps {
  readonly view: WeekData;
  readonly actionData?: { readonly message: string };
}

/** The decision about unfinished weeks, without a default. */
export function UnfinishedChoice({ view, actionData }: ChoiceProps) {
  const { unfinished, printsDrafts } = view;
  const [first] = unfinished;
  if (!first) return null;
  const isOne = unfinished.length === 1;
  const them = isOne ? "it" : "them";
  const begun = unfinished.filter(({ isChanged }) => !isChanged);
  const changed = unfinished.filter(({ isChanged }) => isChanged);
  const withChanges = formatOf(changed, "prints with your changes", "print with your changes");
  const withoutChanges = formatOf(changed, "prints as you last saved it", "print as you last saved them");
  return (
    <>
      <input type="hidden" name="unfinished" value={unfinished.map(({ week }) => week).join(",")} />
      <RadioCards
        legend={`What should happen to ${formatWeeks(unfinished)}?`}
        name="drafts"
        error={actionData?.message}
        options={[
          {
            value: "finish",
            label: isOne ? "Finish it first" : "Finish them first",
            description: `We’ll take you to week ${first.week}. Nothing is sent to print.`,
          },
          {
            value: "print",
            label: isOne ? "Print it as it is" : "Print them as they are",
            description: [
              withChanges,
              printsDrafts ? "As in the proof." : `We’ll put ${them} in the proof first, so you can check ${them}.`,
            ].join(" "),
          },
          {
            value: "leave",
            label: isOne ? "Leave it out" : "Leave them out",
            description: [
              formatOf(begun, "won’t print", "won’t print"),
              withoutChanges,
              "We keep everything, and you can download it with your data.",
              printsDrafts ? "We’ll change the proof first, so you can check it." : "",
            ].join(" "),
          },
        ]}
      />
    </>
  );
}

/** "Week 29 won’t print."; empty without such a week. */
function formatOf(weeks: readonly { week: number }[], one: string, many: string): string {
  if (weeks.length === 0) return "";
  const named = formatWeeks(weeks);
  return `${named.charAt(0).toUpperCase()}${named.slice(1)} ${weeks.length === 1 ? one : many}.`;
}

export interface GoesToProps {
  readonly addresses: readonly {
    readonly id: string;
    readonly isSaved: boolean;
    readonly address: ShipmentAddress;
  }[];
  /** The one that is chosen. */
  readonly to: string | undefined;
}

/** Where the book goes: a choice where there are several addresses, with the way to change or add one. */
export function GoesTo({ addresses, to }: GoesToProps) {
  const [only, ...others] = addresses;
  if (!only) return "Where should we send it?";
  if (others.length > 0) {
    return (
      <RadioCards
        legend="Goes to"
        legendHidden
        name="to"
        defaultValue={to}
        options={addresses.map(({ id, address }) => ({
          value: id,
          label: address.name,
          description: rowsOf(address).join(", "),
        }))}
      />
    );
  }
  return (
    <address>
      {[only.address.name, ...rowsOf(only.address)].map((row) => (
        <span key={row}>{row}</span>
      ))}
    </address>
  );
}

const rowsOf = ({ lines, city, county, postcode }: ShipmentAddress) =>
  [...lines, `${city} ${postcode}`, county].filter((part) => part !== "");

/** The form of the address it goes to, or of another one; both come back here. */
export function changeAddressOf(loopId: string, addresses: GoesToProps["addresses"]) {
  const [only, ...others] = addresses;
  const isSaved = only?.isSaved && others.length === 0;
  return `/account-settings/addresses/${isSaved ? only.id : "new"}?for=print&loop=${loopId}`;
}
