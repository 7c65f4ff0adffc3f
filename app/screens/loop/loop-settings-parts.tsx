import { useForm } from "@conform-to/react";
import { formatBookDay } from "~/domain/diary/loops/book-days";
import type { About, Move, Pausing, Sharing, WeeklyEmailChoice } from "~/domain/diary/loops/forms";
import { PAUSING } from "~/domain/diary/loops/rescheduling";
import { MOST_PAUSED_WEEKS, WEEKS } from "~/domain/diary/rules/calendar";
import { formatDay } from "~/domain/kernel/time/format-days";
import { PROGRESS_ALONE } from "~/domain/shop/vouchers/gift-words";
import { Banner } from "~/ui/banner";
import { Button } from "~/ui/button";
import { Switch } from "~/ui/choice";
import { checkboxOf, fieldOf } from "~/ui/conform-field";
import { DateField, SelectField } from "~/ui/field";
import { PostForm } from "~/ui/post-form";
import { AboutFields } from "./about-fields";
import type { SettingsActionResult } from "./loop-settings-actions.server";
import type { LoopSettingsData } from "./loop-settings-data.server";

interface PartProps {
  readonly view: LoopSettingsData;
  readonly actionData?: SettingsActionResult;
}

/** The response to this button's form, which has the same id, when it failed. */
export const replyTo = (intent: string, actionData: SettingsActionResult | undefined) =>
  actionData?.intent === intent ? actionData.reply : undefined;

export function MovePart({ view: { days, isLate, laterDay, window }, actionData }: PartProps) {
  const [, fields] = useForm<Move>({
    id: "move",
    lastResult: replyTo("move", actionData),
    defaultValue: { deliveryDay: days.deliveryDay },
  });
  return (
    <section className="stack" aria-labelledby="the-book">
      <h2 id="the-book">Delivery date</h2>
      {isLate ? (
        <p>
          Your book was due {formatBookDay(days.deliveryDay)}. We print it when you send it to print, so take your time.
        </p>
      ) : laterDay ? (
        <p>
          You chose {formatDay(days.deliveryDay)}. If you send the book to print today, it arrives{" "}
          {formatBookDay(laterDay)}.
        </p>
      ) : (
        <p>Your book is due {formatBookDay(days.deliveryDay)}.</p>
      )}
      <PostForm className="form-stack">
        <DateField
          {...fieldOf(fields.deliveryDay)}
          label="New date"
          hint={`From ${formatDay(window.earliest)} to ${formatDay(window.latest)}`}
          min={window.earliest}
          max={window.latest}
        />
        <Button variant="line" name="intent" value="move">
          See what changes
        </Button>
      </PostForm>
    </section>
  );
}

const PAUSE_PROBLEMS = {
  not_begun: "Your year hasn’t started yet. You can change the delivery date instead.",
  year_over: `All ${WEEKS} weeks have passed, so there’s nothing left to pause.`,
  too_long: `You’ve used all ${MOST_PAUSED_WEEKS} weeks of pause.`,
  not_whole_weeks: "",
} as const;

export function PausePart({ view: { pause }, actionData }: PartProps) {
  const [, fields] = useForm<Pausing>({
    id: "pause",
    lastResult: replyTo("pause", actionData),
    defaultValue: { weeks: 1 },
  });
  return (
    <section className="stack" aria-labelledby="pause">
      <h2 id="pause">Pause</h2>
      {pause.resumeDay ? (
        <Banner tone="info">Your year is paused. It continues on {formatDay(pause.resumeDay)}.</Banner>
      ) : (
        pause.problem !== "year_over" && <p>{PAUSING}</p>
      )}
      {pause.canEndEarly && (
        <PostForm>
          <p className="small">
            A pause is whole weeks. This one ends with the current week, and you get the others back.
          </p>
          <Button variant="theme" name="intent" value="resume">
            End the pause early
          </Button>
        </PostForm>
      )}
      {pause.problem && !pause.resumeDay && <p className="muted">{PAUSE_PROBLEMS[pause.problem]}</p>}
      {(pause.weeksLeft > 0 || fields.weeks.errors) && (
        <PostForm className="form-stack">
          <SelectField
            {...fieldOf(fields.weeks)}
            label={pause.resumeDay ? "Pause for longer, by" : "Pause from today, for"}
            width="s"
            options={Array.from({ length: Math.max(1, pause.weeksLeft) }, (_, index) => ({
              value: String(index + 1),
              label: index === 0 ? "1 week" : `${index + 1} weeks`,
            }))}
          />
          <Button variant="line" name="intent" value="pause">
            See what the pause changes
          </Button>
        </PostForm>
      )}
    </section>
  );
}

