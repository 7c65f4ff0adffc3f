import { formatDay } from "~/domain/time/format-days";
import { Banner } from "~/ui/banner";
import { Button } from "~/ui/button";
import { Switch } from "~/ui/choice";
import { DateField, SelectField } from "~/ui/field";
import { PostForm } from "~/ui/post-form";
import type { SettingsAnswer } from "./loop-settings-actions.server";
import type { LoopSettingsData } from "./loop-settings-data.server";

interface PartProps {
  readonly view: LoopSettingsData;
  readonly answer?: SettingsAnswer;
}

/** The values sent with this button, when its form failed. */
const sentWith = (answer: SettingsAnswer | undefined, intent: string) =>
  answer?.intent === intent ? answer.sent : undefined;

const errorAt = (answer: SettingsAnswer | undefined, field: string) =>
  answer?.error?.field === field ? answer.error.message : undefined;

export function MovePart({ view: { days, isLate, window }, answer }: PartProps) {
  return (
    <section className="stack" aria-labelledby="the-book">
      <h2 id="the-book">The day of your book</h2>
      {isLate ? (
        <p>
          Your book was planned for {formatDay(days.deliveryDay)}. It waits until you have sent it to print;
          there is no hurry.
        </p>
      ) : (
        <p>Your book is due on {formatDay(days.deliveryDay)}.</p>
      )}
      <PostForm className="form-stack">
        <DateField
          label="Another day"
          name="deliveryDay"
          hint={`From ${formatDay(window.earliest)} to ${formatDay(window.latest)}`}
          min={window.earliest}
          max={window.latest}
          defaultValue={sentWith(answer, "move")?.deliveryDay ?? days.deliveryDay}
          error={errorAt(answer, "deliveryDay")}
        />
        <Button variant="line" name="intent" value="move">
          See what moves
        </Button>
      </PostForm>
    </section>
  );
}

const PAUSE_PROBLEMS = {
  not_begun: "Your year has not begun yet. You can move the day of the book instead.",
  year_over: "All 52 weeks have gone by. Open stitches can be filled in until your book goes to print.",
  too_long: "You have used all eight weeks of pause.",
  not_whole_weeks: "",
} as const;

export function PausePart({ view: { pause }, answer }: PartProps) {
  const error = errorAt(answer, "weeks");
  return (
    <section className="stack" aria-labelledby="pause">
      <h2 id="pause">A pause</h2>
      {pause.resumeDay ? (
        <Banner tone="info">Your year is paused. It continues on {formatDay(pause.resumeDay)}.</Banner>
      ) : (
        <p>
          Life happens. A year can stand still for up to eight weeks in all: nothing becomes late, and
          everything after the pause comes as much later, your book too.
        </p>
      )}
      {pause.canEndEarly && (
        <PostForm>
          <p className="small">
            A pause is whole weeks: it ends with the one that has begun, and the others are given back.
          </p>
          <Button variant="theme" name="intent" value="resume">
            Go on early
          </Button>
        </PostForm>
      )}
      {pause.problem && !pause.resumeDay && <p className="muted">{PAUSE_PROBLEMS[pause.problem]}</p>}
      {(pause.weeksLeft > 0 || error) && (
        <PostForm className="form-stack">
          <SelectField
            label={pause.resumeDay ? "Pause for longer, by" : "Pause from today, for"}
            name="weeks"
            width="s"
            defaultValue={sentWith(answer, "pause")?.weeks ?? "1"}
            options={Array.from({ length: Math.max(1, pause.weeksLeft) }, (_, index) => ({
              value: String(index + 1),
              label: index === 0 ? "1 week" : `${index + 1} weeks`,
            }))}
            error={error}
          />
          <Button variant="line" name="intent" value="pause">
            See what the pause moves
          </Button>
        </PostForm>
      )}
    </section>
  );
}

const DAYS = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];

export function EmailsPart({ view: { message, pause }, answer }: PartProps) {
  const sent = sentWith(answer, "emails");
  return (
    <section className="stack" aria-labelledby="emails">
      <h2 id="emails">The weekly email</h2>
      <p>
        Once a week: your picture so far, this week’s question, and a link straight to its page.{" "}
        {message.next && <b>The next one comes on {message.next}.</b>}
        {pause.problem === "year_over" && "All 52 weeks have gone by, so no other week is asked about."}
      </p>
      {!message.byEmail && (
        <Banner action={<a href="/account-settings">Account settings</a>}>
          Emails about your year are switched off for your account, so this one does not come either.
        </Banner>
      )}
      <PostForm className="form-stack">
        <Switch
          name="wanted"
          label="Send it by e-mail"
          hint="Off is a pause: you can switch it on again any time."
          defaultChecked={sent ? "wanted" in sent : message.isOn}
        />
        <div className="input-row">
          <SelectField
            label="Day"
            name="day"
            width="s"
            defaultValue={sent?.day ?? String(message.day)}
            options={[1, 2, 3, 4, 5, 6, 0].map((day) => ({ value: String(day), label: DAYS[day] ?? "" }))}
            error={errorAt(answer, "day")}
          />
          <SelectField
            label="Hour in London"
            name="hour"
            width="s"
            defaultValue={sent?.hour ?? String(message.hour)}
            options={Array.from({ length: 24 }, (_, hour) => ({
              value: String(hour),
              label: `${String(hour).padStart(2, "0")}:00`,
            }))}
            error={errorAt(answer, "hour")}
          />
        </div>
        <p className="small muted">Text messages and push notifications are not available yet.</p>
        <Button variant="line" name="intent" value="emails">
          Save the email
        </Button>
      </PostForm>
    </section>
  );
}

export function SharingPart({ view: { giver }, answer }: PartProps) {
  const sent = sentWith(answer, "sharing");
  return (
    <section className="stack" aria-labelledby="giver">
      <h2 id="giver">Whoever gave it</h2>
      <PostForm className="form-stack">
        <Switch
          name="giverSeesProgress"
          label="Let them see how far it is"
          hint="How many weeks are written, and never a word or photo of them."
          defaultChecked={sent ? "giverSeesProgress" in sent : giver.seesProgress}
        />
        <Button variant="line" name="intent" value="sharing">
          Save
        </Button>
      </PostForm>
    </section>
  );
}
