import { createHash } from "node:crypto";
import { readFileSync, statSync } from "node:fs";
import { NodeCompiler } from "@myriaddreamin/typst-ts-node-compiler";
import { describe, expect, it } from "vitest";
import { layoutBook } from "~/domain/book/layout/layout";
import { BOOK_COVERAGE } from "~/domain/book/typesetting/character-maps.server";
import { fontFileOf } from "~/domain/book/typesetting/typeface-files.server";
import { loadFonts } from "~/domain/book/typesetting/typeface-loading.server";
import { loop, week } from "./books/loop-on-paper";
import { openPdf, pageTexts } from "./books/pdf-reading";
import { print, workFolder } from "./books/print-photos";

/** A sentence in each script, and the face that draws it. */
const SCRIPTS = {
  "Noto Serif Bengali": "আমরা সমুদ্রের ধারে অনেক দূর হেঁটেছিলাম",
  "Noto Serif Gujarati": "અમે દરિયા કિનારે ધાર્યા કરતાં વધુ ચાલ્યા",
  "Noto Sans Gurmukhi": "ਅਸੀਂ ਸਮੁੰਦਰ ਦੇ ਕੰਢੇ ਬਹੁਤ ਦੂਰ ਤੱਕ ਤੁਰੇ",
  "Noto Serif Tamil": "நாங்கள் கடற்கரையில் அதிக தூரம் நடந்தோம்",
  "Noto Serif Telugu": "మేము అనుకున్న దానికంటే ఎక్కువ దూరం నడిచాము",
  "Noto Sans Kannada": "ನಾವು ಅಂದುಕೊಂಡಿದ್ದಕ್ಕಿಂತ ಹೆಚ್ಚು ದೂರ ನಡೆದೆವು",
  "Noto Serif Malayalam": "ഞങ്ങൾ വിചാരിച്ചതിലും കൂടുതൽ ദൂരം നടന്നു",
  "Noto Serif Sinhala": "අපි සිතුවාට වඩා දුර මුහුද දිගේ ඇවිද ගියා",
  "Noto Serif Armenian": "Մենք քայլեցինք ավելի հեռու",
  "Noto Serif Georgian": "ჩვენ უფრო შორს წავედით",
  "Noto Sans Ethiopic": "ካሰብነው በላይ ርቀን ተጓዝን፣ ማንም አልከፋውም።",
  "Noto Serif": "Chúng tôi đã đi bộ xa hơn, Ελένη, Алексей",
  "Noto Serif Devanagari": "हम समुद्र के किनारे बहुत दूर तक चले",
  "Noto Naskh Arabic": "مشينا أبعد مما كنا ننوي",
  "Noto Serif Hebrew": "הלכנו רחוק יותר ממה שתכננו",
  "Noto Sans Thai": "เราเดินไกลกว่าที่ตั้งใจไว้",
  "Noto Serif Lao": "ພວກເຮົາຍ່າງໄກກວ່າທີ່ຕັ້ງໃຈ",
  "Noto Serif Khmer": "យើងដើរឆ្ងាយជាងការគិត ស្ត្រី ក្រុម",
  "Noto Serif Myanmar": "ကျွန်တော်တို့ ရည်ရွယ်ထားတာထက် ပိုဝေးဝေး လမ်းလျှောက်ခဲ့တယ်။",
  "Cactus Classical Serif": "我们走得比原来打算的更远，佢哋喺度食嘢，臺灣的鹽",
  "BIZ UDMincho": "思ったより遠くまで、カメラと歩いた。",
  NanumMyeongjo: "우리는 생각보다 멀리 걸었다",
} as const;

const layoutOf = (answer: string) => layoutBook(loop([week(1, { photos: [], answer })]));

