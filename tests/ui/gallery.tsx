import type { ReactElement } from "react";
import { Accordion } from "~/ui/accordion";
import { Badge } from "~/ui/badge";
import { Banner } from "~/ui/banner";
import { Book3d } from "~/ui/book-3d";
import { Button, LinkButton } from "~/ui/button";
import { Chip } from "~/ui/chip";
import { Checkbox, CheckboxGroup, RadioCards, Switch } from "~/ui/choice";
import { ClothBand } from "~/ui/cloth-band";
import { CodeInput } from "~/ui/code-input";
import { BigWeek, DashboardBand, OpenStitches } from "~/ui/dashboard-band";
import { DescriptionList } from "~/ui/description-list";
import { DialogPage } from "~/ui/dialog-page";
import { EmptyState } from "~/ui/empty-state";
import { ErrorSummary } from "~/ui/error-summary";
import { DateField, SelectField, TextArea, TextField } from "~/ui/field";
import { FileField, PhotoPrint } from "~/ui/file-field";
import { Hoop } from "~/ui/hoop";
import { Money } from "~/ui/money";
import { OpenBook } from "~/ui/open-book";
import { Page } from "~/ui/page";
import { Pagination } from "~/ui/pagination";
import { Passages } from "~/ui/passages";
import { PasswordField } from "~/ui/password-field";
import { PostForm } from "~/ui/post-form";
import { PriceSummary } from "~/ui/price-summary";
import { Ring } from "~/ui/ring";
import { PhotoPage, Spread, WritingPage } from "~/ui/spread";
import { Stepper } from "~/ui/stepper";
import { Swatch } from "~/ui/swatch";
import { Table } from "~/ui/table";
import { Tabs } from "~/ui/tabs";
import { BackLink, TextLink } from "~/ui/text-link";
import type { ThemeName } from "~/ui/theme";
import { TickList } from "~/ui/tick-list";
import { Timeline } from "~/ui/timeline";
import { type Quarter, type WeekCell, WeekGrid, WeekLegend, type WeekState } from "~/ui/week-grid";
import { WordCount } from "~/ui/word-count";
import { Wordmark } from "~/ui/wordmark";

/** One component in one state. Together they are the gallery, the full range each component must support. */
export interface Specimen {
  readonly name: string;
  readonly part: ReactElement;
}

const THEMES: readonly ThemeName[] = ["celebration", "family", "education", "pet", "classic"];

const REQUIREMENTS = [
  { key: "length", text: "At least 8 characters", met: true },
  { key: "upper", text: "One uppercase letter", met: false },
  { key: "lower", text: "One lowercase letter", met: true },
  { key: "digit", text: "One number", met: true },
  { key: "special", text: "One special character, such as ! or ?", met: false },
];

function stateOf(week: number): WeekState {
  if (week > 23) return "upcoming";
  if (week === 23) return "due";
  return [8, 15, 19].includes(week) ? "missing" : "completed";
}

function cellOf(week: number): WeekCell {
  const state = stateOf(week);
  const href = {
    completed: `/entry?week=${week}`,
    missing: `/dashboard?week=${week}`,
    due: "#entry",
    upcoming: undefined,
  };
  return {
    week,
    state,
    href: href[state],
    thumbnail: state === "completed" && week % 3 === 0 ? "/artwork/m-val1.svg" : null,
  };
}

const QUARTERS: readonly Quarter[] = [
  { title: "Summer", dates: "18 June to 16 September" },
  { title: "Autumn", dates: "17 September to 16 December" },
  { title: "Winter", dates: "17 December to 17 March" },
  { title: "Spring", dates: "18 March to 16 June" },
].map((quarter, index) => ({
  ...quarter,
  weeks: Array.from({ length: 13 }, (_, place) => cellOf(index * 13 + place + 1)),
}));

