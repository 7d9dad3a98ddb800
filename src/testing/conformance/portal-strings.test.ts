import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import ts from "typescript6";

const root = join(import.meta.dirname, "..", "..", "..");
/** Catalogs, by name. */
const catalogs = /(^|\/)((lazy-)?strings|[\w-]+-labels|pick-locale)\.ts$|\.test\.ts$/;
/** Attributes that show their text. Those of our components are called so, too. */
const shown = /^(title|label|description|hint|caption|legend|placeholder|alt|aria-(label|description|placeholder|roledescription|valuetext)|noun|what|confirm|action|submit|empty|fallback)$/;
/** Names of products, keys of the keyboard, headers and errors: the same in every language. */
const names = /^(Caseport|URL|curl|https:\S+|Python|TypeScript|Chrome|ChromeOS|Edge|Firefox|Opera|Safari|Android|Linux|Windows|Enter|Backspace|Escape|Arrow(Up|Down)|Control\+K Meta\+K|Content-Type|Retry-After|America\/New_York|receiver\.js|case_01jc…|\/cases\/\{caseId\}|[A-Z]\w+(Error|Rejection|Credential)|Cancelled|Offline)$/;
/** Samples of code, which show no sentences. */
const samples = /^(credentials\/test-calls|webhooks\/deliveries\/delivery-sample)\.ts$/;
/**
 * Without a catalog, because they are in a first load that is at the limit of its weight (0045): the frame of every screen, *Create key*,
 * the report builder. The lists may only become shorter.
 */
const inline: Readonly<Record<string, string>> = {
  attention: "attention-items",
  credentials: "describe-assistants",
  "credentials/form": "expiry-field expiry key-sections new-key review-panel",
  "credentials/scopes": "abilities preset-choice scope-grid scope-marks scope-picker scope-presets",
  ".": "error",
  "o/[slug]/reports/[reportId]/edit": "page",
  "o/[slug]/reports/new": "page",
  palette: "palette-button",
  "reports/run": "format-value",
  "reports/builder": "about audience builder column-item columns draft filter-row filter-section filters form-schema labels members order picker screens value",
  shell: "account-menu navigation-sheet navigation no-permission offline-line organization-switcher places record-screen shell theme top-bar",
  ui: "copy-button page-header relative-time",
  "ui/feedback": "error-state query-fallback retryable skeleton",
  "ui/forms": "field why",
  "ui/overlays": "dropdown-menu toast",
};

const isShown = (text: string) => /[A-Za-z]{2}/.test(text) && !names.test(text);
const isSentence = (text: string) => /^\W*[A-Z][a-z]/.test(text) && isShown(text);

/** Texts that stand in code instead of a catalog: of an element, of an attribute, or sentences elsewhere. */
function findTexts(path: string, source: string): string[] {
  const file = ts.createSourceFile(path, source, ts.ScriptTarget.Latest, true, path.endsWith("x") ? ts.ScriptKind.TSX : ts.ScriptKind.TS);
  const found: string[] = [];
  const walk = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) || ts.isTypeNode(node) || isData(node)) return;
    if (ts.isJsxText(node) && isShown(node.text.trim()) && !isCode(node.parent)) found.push(node.text.trim());
    if (ts.isStringLiteralLike(node) && (isSentence(node.text) || (ts.isJsxAttribute(node.parent) && shown.test(node.parent.name.getText()) && isShown(node.text)))) found.push(node.text);
    if (ts.isTemplateExpression(node) && isSentence(node.head.text)) found.push(node.getText());
    ts.forEachChild(node, walk);
  };
  walk(file);
  return found;
}

const isCode = (node: ts.Node) => ts.isJsxElement(node) && node.openingElement.tagName.getText() === "Code";

/** What is compared, and messages of errors that nobody sees. */
function isData(node: ts.Node): boolean {
  const { parent } = node;
  if (ts.isNewExpression(node)) return /^(Type)?Error$/.test(node.expression.getText());
  return ts.isStringLiteral(node) || ts.isTemplateExpression(node)
    ? (ts.isBinaryExpression(parent) && parent.operatorToken.kind === ts.SyntaxKind.EqualsEqualsEqualsToken) || (ts.isCallExpression(parent) && /\.(replace|includes)$/.test(parent.expression.getText()))
    : false;
}

const list = (folder: string) =>
  readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((path) => /\.tsx?$/.test(path) && !catalogs.test(path) && !samples.test(path))
    .map((path) => ({ path, texts: findTexts(path, readFileSync(join(root, folder, path), "utf8")) }))
    .filter(({ texts }) => texts.length > 0);

test("the texts of the portal stand in catalogs, those of the lists aside", () => {
  const listed = Object.entries(inline).flatMap(([folder, files]) => files.split(" ").map((name) => join(folder, name)));
  const found = [...list("src/portal"), ...list("app/(portal)")];
  const isListed = (path: string) => listed.includes(path.replace(/\.tsx?$/, ""));
  expect(found.filter(({ path }) => !isListed(path))).toEqual([]);
  expect(listed.filter((name) => !found.some(({ path }) => path.replace(/\.tsx?$/, "") === name))).toEqual([]);
});

test("a text of an element, of an attribute, of a message and of a template is found; a class, a key and a name are not", () => {
  const source = 'const a = <p title="All keys" className="Flex grid">save <b>{t.name}</b></p>; toast("Key saved."); toast(`Key ${name} saved.`); if (key === "Enter" || key === "Tab out") throw new Error("Not here.");';
  expect(findTexts("screen.tsx", source)).toEqual(["All keys", "Flex grid", "save", "Key saved.", "`Key ${name} saved.`"]);
});
