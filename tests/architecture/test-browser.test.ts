import { parse } from "node-html-parser";
import { describe, expect, it } from "vitest";
import { faultsOf } from "../screens/support/markup";
import { CookieJar } from "../support/cookie-jar";
import { type Fillings, fillForm, findForm } from "../support/html-form";
import { TestResponse } from "../support/test-response";
import { encodeForm, encodeMultipart, Visitor } from "../support/visitor";

/** The screen tests use a small browser of their own; what it sends and reads is tested here. */

const FORM = `
  <form method="post" enctype="multipart/form-data" action="/save?week=3">
    <input type="hidden" name="csrf" value="a&amp;b">
    <label for="name">Your name <span> (optional)</span></label><input id="name" name="name" value="Ann">
    <label for="text">Words</label><textarea id="text" name="text">
one &lt;two&gt;</textarea>
    <label for="month">Month</label>
    <select id="month" name="month"><option value="">Choose</option><option value="12" selected>December</option></select>
    <input type="checkbox" name="news" id="news" checked><label for="news">Send news</label>
    <input type="checkbox" name="terms" id="terms" value="yes"><label for="terms">I accept</label>
    <fieldset><legend>Thread</legend>
      <label><input type="radio" name="thread" value="red" checked>Red</label>
      <label><input type="radio" name="thread" value="gold">Gold</label>
    </fieldset>
    <input type="file" name="photo" id="photo"><input name="off" value="1" disabled>
    <fieldset disabled><input name="locked" value="1"></fieldset>
    <button name="intent" value="save">Save</button><button name="intent" value="drop">Remove</button>
    <button type="button" name="script" value="1">Preview</button>
  </form>
  <form action="/find"><input name="q"><button>Find</button></form>
  <form id="far" method="post"></form><input form="far" name="outside" value="in"><button form="far">Go far</button>`;

function sentBy(button: string, fillings: Fillings = {}) {
  const root = parse(FORM);
  const found = findForm(root, button);
  return fillForm(root, found.form, found.button, fillings);
}

const entriesOf = (button: string, fillings?: Fillings) =>
  sentBy(button, fillings).entries.map(([name, value]) => [name, typeof value === "string" ? value : value.name]);

describe("a form that is sent unchanged", () => {
  it("sends hidden fields, defaults and the button that was pressed, and nothing that is switched off", () => {
    expect(entriesOf("Save")).toEqual([
      ["csrf", "a&b"],
      ["name", "Ann"],
      ["text", "one <two>"],
      ["month", "12"],
      ["news", "on"],
      ["thread", "red"],
      ["photo", ""],
      ["intent", "save"],
    ]);
    expect(sentBy("Save")).toMatchObject({ method: "POST", action: "/save?week=3", isMultipart: true });
  });

  it("asks by GET unless it says otherwise, and includes controls outside that name it", () => {
    expect(sentBy("Find")).toMatchObject({ method: "GET", action: "/find", entries: [["q", ""]] });
    expect(entriesOf("Go far")).toEqual([["outside", "in"]]);
  });
});

describe("a form that is filled in", () => {
  it("by label, by legend or by name", () => {
    const sent = entriesOf("Remove", {
      "Your name": "Bea",
      text: "first\nsecond",
      Month: "",
      "Send news": false,
      "I accept": true,
      Thread: "Gold",
      photo: new File(["x"], "cat.jpg"),
    });
    expect(sent).toEqual([
      ["csrf", "a&b"],
      ["name", "Bea"],
      ["text", "first\r\nsecond"],
      ["month", ""],
      ["terms", "yes"],
      ["thread", "gold"],
      ["photo", "cat.jpg"],
      ["intent", "drop"],
    ]);
  });

  it.each([
    ["a field", "Save", { Surname: "Bea" }, "no field"],
    ["a field that is switched off", "Save", { off: "2" }, "no field"],
    ["an option", "Save", { Month: "June" }, "no option"],
    ["a choice", "Save", { Thread: "Blue" }, "no choice"],
    ["a button", "Delete", {}, "There are: Save, Remove, Find, Go far"],
    ["a button that needs a script", "Preview", {}, "no button"],
  ])("%s that the page does not offer cannot be used", (_, button, fillings, words) => {
    expect(() => sentBy(button, fillings)).toThrow(words);
  });
});

describe("what is put on the way", () => {
  it("is encoded as browsers do", async () => {
    expect(encodeForm([["a b", "ü&="]]).body).toBe("a+b=%C3%BC%26%3D");
    const { body, contentType } = await encodeMultipart([
      ["words", "ü"],
      ["photo", new File(["jpeg"], "cat.jpg", { type: "image/jpeg" })],
    ]);
    const read = await new Response(body, { headers: { "Content-Type": contentType } }).formData();
    expect(read.get("words")).toBe("ü");
    expect(read.get("photo")).toMatchObject({ name: "cat.jpg", type: "image/jpeg", size: 4 });
  });
});

describe("cookies", () => {
  it("are stored, replaced and forgotten as the server says", () => {
    const jar = new CookieJar();
    for (const line of ["a=1; Path=/; HttpOnly", "b=2; Max-Age=60", "a=3=4; SameSite=Lax"]) jar.keep(line);
    expect(jar.header()).toBe("a=3=4; b=2");
    jar.keep("a=; Max-Age=0");
    jar.keep("b=; Expires=Thu, 01 Jan 1970 00:00:00 GMT");
    expect(jar.header()).toBeUndefined();
  });
});

