import { describe, expect, it } from "vitest";
import { nameCorrectionForm, recipientForm } from "~/domain/backoffice/people/forms";
import { isPlainName } from "~/domain/kernel/text/plain-names";
import { registrationForm } from "~/domain/people/accounts/forms";
import { apiAddressForm, deliveryAddressForm } from "~/domain/people/addresses/forms";
import { invitationForm, newAccountForm } from "~/domain/people/staff/forms";
import { generateForm, givingForm } from "~/domain/shop/vouchers/forms";

describe("a name", () => {
  it.each([
    ...["J.R. Smith", "J.R.R. Tolkien", "j.r. smith", "St. John", "St.John", "Mary-Jo O'Neil", "Mary-Jo O’Neil"],
    ...["Dr.Who", "Dr. Who", "Dr.Ng", "J.Li", "J.Page", "Mr.No", "Sammy Davis Jr.", "Martin Luther King, Jr.", "Ph.D."],
    ...["Ann Moss M.A.", "B.Sc", "O.B.E.", "d’Arcy", "Van der Berg", "Elizabeth.Jones", "Elizabeth.", "Page"],
    ...["Wwwyn", "Prudence Com", "Com. Smith", "Netta Org", "李小龍", "山田 太郎", "山田。太郎", "Иван Иванов"],
    ...["И.И. Иванов", "محمد", "علی‌رضا", "Γ. Παπαδόπουλος", "Zoë", "Zoe\u0308", "Ł. Żak", "Ke$ha", "Ann & Bob"],
    ...[
      "Granny",
      "Grandma + Grandpa",
      "Mum/Dad",
      "Class 4B 2026",
      "Ann 1926-1930",
      "X Æ A-12",
      "Nº 5",
      "ﬁona",
      "🎂",
      "",
    ],
  ])("may be %s", (name) => {
    expect(isPlainName(name)).toBe(true);
  });

  it.each([
    ...[
      "https://prize.example",
      "Xq7.Cc",
      "Ab1.Io",
      "Abc.Co.Uk",
      "Abc.Com.Au",
      "://",
      "You won £500",
      "You won ￡500",
      "You won ₤500",
      "ann@example.com",
      "ann＠x",
    ],
    ...[
      "www.loops",
      "WWW.loops",
      "ｗｗｗ．loops",
      "www2.loops",
      "see www.loops now",
      "evil.com",
      "Evil.Com",
      "evil.com.",
    ],
    ...["evil.com/claim", "evil.com:80", "evil.com,", "x.com", "go.to/claim", "bit.ly/2x", "t.co/a", "T.Co/a"],
    ...[
      "loop-prize.co.uk",
      "loop-prize.uk",
      "prize.loop.co",
      "LOOP-PRIZE.UK",
      "wa.me",
      "evil.shop",
      "evil.xyz",
      "Loop.Page",
      "t.me",
    ],
    ...["claim at evil.com", "evil．com", "evil。com", "evil｡com", "ev\u200bil.c\u00adom", "evil.com⁄claim"],
    ...["xn--80ak6aa92e.com", "xn--p1ai", "приз.рф", "192.168.1.1", "evil.example", "evil.money?x"],
    ...["evil.ltd", "Evil.Ltd", "pay.lol", "loop.vouchers", "evil.museum", "evil.c\u043em", "evil.зон"],
    ...["evil\u034f.com", "evil.c\ufe0fom", "evil.\u3164com", "evil\u0332.com", "www\u0332.loops"],
    ...["Call 0800 123 4567", "Ring 02079460000 now", "+44 (0)20-7946-0000", "0８００ １２３ ４５６７"],
    ...["٠٨٠٠١٢٣٤٥٦٧", "€500 waiting", "You won $ 500", "500₹"],
  ])("can’t be %s", (name) => {
    expect(isPlainName(name)).toBe(false);
  });

  it("is read quickly, however long", () => {
    const started = performance.now();
    for (const long of ["a.".repeat(50_000), "www".repeat(30_000), "a-".repeat(50_000), "1.".repeat(50_000)])
      isPlainName(long);
    expect(performance.now() - started).toBeLessThan(2_000);
  });
});

it.each([
  ["registering", registrationForm, ["firstName", "lastName"]],
  ["an address", deliveryAddressForm, ["firstName", "lastName"]],
  ["an address of a program", apiAddressForm, ["firstName", "lastName"]],
  ["a gift", givingForm, ["recipientName", "giverName"]],
  ["a gift that staff correct", recipientForm, ["recipientName"]],
  ["a name that staff correct", nameCorrectionForm, ["firstName", "lastName"]],
  ["an account that staff open", newAccountForm, ["firstName", "lastName"]],
  ["a colleague", invitationForm, ["name"]],
  ["vouchers of staff", generateForm, ["recipientName"]],
])("%s has this rule in each of its names", (_, form, fields) => {
  const read = form.safeParse(Object.fromEntries(fields.map((field) => [field, "evil.com/claim"])));
  const problems = (read.error?.issues ?? []).filter(({ message }) => message.includes("web address"));
  expect(problems.map(({ path }) => path.join("."))).toEqual(fields);
});