export const FIELDS: readonly Specimen[] = [
  {
    name: "a text field with a hint, optional",
    part: (
      <TextField
        label="Recipient name"
        name="recipientName"
        optional
        hint="As you’d like it printed on the voucher."
        defaultValue="Maya"
      />
    ),
  },
  {
    name: "a text field that is wrong, with a hint",
    part: (
      <TextField
        label="Postcode"
        name="postcode"
        width="s"
        hint="We only deliver to UK addresses."
        autoComplete="postal-code"
        defaultValue="HX7 8"
        errors={["Please enter a valid UK postcode (e.g., SW1A 1AA)"]}
      />
    ),
  },
  {
    name: "a text field that is disabled",
    part: <TextField label="Voucher code" name="code" disabled defaultValue="K7QM-4XPD-92HR" />,
  },
  {
    name: "a text field that can only be read",
    part: <TextField label="Email address" name="email" readOnly defaultValue="margaret@example.com" />,
  },
  {
    name: "a text area with its word count",
    part: (
      <div className="stack stack-fill">
        <TextArea
          label="Reflection"
          name="reflection"
          hint="A few lines, or up to 500 words."
          describedBy="reflection-count"
        />
        <WordCount
          id="reflection-count"
          field="reflection"
          count={38}
          limit={500}
          characters={400}
          mostCharacters={6_000}
        />
      </div>
    ),
  },
  {
    name: "a text area that is wrong",
    part: <TextArea label="Message" name="message" error="Please write a message" />,
  },
  {
    name: "a select field",
    part: (
      <SelectField
        label="Country"
        name="country"
        defaultValue="GB"
        options={[{ value: "GB", label: "United Kingdom" }]}
      />
    ),
  },
  {
    name: "a select field that is wrong",
    part: (
      <SelectField
        label="Title"
        name="title"
        placeholder="Choose one"
        options={[{ value: "a", label: "A" }]}
        error="Choose one"
      />
    ),
  },
  {
    name: "a date field",
    part: <DateField label="Start date" name="startDate" min="2026-05-24" max="2026-12-20" defaultValue="2026-11-20" />,
  },
  {
    name: "a checkbox",
    part: <Checkbox label="I accept the voucher terms" name="acceptedTerms" defaultChecked />,
  },
  {
    name: "a checkbox that is wrong",
    part: (
      <Checkbox label="I accept the voucher terms" name="acceptedVoucher" error="Please accept the voucher terms" />
    ),
  },
  {
    name: "a checkbox that is disabled",
    part: <Checkbox label="Keep me posted" name="posted" disabled defaultChecked />,
  },
  {
    name: "checkboxes under one message",
    part: (
      <CheckboxGroup
        id="terms"
        legend="Our terms"
        legendHidden
        errors={["You must accept the Terms & Conditions and Privacy Policy"]}
        options={[
          { name: "acceptedTerms", label: "I accept the Terms & Conditions", wrong: true },
          { name: "acceptedPrivacy", label: "I’ve read the Privacy Policy", defaultChecked: true },
        ]}
      />
    ),
  },
  {
    name: "radio cards",
    part: (
      <RadioCards
        legend="When should your loop end?"
        name="length"
        defaultValue="12"
        options={[
          {
            value: "12",
            label: "Recommended: one year",
            description: "Your book arrives by 3 December 2027",
          },
          { value: "15", label: "15 months", description: "A little breathing room" },
          { value: "18", label: "18 months", disabled: true },
        ]}
      />
    ),
  },
  {
    name: "radio cards that are wrong",
    part: (
      <RadioCards
        legend="How would you like to pay?"
        name="method"
        error="Please choose how to pay"
        options={[
          { value: "card", label: "Card", aside: <span className="small">VISA</span> },
          { value: "paypal", label: "PayPal" },
        ]}
      />
    ),
  },
  {
    name: "a switch",
    part: <Switch label="Weekly question" hint="Every Thursday morning." name="weekly" defaultChecked />,
  },
  {
    name: "a new password with its requirements",
    part: (
      <PasswordField
        label="Password"
        name="password"
        autoComplete="new-password"
        error="Password must contain at least one uppercase letter"
        requirements={REQUIREMENTS}
        strength={{ score: 3, word: "medium" }}
      />
    ),
  },
  {
    name: "a password to sign in",
    part: <PasswordField label="Password" name="current" autoComplete="current-password" />,
  },
  {
    name: "a photo to choose",
    part: <FileField label="This week’s photo" name="photo" limits="Add up to three photos, 10 MB each." />,
  },
  {
    name: "a photo kept before, and one that was refused",
    part: (
      <FileField label="Your photo" name="photo2" error="That file is larger than 10 MB" limits="JPG, PNG or HEIC">
        <PhotoPrint
          src="/artwork/m-val1.svg"
          alt="Two small feet"
          name="nell-feet.jpg"
          size="3.2 MB"
          actions={<a href="#change">Change</a>}
        />
      </FileField>
    ),
  },
  {
    name: "a six-digit code",
    part: (
      <CodeInput label="Your 6-digit code" name="otp" hint="We sent it to maya@example.com" defaultValue="48213">
        <p className="hint">
          Send it again in <b className="figures">1:42</b>
        </p>
      </CodeInput>
    ),
  },
  {
    name: "a six-digit code that is wrong",
    part: <CodeInput label="Your code" name="otp2" error="That code is not right" />,
  },
];