describe("the faces of a book", () => {
  it.each(Object.entries(SCRIPTS))(
    "draw every character that %s is for, and no other face is loaded",
    (family, text) => {
      const fonts = loadFonts(layoutOf(text));
      expect(fonts.faces.map((face) => face.family)).toContain(family);
      expect(fonts.faces.length).toBeLessThanOrEqual(3);
      for (const character of text.replace(/[\s\p{Cf}]/gu, "")) {
        expect(fonts.coverage.text(character.codePointAt(0) ?? 0), character).toBe(true);
      }
    },
  );

  it("are one where a text needs no other", () => {
    for (const layout of [layoutOf("We walked to the café."), []])
      expect(loadFonts(layout).faces.map(({ family }) => family)).toEqual(["Besley"]);
  });

  it("never draw Greek, Cyrillic or Vietnamese from a Japanese face", () => {
    const fonts = loadFonts(layoutOf("思ったより、Ελένη、Алексей、Nguyễnと歩いた。"));
    const japanese = fonts.faces.find(({ family }) => family === "BIZ UDMincho");
    for (const character of "λиễ") {
      const codePoint = character.codePointAt(0) ?? 0;
      expect(japanese?.covers?.some(([from, to]) => codePoint >= from && codePoint <= to) ?? false).toBe(false);
    }
  });

  it("draw Chinese from a Chinese face and Japanese from a Japanese one, in one book too", () => {
    const both = loadFonts(
      layoutBook(
        loop(
          ["我们走得更远", "思ったより遠くまで歩いた。"].map((answer, index) =>
            week(index + 1, { photos: [], answer }),
          ),
        ),
      ),
    );
    // In the order of the list, so that a Chinese sentence never takes a character from the Japanese face.
    expect(both.faces.map(({ family }) => family)).toEqual(["Besley", "Cactus Classical Serif", "BIZ UDMincho"]);
    const japanese = loadFonts(layoutOf("思ったより遠くまで歩いた。"));
    expect(japanese.faces.map(({ family }) => family)).toEqual(["Besley", "BIZ UDMincho"]);
    const chinese = loadFonts(layoutOf("我们走得更远"));
    expect(chinese.faces.map(({ family }) => family)).toEqual(["Besley", "Cactus Classical Serif"]);
  });

  it("draw every character that is taught in China, Taiwan and Japan", () => {
    const taught = { gb2312: [0xb0, 0xf7], big5: [0xa4, 0xc6], "euc-jp": [0xb0, 0xf4] } as const;
    for (const [encoding, [first, last]] of Object.entries(taught)) {
      const decoder = new TextDecoder(encoding);
      const characters: string[] = [];
      for (let row = first; row <= last; row += 1)
        for (let cell = 0x40; cell <= 0xfe; cell += 1) {
          const character = decoder.decode(Uint8Array.of(row, cell));
          if (/^\p{Script=Han}$/u.test(character)) characters.push(character);
        }
      expect(characters.length).toBeGreaterThan(5000);
      const draws = BOOK_COVERAGE.text;
      expect(characters.filter((character) => !draws(character.codePointAt(0) ?? 0))).toEqual([]);
    }
  });

  it("come as TrueType, unpacked where a package holds them for the web", () => {
    const file = "@fontsource/noto-serif-tamil/files/noto-serif-tamil-tamil-400-normal.woff";
    const font = readFileSync(fontFileOf(file));
    expect(font.readUInt32BE(0)).toBe(0x00010000);
    expect(font.toString("latin1")).toContain("glyf");
  });
});

describe("Chinese commas", () => {
  it.each([
    ["stand low in words from China", "妈妈说，我们走得更远。", 19],
    ["stand in the middle in words from Taiwan and Hong Kong", "媽媽說，佢哋喺度食嘢。", null],
    ["stand low where most of a book is from China", "妈妈说，我们走得更远，没有人介意。她说：臺灣。", 19],
    ["are nothing to Japanese, which has its own face", "学校で会った、思ったより遠くまで歩いた。", null],
    ["and nothing to English", "We walked further than we had meant to.", null],
  ] as const)("%s", (_, text, style) => {
    expect(loadFonts(layoutOf(text)).chineseStyle).toBe(style);
  });
});

