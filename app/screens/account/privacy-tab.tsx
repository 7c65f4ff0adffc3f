import { Badge } from "~/ui/badge";
import { Button, LinkButton } from "~/ui/button";
import { PostForm } from "~/ui/post-form";
import { Table } from "~/ui/table";
import { VisuallyHidden } from "~/ui/visually-hidden";
import type { PrivacyData } from "./privacy-data.server";

const VIEW_COLUMNS = [
  { key: "entry", label: "Entry" },
  { key: "who", label: "Who" },
  { key: "why", label: "Why" },
  { key: "at", label: "When" },
];

const IMPERSONATION_COLUMNS = VIEW_COLUMNS.filter(({ key }) => key !== "entry");

/** Impersonations of the account by staff, and its active sessions. */
export function PrivacyTab({ view }: { readonly view: PrivacyData }) {
  return (
    <div className="settings-wide">
      <section className="stack" aria-labelledby="who-looked">
        <h2 id="who-looked">Who looked at my entries</h2>
        <p className="muted">
          What you write is yours. Before a book is printed somebody here may have to look at a page, and each
          time is written down.
        </p>
        <Table
          caption="Who looked at my entries, and why"
          captionHidden
          columns={VIEW_COLUMNS}
          rows={view.views.map(({ id, ...cells }) => ({ key: id, cells }))}
          empty={<p>Nobody has opened your entries.</p>}
        />
      </section>
      {view.impersonations.length > 0 && (
        <section className="stack" aria-labelledby="who-helped">
          <h2 id="who-helped">Who saw my account as I see it</h2>
          <p className="muted">
            To help you, somebody here saw these pages as you do, for half an hour at most and without
            changing anything.
          </p>
          <Table
            caption="Who saw my account as I see it, and why"
            captionHidden
            columns={IMPERSONATION_COLUMNS}
            rows={view.impersonations.map(({ id, ...cells }) => ({ key: id, cells }))}
          />
        </section>
      )}
      <hr />
      <section className="stack" aria-labelledby="signed-in-browsers">
        <h2 id="signed-in-browsers">Where you are signed in</h2>
        <p className="muted">
          If you don’t know one of these, end it and{" "}
          <a href="/account-settings?tab=password">change your password</a>.
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
                    End this one<VisuallyHidden>: {browser.name}</VisuallyHidden>
                  </Button>
                </PostForm>
              )}
            </li>
          ))}
        </ul>
      </section>
      <hr />
      <section className="stack" aria-labelledby="take-everything">
        <h2 id="take-everything">Take everything with you</h2>
        <p className="muted">
          One zip file with everything we hold about you: your loops with every week, draft and older version,
          the photos as large as they came, your details, orders and emails. It opens in any browser without
          us.
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
            The next page says what goes, what the law makes us keep, and that you have seven days to change
            your mind.
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
        What we keep, for how long and why stands in our <a href="/privacy">privacy policy</a>.
      </p>
    </div>
  );
}