export const PARTS: readonly Specimen[] = [
  {
    name: "buttons",
    part: (
      <div className="row">
        <Button>Continue</Button>
        <Button disabled>Disabled</Button>
        <Button variant="line">Secondary</Button>
        <Button variant="danger">Delete account</Button>
        <Button size="small">Small</Button>
        <LinkButton href="/begin">Begin your loop</LinkButton>
        <TextLink href="#text" arrow>
          Text link
        </TextLink>
        <BackLink href="#back">Change loop</BackLink>
      </div>
    ),
  },
  ...THEMES.map((theme) => ({
    name: `buttons, chips and links on ${theme} cloth`,
    part: (
      <div data-theme={theme}>
        <ClothBand>
          <div className="row">
            <Button variant="light">On cloth</Button>
            <Button variant="line">Secondary</Button>
            <Chip>Free P&amp;P</Chip>
            <a href="#link">A link on cloth</a>
          </div>
        </ClothBand>
        <div className="row">
          <Button variant="theme">Theme</Button>
          <Chip>Free P&amp;P</Chip>
          <Chip small>NEW10</Chip>
          <Swatch src="/artwork/m-wedding.svg" size="small" />
          <Swatch src="/artwork/m-babys-first-year.svg" />
          <Book3d theme={theme} title="Nell" subtitle="her first year" years="2026–27" />
        </div>
      </div>
    ),
  })),
  {
    name: "badges",
    part: (
      <div className="row">
        <Badge>Neutral</Badge>
        <Badge tone="info">Active</Badge>
        <Badge tone="good">Redeemed</Badge>
        <Badge tone="pending">Pending</Badge>
        <Badge tone="bad">Flagged</Badge>
        <Badge tone="off">Expired</Badge>
      </div>
    ),
  },
  {
    name: "banners",
    part: (
      <div className="stack stack-fill">
        <Banner tone="ok">
          <b>Week 23 entry submitted successfully!</b> That’s 20 stitches.
        </Banner>
        <Banner picture={<Ring completed={20} size={40} />}>
          We’re keeping voucher <b>K7QM-4XPD-92HR</b> safe while you sign in.
        </Banner>
        <Banner picture={<Swatch src="/artwork/m-wedding.svg" theme="celebration" size="small" />}>
          We’re keeping your <b>Wedding loop</b> while you create an account.
        </Banner>
        <Banner tone="warn" action={<a href="#undo">Undo</a>}>
          This date means <b>six catch-up weeks</b>. You can write them whenever you like.
        </Banner>
        <Banner tone="bad">
          <b>Payment failed. Please try again.</b> No money has been taken.
        </Banner>
        <Banner>Your order is on its way.</Banner>
      </div>
    ),
  },
  {
    name: "an error summary",
    part: (
      <ErrorSummary
        problems={[
          { message: "Please enter a valid UK postcode (e.g., SW1A 1AA)", field: "postcode" },
          { message: "Payment failed. Please try again." },
        ]}
      />
    ),
  },
  {
    name: "a stepper at its first step",
    part: <Stepper steps={["Theme", "Loop", "Account", "Payment", "Delivery date"]} current={1} />,
  },
  {
    name: "a stepper under way",
    part: (
      <Stepper
        label="Your order"
        steps={["Theme", { label: "Loop", href: "/loop-type" }, "Account", "Payment", "Delivery date"]}
        current={4}
      />
    ),
  },
  {
    name: "a price summary",
    part: (
      <div className="two-columns" data-theme="family">
        <TickList items={["Fifty-two weeks of questions", "One luxury hardback, titled by you"]} />
        <PriceSummary
          item={{
            name: "Baby’s First Year",
            detail: "Family loop, for yourself",
            motif: "/artwork/m-babys-first-year.svg",
            theme: "family",
          }}
          rows={[
            { label: "Loop and hardback book", amount: 6999 },
            { label: "Discount", chip: "NEW10", amount: -700 },
            { label: "UK delivery", amount: "Free" },
          ]}
          totalPence={6299}
        >
          <PostForm className="stack stack-fill">
            <div className="row">
              <TextField label="Discount code" name="discountCode" />
              <Button variant="line" name="intent" value="apply">
                Apply
              </Button>
            </div>
            <Button wide>Continue to payment</Button>
          </PostForm>
        </PriceSummary>
      </div>
    ),
  },
  {
    name: "tabs",
    part: (
      <Tabs
        label="Account sections"
        tabs={[
          { label: "Account", href: "?tab=account", current: true },
          { label: "Orders", href: "?tab=orders", count: 3 },
          { label: "Delivery", href: "?tab=delivery" },
        ]}
      />
    ),
  },
  {
    name: "a table",
    part: (
      <Table
        caption="Vouchers"
        columns={[
          { label: "Code", cell: ({ code }) => code },
          { label: "Expires", cell: ({ expires }) => expires },
          { label: "Value", numeric: true, cell: ({ pence }) => <Money pence={pence} /> },
          { label: "Actions", labelHidden: true, cell: ({ id }) => <a href={`#${id}`}>Print</a> },
        ]}
        rows={[
          { id: "1", code: "K7QM-4XPD-92HR", expires: "20 November 2027", pence: 6999 },
          { id: "2", code: "AB7M-9XPD-22HR", expires: "1 March 2027", pence: 6299 },
        ]}
      />
    ),
  },
  { name: "pages of a list", part: <Pagination page={4} pages={9} hrefOf={(page) => `?page=${page}`} /> },
  {
    name: "nothing stitched yet",
    part: (
      <EmptyState
        theme="family"
        title="You don’t have a loop yet"
        action={
          <LinkButton variant="light" href="/begin">
            Start your first loop
          </LinkButton>
        }
      >
        Choose one and start today.
      </EmptyState>
    ),
  },
  {
    name: "the loop closed",
    part: (
      <EmptyState
        theme="celebration"
        state="closed"
        title="That’s the loop closed."
        action={
          <LinkButton variant="light" href="/gift">
            Gift a loop
          </LinkButton>
        }
      >
        Fifty-two weeks, all stitched. Your book was delivered on 3 December 2027.
      </EmptyState>
    ),
  },
  {
    name: "a page that asks",
    part: (
      <DialogPage title="Delete your account?" backHref="/account-settings?tab=privacy">
        <p>Your loop, your photos and your words go with it. This can’t be undone.</p>
        <PostForm className="row">
          <Button variant="danger">Delete account</Button>
          <TextLink href="/account-settings">Keep it</TextLink>
        </PostForm>
      </DialogPage>
    ),
  },
  {
    name: "passages",
    part: (
      <Passages
        passages={[{ id: "who", heading: "Who we are", paragraphs: ["Loop prints years."], list: ["Photos", "Words"] }]}
      />
    ),
  },
  {
    name: "questions that open",
    part: (
      <Accordion
        items={[
          {
            question: "What if I miss a week?",
            answer: <p>Nothing happens. Write it whenever you like.</p>,
            open: true,
          },
        ]}
      />
    ),
  },
  {
    name: "a timeline",
    part: (
      <Timeline
        items={[
          { title: "2 Dec 2026", text: "Week one", done: true },
          { title: "2 June 2027", text: "Halfway" },
          { title: "1 Dec 2027", text: "Week fifty-two" },
          { title: "15 Dec 2027", text: "Book delivered" },
        ]}
      />
    ),
  },
  {
    name: "facts",
    part: (
      <DescriptionList
        items={[
          { name: "Order", value: "LP-10234" },
          { name: "Ordered on", value: "20 November 2026" },
        ]}
      />
    ),
  },
  {
    name: "wordmark and rings",
    part: (
      <div className="row">
        <Wordmark size="footer" />
        <Ring completed={23} size={120} label="23 of 52 weeks" />
        <Ring completed={[1, 2, 5, 9, 52]} size={64} />
        <Ring completed={0} size={64} />
        <Ring completed={52} size={40} tone="cloth" />
      </div>
    ),
  },
];

