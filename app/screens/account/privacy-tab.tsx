import { minutesInWords } from "~/domain/kernel/text/numbers";
import { IMPERSONATION_MINUTES } from "~/domain/kernel/time/access-lengths";
import { DELETION_WAIT_DAYS } from "~/domain/kernel/time/deletion";
import { BOOK_LOOKS_SHOWN } from "~/domain/shop/order-rules/book-looks";
import { CHECKED_BEFORE_PRINT } from "~/domain/shop/order-rules/shipments";
import { LEAVES_OUT } from "~/domain/shop/terms/what-stays";
import { Badge } from "~/ui/badge";
import { Button, LinkButton } from "~/ui/button";
import { PostForm } from "~/ui/post-form";
import { type Column, Table } from "~/ui/table";
import { VisuallyHidden } from "~/ui/visually-hidden";
import type { PrivacyData } from "./account-data.server";

const IMPERSONATION_COLUMNS: readonly Column<PrivacyData["impersonations"][number]>[] = [
  { label: "Who", cell: ({ who }) => who },
  { label: "Why", cell: ({ why }) => why },
  { label: "When", cell: ({ at }) => at },
];

const VIEW_COLUMNS: readonly Column<PrivacyData["views"][number]>[] = [
  { label: "Entry", cell: ({ entry }) => entry },
  ...IMPERSONATION_COLUMNS,
];

const CHANGE_COLUMNS: readonly Column<PrivacyData["changes"][number]>[] = [
  { label: "What", cell: ({ what }) => what },
  ...IMPERSONATION_COLUMNS,
];

/** Impersonations of the account by staff, and its active sessions. */
export function PrivacyTab({ view }: { readonly view: PrivacyData }) {
  return (
    <div className="settings-wide">
      <section className="stack" aria-labelledby="who-looked">
        <h2 id="who-looked">Who has read your entries</h2>
        <p className="muted">
          What you write is yours. {CHECKED_BEFORE_PRINT} Whenever one of us opens a week, it’s listed here.{" "}
          {BOOK_LOOKS_SHOWN}
        </p>
        <Table
          caption="Who has read your entries, and why"
          captionHidden
          columns={VIEW_COLUMNS}
          rows={view.views}
          empty={<p>Nobody has opened your entries.</p>}
        />
      </section>
      {view.impersonations.length > 0 && (
        <section className="stack" aria-labelledby="who-helped">
          <h2 id="who-helped">Who has seen your account</h2>
          <p className="muted">
            To help you, somebody here saw these pages as you do, for up to {minutesInWords(IMPERSONATION_MINUTES)} and
            without changing anything.
          </p>
          <Table
            caption="Who has seen your account, and why"
            captionHidden
            columns={IMPERSONATION_COLUMNS}
            rows={view.impersonations}
          />
        </section>
      )}
      {view.changes.length > 0 && (
        <section className="stack" aria-labelledby="who-changed">
          <h2 id="who-changed">What we changed for you</h2>
          <p className="muted">We do this when you ask for help. If you didn’t ask, please tell us.</p>
          <Table
            caption="What we changed for you, and why"
            captionHidden
            columns={CHANGE_COLUMNS}
            rows={view.changes}
          />
        </section>
      )}
      <hr />
      <section className="stack" aria-labelledby="signed-in-browsers">
        <h2 id="signed-in-browsers">Where you’re signed in</h2>
        <p className="muted">
          Don’t recognise one? Sign it out and <a href="/account-settings?tab=password">change your password</a>.
        </p>
        <ul className="settings-list">
          {view.browsers.map((browser) => (
            <li key={browser.id}>
              <div className="settings-list-head">
                <h3>{browser.name}</h3>
                {browser.isThis && <Badge tone="good">This browser</Badge>}
              </div>
              <p>
                Signed in on {browser.since}, last used on {browser.seen}
              </p>
              {!browser.isThis && (
                <PostForm>
                  <input type="hidden" name="session" value={browser.id} />
                  <Button variant="line" size="small" name="intent" value="end-session">
                    Sign it out<VisuallyHidden>: {browser.name}</VisuallyHidden>
                  </Button>
                </PostForm>
              )}
            </li>
          ))}
        </ul>
      </section>
      <hr />
      <section className="stack" aria-labelledby="take-everything">
        <h2 id="take-everything">Download everything</h2>
        <p className="muted">
          A zip file with what we hold about you: every week, draft and older version, your original photos, your
          details and orders, and which emails we sent you. It opens in any browser. {LEAVES_OUT}
        </p>
        <p>
          <LinkButton variant="line" href="/exports/everything">
            Download everything
          </LinkButton>
        </p>
      </section>
      <hr />
      <section className="stack" aria-labelledby="delete-account">
        <h2 id="delete-account">Delete your account</h2>
        {view.deletionDue ? (
          <p>Your account will be deleted on {view.deletionDue}.</p>
        ) : (
          <p className="muted">
            See what we delete and what the law makes us keep. You have {DELETION_WAIT_DAYS} days to change your mind.
          </p>
        )}
        <p>
          <LinkButton variant="danger" href="/account-settings/delete">
            {view.deletionDue ? "What will happen" : "Delete Account"}
          </LinkButton>
        </p>
      </section>
      <hr />
      <p>
        Our <a href="/privacy">privacy policy</a> says what we keep, why and for how long.
      </p>
    </div>
  );
}
