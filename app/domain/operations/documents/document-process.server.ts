import { readFileSync } from "node:fs";
import { join } from "node:path";
import { NodeCompiler } from "@myriaddreamin/typst-ts-node-compiler";
import { fitWords } from "~/domain/book/typesetting/glyph-coverage";
import { loadFonts, namesOf } from "~/domain/book/typesetting/typeface-loading.server";
import type { DocumentJob, DocumentResult } from "./documents";
import { squareOf } from "./qr-square.server";

/**
 * The process that typesets one document. It receives its job as a message, replies with the PDF and exits. The
 * typesetter can read only its own templates; the document's content reaches it as data.
 */

const TEMPLATES = join(process.cwd(), "app", "domain", "operations", "documents", "templates");
const ARTWORK = join(process.cwd(), "public", "artwork");
const PACKAGES = join(process.cwd(), "node_modules", "@expo-google-fonts", "besley");
/** The face for emphasis, beside the regular and italic of every book. */
const SEMIBOLD = "600SemiBold/Besley_600SemiBold.ttf";
/** The face of small text, as on the website, cut from its variable form at these two weights. */
const TYPEFACES = join(process.cwd(), "app", "domain", "operations", "documents", "typefaces");
const SANS = ["figtree-regular.ttf", "figtree-semibold.ttf"];
const THEMES = ["celebration", "family", "education", "pet", "classic"];

function print({ template, document }: DocumentJob): Uint8Array {
  const fonts = loadFonts(document);
  const { fitted } = fitWords(document, fonts.coverage);
  const theme = template === "voucher" && THEMES.includes(document.theme ?? "") ? document.theme : null;
  const files = [join(PACKAGES, SEMIBOLD), ...SANS.map((file) => join(TYPEFACES, file))];
  const drawing = (name: string) => readFileSync(join(ARTWORK, `${name}.svg`), "utf8");
  const compiler = NodeCompiler.create({
    workspace: TEMPLATES,
    fontArgs: [{ fontPaths: [...fonts.files, ...files] }],
    inputs: {
      details: JSON.stringify({ ...fitted, ...namesOf(fonts) }),
      wordmark: drawing("wordmark"),
      pattern: theme ? drawing(`redwork-${theme}`) : "",
      square: template === "voucher" ? squareOf(document.redeemLink) : "",
    },
  });
  const compiled = compiler.compile({ mainFilePath: join(TEMPLATES, `${template}.typ`) });
  if (compiled.result === null) {
    const error = compiled.takeError();
    throw new Error(JSON.stringify(error?.shortDiagnostics ?? "no reason given"));
  }
  return compiler.pdf(compiled.result, { pdfStandard: "a-2b" });
}

// `process.exit` could wait for ever, as in the render process of books.
process.once("disconnect", () => process.kill(process.pid, "SIGKILL"));
process.once("message", (job: DocumentJob) => {
  let result: DocumentResult;
  try {
    result = { ok: true, pdf: print(job) };
  } catch (error) {
    result = { ok: false, reason: "failed", detail: error instanceof Error ? error.message : String(error) };
  }
  process.send?.(result, undefined, undefined, () => process.disconnect?.());
});
