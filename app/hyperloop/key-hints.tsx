import { PageScript } from "~/ui/page-script";

/** At the foot of every page, where scripts run: the keys that work on it, and the list of all of them. */
export function KeyHints({ canSearch }: { readonly canSearch: boolean }) {
  return (
    <p className="staff-keys" id="staff-keys" hidden>
      <span data-rows>
        <kbd>J</kbd> <kbd>K</kbd> next, previous
      </span>
      <span data-rows>
        <kbd>X</kbd> tick
      </span>
      <span data-rows>
        <kbd>Enter</kbd> open
      </span>
      <span data-rows>
        <kbd>E</kbd> first action
      </span>
      {canSearch && (
        <span data-letters>
          <kbd>/</kbd> search
        </span>
      )}
      <span>
        <kbd data-letters>?</kbd>{" "}
        <button type="button" className="staff-action">
          All keys
        </button>
      </span>
      <PageScript name="staff-keys" />
    </p>
  );
}
