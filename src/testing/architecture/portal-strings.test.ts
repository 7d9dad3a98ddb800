import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import ts from "typescript6";

const root = join(import.meta.dirname, "..", "..", "..");
/** Catalogs, by name. */
const catalogs = /(^|\/)((lazy-)?strings|[\w-]+-labels|pick-locale)\.ts$|\.test\.ts$/;
/** Attributes that show their text. Those of our components are called so, too. */
const shown =
  /^(title|label|description|hint|caption|legend|placeholder|alt|aria-(label|description|placeholder|roledescription|valuetext)|noun|what|confirm|action|submit|empty|fallback)$/;
/** Names of products, keys of the keyboard, headers and errors: the same in every language. */
const names =
  /^(Caseport|URL|curl|https:\S+|Python|TypeScript|Chrome|ChromeOS|Edge|Firefox|Opera|Safari|Android|Linux|Windows|Enter|Backspace|Escape|Arrow(Up|Down|Left|Right)|Control\+(K Meta\+K|Enter Meta\+Enter)|Content-Type|Retry-After|America\/New_York|receiver\.js|case_01jc…|\/cases\/\{caseId\}|[A-Z]\w+(Error|Rejection|Credential)|Canceled|Offline)$/;
/** Samples of code, which show no sentences. */
const samples = /^(credentials\/test-calls|webhooks\/deliveries\/delivery-sample)\.ts$/;

const isShown = (text: string) => /[A-Za-z]{2}/.test(text) && !names.test(text);
const isSentence = (text: string) => /^\W*[A-Z][a-z]/.test(text) && isShown(text);

/** Texts that stand in code instead of a catalog: of an element, of an attribute, or sentences elsewhere. */
function findTexts(path: string, source: string): string[] {
  const file = ts.createSourceFile(
    path,
    source,
    ts.ScriptTarget.Latest,
    true,
    path.endsWith("x") ? ts.ScriptKind.TSX : ts.ScriptKind.TS,
  );
  const found: string[] = [];
  const walk = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) || ts.isTypeNode(node) || isData(node)) return;
    if (ts.isJsxText(node) && isShown(node.text.trim()) && !isCode(node.parent)) found.push(node.text.trim());
    if (ts.isStringLiteralLike(node) && isText(node)) found.push(node.text);
    if (ts.isTemplateExpression(node) && isSentence(node.head.text)) found.push(node.getText());
    ts.forEachChild(node, walk);
  };
  walk(file);
  return found;
}

/** A sentence, what an attribute shows, or the form of a count. */
function isText({ parent, text }: ts.StringLiteralLike): boolean {
  if (ts.isJsxAttribute(parent) && shown.test(parent.name.getText())) return isShown(text);
  return isSentence(text) || (ts.isCallExpression(parent) && parent.expression.getText() === "plural");
}

const isCode = (node: ts.Node) => ts.isJsxElement(node) && node.openingElement.tagName.getText() === "Code";

/** What is compared, and messages of errors that nobody sees. */
function isData(node: ts.Node): boolean {
  const { parent } = node;
  if (ts.isNewExpression(node)) return /^(Type)?Error$/.test(node.expression.getText());
  return ts.isStringLiteral(node) || ts.isTemplateExpression(node)
    ? (ts.isBinaryExpression(parent) && parent.operatorToken.kind === ts.SyntaxKind.EqualsEqualsEqualsToken) ||
        (ts.isCallExpression(parent) && /\.(replace|includes)$/.test(parent.expression.getText()))
    : false;
}

const list = (folder: string) =>
  readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((path) => /\.tsx?$/.test(path) && !catalogs.test(path) && !samples.test(path))
    .map((path) => ({ path, texts: findTexts(path, readFileSync(join(root, folder, path), "utf8")) }))
    .filter(({ texts }) => texts.length > 0);

test("the texts of the portal stand in catalogs", () => {
  expect([...list("src/portal"), ...list("app/(portal)")]).toEqual([]);
});

test("a text of an element, of an attribute, of a message, of a template and of a count is found; a class, a key and a name are not", () => {
  const source =
    'const a = <p title="All keys" className="Flex grid">save <b>{t.name}</b></p>; toast("Key saved."); toast(`Key ${name} saved.`); plural(2, "# key", "# keys"); if (key === "Enter" || key === "Tab out") throw new Error("Not here.");';
  expect(findTexts("screen.tsx", source)).toEqual([
    "All keys",
    "Flex grid",
    "save",
    "Key saved.",
    "`Key ${name} saved.`",
    "# key",
    "# keys",
  ]);
});
