import { dayNamed } from "~/domain/kernel/time/days";
import { codesOfBatch, generateVouchers } from "~/domain/shop/vouchers/batches.server";
import { DATES_MESSAGE, generateForm, TOO_MANY_EMAILS_MESSAGE } from "~/domain/shop/vouchers/forms";
import { PATHS } from "~/hyperloop/paths";
import { currentTime } from "~/web/clock.server";
import { bodyOf } from "~/web/json-calls.server";
import { all, asBox, readFields, validate } from "~/web/json-fields";
import { fail, succeed } from "~/web/json-responses";
import { requireStaff } from "~/web/staff-auth.server";

const BY_API = "Requested by a program";

const asText = (value: number | undefined) => (value === undefined ? undefined : String(value));

/** The form for a batch as API clients send it; the response has the last four characters of each code. */
export async function generateByCall(request: Request): Promise<Response> {
  const staff = await requireStaff(request, "vouchers.generate", "programs");
  const sent = readFields(bodyOf(request), {
    count: "number",
    value: "number",
    ...all("text", "currency", "validFrom", "expiresAt", "recipientName", "recipientEmail", "giftMessage", "note"),
    isTestVoucher: "flag",
  });
  const { recipientName, recipientEmail, giftMessage } = sent;
  const wanted = validate(
    generateForm,
    {
      count: asText(sent.count),
      value: asText(sent.value),
      currency: sent.currency || "GBP",
      validFrom: dayNamed(sent.validFrom ?? ""),
      expiresOn: dayNamed(sent.expiresAt ?? ""),
      recipientName,
      recipientEmail,
      giftMessage,
      note: sent.note || BY_API,
      isTest: asBox(sent.isTestVoucher),
    },
    { expiresOn: "expiresAt", isTest: "isTestVoucher" },
  );
  const now = currentTime();
  const made = generateVouchers(wanted, staff.staffId, now);
  if (!made.ok) {
    const [field, error] =
      made.reason === "dates" ? ["expiresAt", DATES_MESSAGE] : ["recipientEmail", TOO_MANY_EMAILS_MESSAGE];
    return fail(422, { error, code: made.reason, fields: { [field]: [error] } });
  }
  const { batchId, isHeld } = made;
  // Whole codes are handed over where that is recorded: as the order's file, or one by one on a voucher's page.
  const codesAt = `${PATHS.batches}/${batchId}/export`;
  return succeed({ codes: codesOfBatch(batchId), codesAt, batchId, isHeld }, { status: 201 });
}
