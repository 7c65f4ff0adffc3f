import { getFormProps, useForm } from "@conform-to/react";
import { formatMonth } from "~/domain/kernel/time/format-days";
import { Banner } from "~/ui/banner";
import { CardPart, PaymentAlternatives, PaymentNews, TestModeBanner, WalletPart } from "~/ui/card-part";
import { problemsOf } from "~/ui/conform-field";
import { ErrorSummary } from "~/ui/error-summary";
import { PostForm } from "~/ui/post-form";
import { PriceSummary } from "~/ui/price-summary";
import { StartTick } from "~/ui/start-tick";
import { BackLink, TextLink } from "~/ui/text-link";
import { TickList } from "~/ui/tick-list";
import { DiscountPart } from "./discount-form";
import { priceRows } from "./price-rows";
import type { StepProps } from "./signup-aside";
import type { PaymentStepData } from "./signup-data.server";

type SignupPaymentProps = StepProps<PaymentStepData> & { readonly wasCancelled: boolean };

/** Fourth step: a summary, and the payment. */
export function SignupPayment({ view, onSale, actionData, wasCancelled }: SignupPaymentProps) {
  const [form, fields] = useForm<{ code: string }>({
    id: "discount",
    lastResult: actionData?.intent === "apply" ? actionData.reply : undefined,
  });
  const { quote } = view;
  const [paying] = useForm({
    id: "pay",
    lastResult: actionData?.intent === "pay" ? actionData.reply : undefined,
  });
  return (
    <>
      <TestModeBanner isTestMode={view.element.isTestMode} />
      <PaymentNews>
        <ErrorSummary problems={[...problemsOf(form), ...problemsOf(paying)]}>
          {paying.errors && (
            <PaymentAlternatives view={view.element} packagesHref="/begin" againHref="/streamlined-signup" />
          )}
        </ErrorSummary>
        {!actionData && <Setback wasCancelled={wasCancelled} lastError={view.lastError} />}
        {quote.refused && <Banner tone="warn">{quote.refused}. The total is now the full price.</Banner>}
      </PaymentNews>
      <div className="two-columns two-columns-first">
        <div className="stack stack-large">
          <div>
            <BackLink href="/streamlined-signup?step=address">Back to address</BackLink>
            <h1>
              Check your order <em>and pay</em>
            </h1>
          </div>
          <section className="stack" aria-labelledby="included">
            <h2 className="as-h3" id="included">
              What you get
            </h2>
            <TickList items={onSale.bullets} />
            <p>{onSale.price.postage}</p>
          </section>
          <section className="stack" aria-labelledby="delivered-to">
            <h2 className="as-h3" id="delivered-to">
              Delivering to, about {formatMonth(view.deliveryMonth)}
            </h2>
            <address className="signup-address">
              {view.address.map((line) => (
                <span key={line}>{line}</span>
              ))}
            </address>
            <p className="muted">You’ll choose the exact date after paying.</p>
            <TextLink href="/streamlined-signup?step=address">Change the address</TextLink>
          </section>
          <PostForm {...getFormProps(paying)} className="form-stack">
            <WalletPart />
            <CardPart
              formId={paying.id}
              element={view.element}
              totalPence={quote.totalPence}
              accept={<StartTick name="startsAtOnce" laterStart={view.laterStart} defaultChecked={view.startsAtOnce} />}
            />
          </PostForm>
        </div>
        <PriceSummary
          item={{
            name: onSale.name,
            detail: `${onSale.themeName} loop, for yourself`,
            motif: onSale.image,
            theme: onSale.theme,
          }}
          rows={priceRows(quote)}
          totalPence={quote.totalPence}
          fold={actionData?.intent === "apply" ? "open" : "closed"}
        >
          <PostForm {...getFormProps(form)}>
            <DiscountPart
              formId={form.id}
              code={fields.code}
              discount={quote.discount}
              isOpen={actionData?.intent === "apply"}
            />
          </PostForm>
        </PriceSummary>
      </div>
    </>
  );
}

/** For a buyer who returns from the card page without having paid. */
function Setback({ wasCancelled, lastError }: { wasCancelled: boolean; lastError: string | null }) {
  if (lastError) {
    return (
      <Banner tone="bad">
        <b>{lastError}</b> No money has been taken.
      </Banner>
    );
  }
  if (!wasCancelled) return null;
  return (
    <Banner tone="warn">
      <b>Payment cancelled.</b> You haven’t paid yet. Your order is still here when you’re ready.
    </Banner>
  );
}