export const BOOKS: readonly Specimen[] = [
  {
    name: "a standing book",
    part: (
      <div className="row">
        <Book3d theme="celebration" title="Rosie & Tom" subtitle="our wedding year" years="2024–25" size="large" />
        <Book3d theme="pet" title="The Adventures of Biscuit and Marmalade" subtitle="a year of walks" />
      </div>
    ),
  },
  {
    name: "an open spread",
    part: (
      <Spread theme="family">
        <PhotoPage photos={[{ src: "/artwork/scene-education.svg", alt: "A child on the path to school" }]} />
        <WritingPage
          week={20}
          dates="29 October to 4 November 2026"
          highlight="Her first leaf. She tried to eat it, then gave it to the dog."
          gratitude="Grandad’s old umbrella, which still smells of his car."
          question="What did you see this week as if for the first time?"
          reflection={"Leaves, obviously. I’d stopped noticing them fall.\n\nIt didn’t matter at all."}
          title="Nell’s First Year"
        />
      </Spread>
    ),
  },
  {
    name: "the head of the dashboard",
    part: (
      <DashboardBand
        theme="family"
        isFirst
        title="Nell’s First Year"
        titleActions={
          <>
            <a href="#title">Edit title</a>
            <a href="#switch">Switch loop</a>
          </>
        }
        picture={{ src: "/artwork/pattern-family.svg", alt: "Your picture so far: 19 of 52 stitches made." }}
      >
        <BigWeek week={23} />
        <p className="lead">19 entries completed.</p>
        <LinkButton variant="light" href="#entry">
          Add this week’s entry
        </LinkButton>
        <p>You’ve missed three weeks. Write them whenever you like:</p>
        <OpenStitches weeks={[8, 15, 19].map((week) => ({ week, href: `/dashboard?week=${week}` }))} />
      </DashboardBand>
    ),
  },
  {
    name: "the entry form as an open book",
    part: (
      <div data-theme="family" className="container">
        <PostForm id="entry" encType="multipart/form-data">
          <OpenBook
            words={
              <>
                <TextArea
                  label={<span className="question">What did Nell do this week that she couldn’t do last week?</span>}
                  name="answer"
                  describedBy="answer-count"
                />
                <WordCount
                  id="answer-count"
                  field="answer"
                  count={512}
                  limit={500}
                  characters={400}
                  mostCharacters={6_000}
                />
              </>
            }
            photos={
              <FileField
                label="This week’s photo"
                name="entryPhoto"
                limits="or drop one here. JPG, PNG or HEIC, up to 10 MB"
              />
            }
            more={
              <>
                <TextField
                  label="The highlight"
                  name="highlight"
                  hint="The bit you’d tell a friend about. One line is plenty."
                />
                <TextField label="One thing you’re grateful for" name="gratitude" optional />
                <div className="row">
                  <Button variant="theme">Save week 23</Button>
                </div>
              </>
            }
          />
        </PostForm>
      </div>
    ),
  },
  {
    name: "the year",
    part: (
      <div data-theme="family">
        <div className="row">
          <h2>Your year so far</h2>
          <WeekLegend completed={19} missing={3} due upcoming={29} />
        </div>
        <WeekGrid quarters={QUARTERS} />
      </div>
    ),
  },
  {
    name: "hoops",
    part: (
      <div className="two-columns">
        <ClothBand theme="education">
          <Hoop theme="education" />
        </ClothBand>
        <ClothBand theme="pet">
          <Hoop theme="pet" />
        </ClothBand>
      </div>
    ),
  },
];

export const PAGES: readonly Specimen[] = [
  {
    name: "a shop page",
    part: (
      <Page variant="shop" theme="celebration" header={{ current: "/about" }} year={2026}>
        <ClothBand tall>
          <h1>One small stitch a week.</h1>
        </ClothBand>
      </Page>
    ),
  },
  {
    name: "the home page’s frame",
    part: (
      <Page variant="shop" header={{ current: "/" }}>
        <h1>Home</h1>
      </Page>
    ),
  },
  {
    name: "a page of somebody signed in",
    part: (
      <Page
        variant="signed-in"
        theme="family"
        header={{ signedIn: true, showsMyLoop: true, showsMyGifts: true, current: "/dashboard" }}
        notice={<Banner tone="ok">Saved.</Banner>}
      >
        <h1>Dashboard</h1>
      </Page>
    ),
  },
  {
    name: "a checkout page",
    part: (
      <Page variant="checkout" theme="family" header={{}}>
        <h1>Payment</h1>
      </Page>
    ),
  },
  {
    name: "a page to read",
    part: (
      <Page variant="reading" header={{ current: "/terms" }} ground="rag" notice={<Banner>Saved.</Banner>}>
        <h1>Terms</h1>
      </Page>
    ),
  },
];
