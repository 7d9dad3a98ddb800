import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import ts from "typescript6";
import { root } from "./sources.ts";

/**
 * Words that no text of the portal, of an email, of the reference or of a guide has, by the one that it has instead
 * (decision 0230): what one thing is called, and what writers of American product English do not write.
 */
const words: Readonly<Record<string, RegExp>> = {
  "API key":
    /\b(service account|integration key)s?\b|\bAPI credential\b|(?<!Keys and )\bcredentials? of (this|the) key\b/gi,
  "someone, no one, anyone, everyone": /\b(some|no|any|every)body\b/gi,
  "no longer": /\b(any more|no more(?= (can|is|are)\b))\b/gi,
  again: /\banew\b/gi,
  current: /\b(the|your) present\b/gi,
  "existing …": /\bthat exists?\b/gi,
  automatically: /\bby (itself|themselves)\b/gi,
  manually: /\bby hand\b/gi,
  email: /\b(a|an|the|this|these|each) mails?\b(?! server)|\bmails (are|contain|have)\b/gi,
  "select, check": /\b(un)?tick(s|ed|ing)?\b/gi,
  "waive, close": /\blet(s|ting)? (it|them) go\b|\blet go\b/gi,
  "the rule without a riddle": /\bwhoever\b|\bvouch|\bceases?\b/gi,
  "the sentence without please": /\bplease\b/gi,
  "a sentence of its own instead of a dash": /\w ?— ?\w/g,
};

const catalogs = /(^|\/)((lazy-)?strings|[\w-]+-labels)\.ts$/;
const mails = /(^|\/)(domain\.([\w-]+-)?mails|domain\.mail-texts|mails)\.ts$|^docket\/mails\/domain\.text\.ts$/;

interface Text {
  path: string;
  text: string;
}

/** The texts of a module: what is in quotes and is no name of a member, of a module or of a type. */
function listTexts(path: string, source: string): Text[] {
  const file = ts.createSourceFile(path, source, ts.ScriptTarget.Latest, true);
  const found: Text[] = [];
  const walk = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) || ts.isTypeNode(node)) return;
    if (ts.isPropertyAssignment(node)) return walk(node.initializer);
    if (ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node))
      found.push({ path, text: node.text });
    ts.forEachChild(node, walk);
  };
  walk(file);
  return found;
}

const listFiles = (folder: string, names: RegExp) =>
  readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((path) => names.test(path) && !path.endsWith(".test.ts"))
    .flatMap((path) => listTexts(join(folder, path), readFileSync(join(root, folder, path), "utf8")));

const listLines = (path: string) =>
  readFileSync(join(root, path), "utf8")
    .split("\n")
    .map((text) => ({ path, text }));

const guides = "src/guides";
const fields = `${guides}/fields.md`;
const texts = [
  ...listFiles("src/portal", catalogs),
  ...listFiles("src/areas", mails),
  ...listFiles("src/platform/identity", mails),
  ...listLines(fields),
];

/** The reference has names of its own: `service-accounts` are integration keys there, and a table has dashes. */
const { "API key": _key, "a sentence of its own instead of a dash": _dash, ...referenceWords } = words;
/** What people said, and the consent of record, whose versions do not change. */
const quoted =
  /(^|\/)(examples|fixtures)\.ts$|consent-texts\/domain\.shipped\.ts$|communications\/templates\/schema\.ts$/;
/** Sentences of the reference, of errors and of the guides; a text without a space is a name. */
const referenceTexts = [
  ...["areas", "contract", "openapi", "rpc", "http"].flatMap((folder) => listFiles(`src/${folder}`, /\.ts$/)),
  ...readdirSync(join(root, guides))
    .filter((name) => name.endsWith(".md"))
    .flatMap((name) => listLines(`${guides}/${name}`)),
].filter(({ path, text }) => /\S\s+\S/.test(text) && !quoted.test(path));

const listWords = (among: readonly Text[], left: Readonly<Record<string, RegExp>> = words) =>
  among.flatMap(({ path, text }) =>
    Object.entries(left)
      .filter(([, pattern]) => text.match(pattern) !== null)
      .map(([instead, pattern]) => `${path}: ${String(text.match(pattern))}: ${instead} (${text.slice(0, 90)})`),
  );

describe("texts that people read", () => {
  test("have one word for one thing, and plain American English", () => {
    expect(texts.length).toBeGreaterThan(3_000);
    expect(listWords(texts)).toEqual([]);
  });

  test("in the reference, in errors and in the guides are the same English", () => {
    expect(referenceTexts.length).toBeGreaterThan(10_000);
    expect(listWords(referenceTexts, referenceWords)).toEqual([]);
  });

  test("are found in catalogs, sentences with values and counts; names of members are none", () => {
    const source =
      'export const t = catalog({ nobody: "No one", a: "Wait until somebody answers.", b: (n: number) => `${n} let it go`, c: plural(2, "# mail", "The mails are sent anew") });';
    expect(listWords(listTexts("strings.ts", source))).toHaveLength(4);
  });
});
