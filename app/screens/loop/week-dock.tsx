import { Button } from "~/ui/button";

export const NOT_SAVED_YET = "Not saved yet";

/** The foot of the week's form, in sight while any of the form is: what is saved, and the buttons that save. */
export function WeekDock({ week, saved }: { readonly week: number; readonly saved: string }) {
  return (
    <div className="week-dock">
      <p className="week-saved" role="status" data-save-state="">
        {saved}
      </p>
      <button type="submit" className="link-button" name="intent" value="draft">
        Keep as a draft
      </button>
      <Button variant="theme" name="intent" value="save">
        Save week {week}
      </Button>
    </div>
  );
}
