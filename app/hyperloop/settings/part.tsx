import { getFormProps, useForm } from "@conform-to/react";
import { useActionData, useLoaderData } from "@remix-run/react";
import {
  companyForm,
  emailRatesForm,
  pricesForm,
  promisesForm,
  switchesForm,
} from "~/domain/backoffice/settings/forms";
import { pricesTooLow } from "~/domain/backoffice/settings/lowest-prices.server";
import { changeShopSettings, readShopSettings } from "~/domain/backoffice/settings/shop-settings.server";
import { formatPence } from "~/domain/kernel/money/pounds";
import { auditEventsOn } from "~/domain/people/staff/audit-trail.server";
import { APART_DAYS } from "~/domain/people/staff/second-person";
import { ALONE_MOST_PERCENT } from "~/domain/shop/discounts/rules";
import { StaffFrame } from "~/hyperloop/frame";
import { PATHS } from "~/hyperloop/paths";
import { staffAction, staffLoader } from "~/hyperloop/staff-route.server";
import { AuditPanel } from "~/ui/audit-panel";
import { Button } from "~/ui/button";
import { Switch } from "~/ui/choice";
import { fieldOf, problemsOf } from "~/ui/conform-field";
import { ErrorSummary } from "~/ui/error-summary";
import { TextField } from "~/ui/field";
import { PostForm } from "~/ui/post-form";
import { readForm } from "~/web/read-form";
import { notFound, seeOther, unprocessable } from "~/web/responses.server";
import type { ScreenHandle } from "~/web/screen";
import { isPart, PARTS, type Part, typedValues } from "./settings-labels";

export const handle: ScreenHandle = { title: "Change settings – HyperLoop", noindex: true };

function partNamed(part: string): Part {
  if (!isPart(part)) notFound();
  return part;
}

export const loader = staffLoader("settings.change", ({ param }) => {
  const part = partNamed(param("part"));
  const values = typedValues(part, readShopSettings());
  return { part, values, actions: auditEventsOn("settings", part) };
});

export const action = staffAction("settings.change", async ({ staff, param, form, now }) => {
  const changed = CHANGES[partNamed(param("part"))](form, staff.staffId, now);
  if (!changed.ok) return unprocessable("settings", changed.reply);
  return await seeOther(PATHS.settings, {
    flash: changed.isNew
      ? { tone: "ok", message: "Saved. The change applies from now on." }
      : { tone: "warn", message: "Nothing has changed." },
  });
});

const CHANGES = {
  prices: changePrices,
  company: changeCompany,
  switches: changeSwitches,
  promises: changePromises,
  emailRates: changeEmailRates,
};

const formatLowest = (pence: number) =>
  `Please enter ${formatPence(pence)} or more. In ${APART_DAYS} days a price can fall by ${ALONE_MOST_PERCENT}% at most`;

function changePrices(form: FormData, staffId: string, now: Date) {
  const submission = readForm(form, pricesForm);
  if (submission.status !== "success") return { ok: false as const, reply: submission.reply() };
  const { reason, ...prices } = submission.value;
  const tooLow = pricesTooLow(prices, now);
  if (tooLow.length > 0) {
    const fieldErrors = Object.fromEntries(tooLow.map(({ name, lowestPence }) => [name, [formatLowest(lowestPence)]]));
    return { ok: false as const, reply: submission.reply({ fieldErrors }) };
  }
  return { ok: true as const, isNew: changeShopSettings("prices", prices, { staffId, reason }, now) };
}

function changeCompany(form: FormData, staffId: string, now: Date) {
  const submission = readForm(form, companyForm);
  if (submission.status !== "success") return { ok: false as const, reply: submission.reply() };
  const { reason, name, email, ...rest } = submission.value;
  const company = {
    ...{ name, email },
    address: rest.address || null,
    number: rest.number || null,
    registeredIn: rest.registeredIn || null,
    phone: rest.phone || null,
    vatNumber: rest.vatNumber || null,
    printerCountry: rest.printerCountry || null,
  };
  return { ok: true as const, isNew: changeShopSettings("company", company, { staffId, reason }, now) };
}

function changeSwitches(form: FormData, staffId: string, now: Date) {
  const submission = readForm(form, switchesForm);
  if (submission.status !== "success") return { ok: false as const, reply: submission.reply() };
  const { reason, ...switches } = submission.value;
  return { ok: true as const, isNew: changeShopSettings("switches", switches, { staffId, reason }, now) };
}

function changePromises(form: FormData, staffId: string, now: Date) {
  const submission = readForm(form, promisesForm);
  if (submission.status !== "success") return { ok: false as const, reply: submission.reply() };
  const { reason, ...promises } = submission.value;
  return { ok: true as const, isNew: changeShopSettings("promises", promises, { staffId, reason }, now) };
}

function changeEmailRates(form: FormData, staffId: string, now: Date) {
  const submission = readForm(form, emailRatesForm);
  if (submission.status !== "success") return { ok: false as const, reply: submission.reply() };
  const { reason, ...rates } = submission.value;
  return { ok: true as const, isNew: changeShopSettings("emailRates", rates, { staffId, reason }, now) };
}

const UNITS: Readonly<Record<string, string>> = { pounds: "In pounds", hours: "In hours", count: "An hour" };

export default function ChangePart() {
  const { part, values, actions } = useLoaderData<typeof loader>();
  const actionData = useActionData<typeof action>();
  const [form, fields] = useForm<Record<string, string>>({
    id: "settings",
    lastResult: actionData?.reply,
    defaultValue: { ...values, reason: "" },
  });
  const { title, lead, lines } = PARTS[part];
  return (
    <StaffFrame title={title} lead={lead} back={{ label: "Settings", href: PATHS.settings }}>
      <ErrorSummary problems={problemsOf(form)} />
      <div className="staff-panels">
        <section className="staff-panel">
          <PostForm {...getFormProps(form)} className="form-stack">
            <div className="form-grid">
              {lines.map(({ name, label, kind, hint, optional }) => {
                const field = fields[name];
                if (!field) return null;
                const { errors, id } = field;
                if (kind === "switch") {
                  const isOn = field.initialValue === "on";
                  return (
                    <div key={name} className="full-row">
                      <Switch {...{ id, name, errors, label, hint }} defaultChecked={isOn} />
                    </div>
                  );
                }
                const isShort = kind === "pounds" || kind === "percent" || kind === "hours" || kind === "count";
                return (
                  <TextField
                    key={name}
                    {...fieldOf(field)}
                    {...{ label, optional }}
                    hint={hint ?? UNITS[kind]}
                    width={isShort ? "s" : "full"}
                    inputMode={isShort ? "decimal" : undefined}
                  />
                );
              })}
            </div>
            {fields.reason && <TextField {...fieldOf(fields.reason)} label="Reason" maxLength={500} />}
            <Button size="staff">Change</Button>
          </PostForm>
        </section>
        <AuditPanel actions={actions} />
      </div>
    </StaffFrame>
  );
}
