import { getFormProps, useForm } from "@conform-to/react";
import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { londonDay } from "~/domain/kernel/time/days";
import { formatDay } from "~/domain/kernel/time/format-days";
import { cardRemark } from "~/domain/operations/documents/card-words.server";
import { type Giving, giftWordsIn, givingForm } from "~/domain/shop/vouchers/forms";
import { latestSendDay } from "~/domain/shop/vouchers/gift-state";
import { changeGift, giftOf } from "~/domain/shop/vouchers/gifts.server";
import { giverNameOf } from "~/domain/shop/vouchers/redemption.server";
import { Frame } from "~/screens/frame";
import { Button } from "~/ui/button";
import { problemsOf } from "~/ui/conform-field";
import { ErrorSummary } from "~/ui/error-summary";
import { GiftCardPreview } from "~/ui/gift-card-preview";
import { GiftFields } from "~/ui/gift-fields";
import { PostForm } from "~/ui/post-form";
import { BackLink } from "~/ui/text-link";
import { currentTime } from "~/web/clock.server";
import { replyAgain } from "~/web/form-again";
import { wordsFor } from "~/web/impersonation-policy";
import { param } from "~/web/params";
import { readForm } from "~/web/read-form";
import { notFound, PRIVATE, seeOther, unprocessable } from "~/web/responses.server";
import type { ScreenHandle } from "~/web/screen";
import { requireCustomer } from "~/web/sessions.server";
import { formOf } from "~/web/submission.server";
import { GIFTS } from "./gift-actions.server";
import { describeGift } from "./gift-data.server";

export const handle: ScreenHandle = { title: "Who is it for?", noindex: true, formAgain: replyAgain };

/** A gift the customer bought. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const { accountId, impersonation } = await requireCustomer(request, "account");
  const now = currentTime();
  const gift = giftOf(accountId, param(params, "voucher"), now);
  if (!gift) notFound();
  const { voucher } = gift;
  return data(
    {
      gift: { ...describeGift(gift, now), code: null },
      words: {
        recipientName: voucher.recipientName ?? "",
        recipientEmail: voucher.recipientEmail ?? "",
        giftMessage: wordsFor(impersonation, voucher.giftMessage),
        giverName: giverNameOf(voucher) ?? "",
        handover: voucher.recipientEmail === null ? ("myself" as const) : ("email" as const),
        sendOnDay: voucher.sendOnDay ?? "",
      },
      cardRemark: cardRemark({
        recipientName: voucher.recipientName ?? "",
        giftMessage: wordsFor(impersonation, voucher.giftMessage),
        giverName: giverNameOf(voucher) ?? "",
      }),
      firstDay: londonDay(now),
      lastDay: latestSendDay(voucher.validFrom),
      giftsHref: GIFTS,
    },
    { headers: PRIVATE },
  );
}

/** A gift the customer bought, until it is redeemed. */
export async function action({ request, params }: ActionFunctionArgs) {
  const { accountId } = await requireCustomer(request, "account");
  const form = formOf(request);
  // The page as it was typed, with the text on the card; nothing is saved.
  if (form.get("intent") === "card") {
    const { intent, reply } = replyAgain(form, "");
    return data({ intent, reply: { ...reply, error: {} } });
  }
  const submission = readForm(form, givingForm);
  if (submission.status !== "success") return unprocessable("gift", submission.reply());
  const voucherId = param(params, "voucher");
  const changed = changeGift({ accountId, voucherId }, giftWordsIn(submission.value), currentTime());
  if (changed.ok) {
    return await seeOther(GIFTS, {
      flash: {
        tone: "ok",
        message: "Saved.",
        more: ["We’ve updated the voucher.", cardRemark(submission.value)].filter(Boolean).join(" "),
      },
    });
  }
  switch (changed.reason) {
    case "day":
      return unprocessable("gift", submission.reply({ fieldErrors: { sendOnDay: [changed.sentence] } }));
    case "not_open":
      return await seeOther(GIFTS, {
        flash: { tone: "warn", message: "You can’t change this voucher any more." },
      });
    case "not_found":
      notFound();
  }
}

export default function GiftToChange() {
  const { gift, words, cardRemark: remark, firstDay, lastDay, giftsHref } = useLoaderData<typeof loader>();
  const actionData = useActionData<typeof action>();
  const [form, fields] = useForm<Giving>({ id: "gift", lastResult: actionData?.reply, defaultValue: words });
  const card = {
    theme: gift.theme,
    formId: form.id,
    recipient: fields.recipientName.value ?? "",
    message: fields.giftMessage.value ?? "",
    giver: fields.giverName.value ?? "",
  };
  return (
    <Frame variant="signed-in" width="container">
      <div className="two-columns">
        <div className="form-column">
          <ErrorSummary problems={problemsOf(form)} />
          <div>
            <BackLink href={giftsHref}>Your gifts</BackLink>
            <h1>Who is it for?</h1>
          </div>
          <p className="lead">{gift.title}</p>
          {gift.isOpen ? (
            <PostForm {...getFormProps(form)} className="form-stack">
              <GiftFields fields={fields} firstDay={firstDay} lastDay={lastDay} card={<GiftCardPreview {...card} />} />
              {remark && <p className="muted">{remark}</p>}
              <Button>Save</Button>
            </PostForm>
          ) : (
            <p>
              {gift.redeemedDay
                ? `It was opened on ${formatDay(gift.redeemedDay)}, so it can’t be changed any more.`
                : "You can’t change this voucher any more."}
            </p>
          )}
        </div>
        {gift.isOpen && <GiftCardPreview {...card} beside />}
      </div>
    </Frame>
  );
}