/** A server with a few fixed responses that records its requests. */
function visitorOf(responses: Record<string, { status?: number; headers?: Record<string, string>; body?: string }>) {
  const requests: Request[] = [];
  const visitor = new Visitor(
    {
      origin: "https://loop.example",
      async ask(request) {
        requests.push(new Request(request.url, request));
        const { pathname, search } = request.url;
        const { status = 200, headers = {}, body = "" } = responses[pathname + search] ?? { status: 404 };
        return new Response(body, { status, headers });
      },
    },
    "192.0.2.1",
  );
  return { visitor, requests };
}

describe("a visitor", () => {
  it("follows where a form leads, with the cookie it was given and without sending the form again", async () => {
    const { visitor, requests } = visitorOf({
      "/": { body: FORM },
      "/save?week=3": { status: 303, headers: { Location: "/done", "Set-Cookie": "seen=1" } },
      "/done": { body: "<h1>Done</h1>" },
    });
    await visitor.visit("/");
    const page = await visitor.submit("Save");
    expect([page.path, page.heading, visitor.page]).toEqual(["/done", "Done", page]);
    expect(page.redirects).toEqual([{ status: 303, location: "/done" }]);
    const [first, form, last] = requests.map(({ method, headers }) => ({ method, headers }));
    expect(first?.headers.get("sec-fetch-site")).toBe("none");
    expect(form?.method).toBe("POST");
    expect(form?.headers.get("origin")).toBe("https://loop.example");
    expect(form?.headers.get("host")).toBe("loop.example");
    expect(form?.headers.get("sec-fetch-site")).toBe("same-origin");
    expect(Number(form?.headers.get("content-length"))).toBeGreaterThan(100);
    expect([last?.method, last?.headers.get("cookie"), last?.headers.get("origin")]).toEqual(["GET", "seen=1", null]);
  });

  it("sends a form again where a redirect asks for it, and stops before another host", async () => {
    const { visitor, requests } = visitorOf({
      "/": { body: FORM },
      "/save?week=3": { status: 307, headers: { Location: "/elsewhere" } },
      "/elsewhere": { status: 303, headers: { Location: "https://cards.example/pay" } },
    });
    await visitor.visit("/");
    const page = await visitor.submit("Save");
    expect([page.status, page.location]).toEqual([303, "https://cards.example/pay"]);
    expect(requests.map(({ method }) => method)).toEqual(["GET", "POST", "POST"]);
  });

  it("puts what a GET form asks into the address, and does not walk in circles for ever", async () => {
    const { visitor, requests } = visitorOf({
      "/": { body: FORM },
      "/find?q=two+words": { status: 302, headers: { Location: "/find?q=two+words" } },
    });
    await visitor.visit("/");
    await expect(visitor.submit("Find", { q: "two words" })).rejects.toThrow("circle");
    expect(requests.length).toBeLessThan(20);
  });
});

describe("a page", () => {
  const page = (body: string) => new TestResponse("/form", 422, new Headers(), Buffer.from(body));

  it("is read as a person reads it", () => {
    const text = page(`<title>T</title><body><h1>A  <em>year</em></h1><p hidden>no</p><script>no</script>
      <noscript><p>without</p></noscript><template>no</template></body>`);
    expect(text.heading).toBe("A year");
    expect(text.text()).toBe("A year without");
  });

  it("says what is wrong on top and at each field", () => {
    const wrong = page(`<div class="error-summary"><ul><li><a href="#email">Please enter it</a></li></ul></div>
      <form><label for="email">Email address</label><p id="email-hint">As on the email</p>
      <p id="email-error"><span>Error: </span>Please enter it</p>
      <input id="email" name="email" value="x@" aria-invalid="true" aria-describedby="email-hint email-error"></form>`);
    expect(wrong.errorSummary()).toEqual(["Please enter it"]);
    expect(wrong.field("Email address")).toMatchObject({
      value: "x@",
      isWrong: true,
      error: "Please enter it",
      hint: "As on the email",
    });
    expect(() => wrong.field("Surname")).toThrow("no field");
  });

  it.each([
    ["a style", '<p style="color: red">Red</p>'],
    ["a style or a handler", '<a href="/" onclick="go()">Go</a>'],
    ["an address that is a script", '<a href="javascript:go()">Go</a>'],
    ["an id twice", '<p id="a">One</p><p id="a">Two</p>'],
    ["a reference to an id that is not there", '<label for="gone">Name</label>'],
    ["a field without a label", '<input name="name" id="name">'],
    ["a field without a label", '<label for="name"> </label><input name="name" id="name">'],
    ["a picture that says neither", '<img src="/a.png">'],
    ["a link or button without words", '<a href="/"></a>'],
    ["a form that posts without the visitor’s token", '<form method="post"><button>Go</button></form>'],
    ["a form that posts without", '<form method="post"><input type="hidden" name="csrf" value=""></form>'],
    ["a class that no style sheet draws: no-such-class", '<p class="no-such-class">Plain</p>'],
  ])("is seen to have %s", (fault, body) => {
    const headers = new Headers({ "Content-Type": "text/html" });
    const faults = faultsOf(new TestResponse("/form", 200, headers, Buffer.from(body)));
    expect(faults).toEqual([expect.stringContaining(fault)]);
  });
});