const DAYS = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];

export function EmailsPart({ view: { message, pause }, actionData }: PartProps) {
  const [, fields] = useForm<WeeklyEmailChoice>({
    id: "emails",
    lastResult: replyTo("emails", actionData),
    defaultValue: { wanted: message.isOn, day: message.day, hour: message.hour },
  });
  if (pause.problem === "year_over") {
    return (
      <section className="stack" aria-labelledby="emails">
        <h2 id="emails">Weekly email</h2>
        <p className="muted">All {WEEKS} weeks have passed, so there are no more to send.</p>
      </section>
    );
  }
  return (
    <section className="stack" aria-labelledby="emails">
      <h2 id="emails">Weekly email</h2>
      <p>
        Your picture so far, this week’s question and a link straight to its page.{" "}
        {message.next && <b>We’ll send the next one on {message.next}.</b>}
      </p>
      {!message.byEmail && (
        <Banner action={<a href="/account-settings">Account settings</a>}>
          You’ve turned off emails about your year, so we don’t send this one either.
        </Banner>
      )}
      <PostForm className="form-stack">
        <Switch
          {...checkboxOf(fields.wanted)}
          label="Send the weekly email"
          hint="Turn it back on whenever you like."
        />
        <div className="row">
          <SelectField
            {...fieldOf(fields.day)}
            label="Day"
            width="s"
            options={[1, 2, 3, 4, 5, 6, 0].map((day) => ({ value: String(day), label: DAYS[day] ?? "" }))}
          />
          <SelectField
            {...fieldOf(fields.hour)}
            label="Time (UK)"
            width="s"
            options={Array.from({ length: 24 }, (_, hour) => ({
              value: String(hour),
              label: `${String(hour).padStart(2, "0")}:00`,
            }))}
          />
        </div>
        <Button variant="line" name="intent" value="emails">
          Save weekly email
        </Button>
      </PostForm>
    </section>
  );
}

export function AboutPart({ view: { about }, actionData }: PartProps) {
  const [, fields] = useForm<About>({
    id: "about",
    lastResult: replyTo("about", actionData),
    defaultValue: about,
  });
  return (
    <section className="stack" aria-labelledby="about">
      <h2 id="about">What it’s for</h2>
      <PostForm className="form-stack">
        <AboutFields fields={fields} />
        <Button variant="line" name="intent" value="about">
          Save what it’s for
        </Button>
      </PostForm>
    </section>
  );
}

export function SharingPart({ view: { giver }, actionData }: PartProps) {
  const [, fields] = useForm<Sharing>({
    id: "sharing",
    lastResult: replyTo("sharing", actionData),
    defaultValue: { giverSeesProgress: giver.seesProgress },
  });
  return (
    <section className="stack" aria-labelledby="giver">
      <h2 id="giver">The person who gave it</h2>
      <PostForm className="form-stack">
        <Switch {...checkboxOf(fields.giverSeesProgress)} label="Show them how far I’ve got" hint={PROGRESS_ALONE} />
        <Button variant="line" name="intent" value="sharing">
          Save
        </Button>
      </PostForm>
    </section>
  );
}