describe("a book's own copy of a large face", () => {
  const setIn = (text: string, files: readonly string[], families: readonly string[]) => {
    const compiler = NodeCompiler.create({ fontArgs: [{ fontPaths: [...files] }] });
    const fonts = families.map((family) => JSON.stringify(family)).join(", ");
    const page = `#set document(date: none)\n#set text(font: (${fonts}), fallback: false)\n${text}`;
    const bytes = compiler.pdf({ mainFileContent: page }, { creationTimestamp: 0 });
    return createHash("sha256").update(bytes).digest("hex");
  };

  it.each([
    ["Chinese", "我们走得比原来打算的更远，佢哋喺度食嘢（臺灣的鹽）——“好”。"],
    ["Japanese", "思ったより遠くまで歩いた。「か゚」〜ＡＢＣ、ｶﾀｶﾅ。"],
    ["emoji", "We stayed 😀 \u{1F469}\u200D\u{1F467} 🇬🇧 7\uFE0F\u20E3 👍🏽"],
  ])("draws the words of the book as the whole face does, from much smaller files: %s", (_, text) => {
    const whole = loadFonts(layoutOf(text));
    const own = loadFonts(layoutOf(text), workFolder());
    const families = whole.faces.map(({ family }) => family);
    expect(setIn(text, own.files, families)).toBe(setIn(text, whole.files, families));
    const bytes = (files: readonly string[]) => files.reduce((sum, file) => sum + statSync(file).size, 0);
    expect(bytes(own.files)).toBeLessThan(bytes(whole.files) / 5 + 2_000_000);
  });

  it("is of large faces alone", () => {
    const layout = layoutOf("We walked to the café.");
    expect(loadFonts(layout, workFolder()).files).toEqual(loadFonts(layout).files);
  });

  it("is the whole face where a character has a variant, which is drawn as another character", () => {
    const text = "思った顧\u{e0100}遠い";
    const own = loadFonts(layoutOf(text), workFolder());
    expect(own.files).toEqual(loadFonts(layoutOf(text)).files);
  });
});

/** Languages of British families that share a script with another, each with letters of its own. */
const MORE_LANGUAGES = [
  "Περπατήσαμε πιο μακριά, ώσπου νύχτωσε",
  "Мы ушли дальше, чем думали, ёлки",
  "Ми пішли далі, ніж гадали, їжак і ґава",
  "ہم سوچ سے زیادہ دور تک چلے گئے، بچوں کے ساتھ ٹھنڈ میں",
  "پیاده‌روی ما از آنچه گفتیم گذشت، چای و پنیر",
  "Poszliśmy dalej, źdźbło trawy, żółć",
  "Cerddasom ymhellach, ŷd a thŵr",
  "A rìn jìnnà, ẹ̀gbọ́n mi, ọjọ́ dára",
] as const;

const SCRIPT_NAMES =
  "Latin Greek Cyrillic Armenian Georgian Hebrew Arabic Ethiopic Devanagari Bengali Gurmukhi Gujarati Tamil Telugu Kannada Malayalam Sinhala Thai Lao Khmer Myanmar Han Hiragana Katakana Hangul".split(
    " ",
  );

it("a year in 25 scripts, and in more languages, loses no character", async () => {
  const samples = [...Object.values(SCRIPTS), ...MORE_LANGUAGES];
  const inAll = SCRIPT_NAMES.filter((name) => new RegExp(`\\p{Script=${name}}`, "u").test(samples.join("")));
  expect(inAll).toHaveLength(25);
  const weeks = samples.map((text, index) =>
    week(index + 1, {
      photos: [],
      highlight: text,
      gratitude: text,
      answer: `${text}. `.repeat(3),
      title: text,
      learned: text,
    }),
  );
  const { result, outputFile } = await print(loop(weeks), new Map());
  expect(result).toMatchObject({ ok: true, warnings: [] });
  expect(result.ok && result.notes.filter(({ kind }) => kind === "lost_characters")).toEqual([]);
  const set = pageTexts(await openPdf(readFileSync(outputFile)))
    .join("")
    .replaceAll(" ", "");
  expect(set).not.toContain("[…]");
  expect(set).toContain("Ελένη");
});

it("an English question on a page from right to left keeps its question mark at its end", async () => {
  const arabic = SCRIPTS["Noto Naskh Arabic"];
  const prompt = "What are you proud of in each other that nobody else sees?";
  const entries = [
    week(1, { photos: [], highlight: arabic, gratitude: arabic, answer: `${arabic}. `.repeat(9), prompt }),
  ];
  const { result, outputFile } = await print(loop(entries), new Map());
  expect(result).toMatchObject({ ok: true });
  const texts = pageTexts(await openPdf(readFileSync(outputFile)));
  expect(texts.find((text) => text.includes("nobody"))).toContain("nobody else sees?");
});
