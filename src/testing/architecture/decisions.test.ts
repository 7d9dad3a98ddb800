import { readFileSync, readdirSync } from "node:fs";
import { join, relative } from "node:path";
import { describe, expect, test } from "vitest";
import { root } from "./sources.ts";

/** Notes in src/decisions: what cites them finds them, and the index has each. */
const folder = join(root, "src", "decisions");
const notes = readdirSync(folder)
  .filter((name) => /^\d{4}-.*\.md$/.test(name))
  .toSorted();
const numbers = new Set(notes.map((name) => name.slice(0, 4)));

const listTexts = (from: string) =>
  readdirSync(join(root, from), { recursive: true, withFileTypes: true })
    .filter(
      (entry) =>
        entry.isFile() &&
        /\.(tsx?|mjs|cjs|md|sql|prisma|sh|c)$/.test(entry.name) &&
        !entry.parentPath.includes(join("prisma", "generated")),
    )
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => ({ path: relative(root, path), text: readFileSync(path, "utf8") }));

/** What notes write in backticks, line by line: a triple backtick would pair with the wrong one. */
const findCode = (text: string) => [...text.matchAll(/`([^`\n]+)`/g)].map(([, code = ""]) => code);

/** Names of other software, and of what we had or do not have. */
const foreignNames = new Set(["pg_ctl", "structuredContent", "burstWhenBatchFull", "ZipInputStream"]);

/** `src/http/server.ts`, `store.*.ts`, `testing/crash`: a path, or its end. */
function isPath(code: string): boolean {
  if (!/^[\w.@*-]+(?:\/[\w.@*-]+)*\/?$/.test(code)) return false;
  return /\w\.(?:tsx?|mjs|cjs|md|sql|prisma|sh|c)$/.test(code) || /^(?:src|testing|platform|areas)\//.test(code);
}

/** Our names have a capital in them: a word of one case may be anybody's. */
const isIdentifier = (code: string) => /^[a-z]+[A-Z]\w*(?:\(\))?$/.test(code);

/** `decision 0023`, `Decisions 0151, 0152 and 0153`, `src/decisions/0002-…`, and a comment's `(0074)` or `(0074, 0092)`. */
function findCitations(text: string): string[] {
  const named = [...text.matchAll(/\bdecisions?[ /]((?:0\d{3})(?:(?:, | and )0\d{3})*)\b/gi)];
  const bare = [...text.matchAll(/(?<=[\s`])\((0\d{3}(?:, 0\d{3})*)\)/g)];
  return [...named, ...bare].flatMap(([, cited = ""]) => cited.match(/0\d{3}/g) ?? []);
}

describe("decisions", () => {
  const texts = notes.map((name) => ({ name, text: readFileSync(join(folder, name), "utf8") }));

  test("name files and folders that exist", () => {
    const places = ["src", "app", "e2e", "prisma", "findings"].flatMap((from) =>
      readdirSync(join(root, from), { recursive: true, encoding: "utf8" }).map((path) => `${from}/${path}`),
    );
    const exists = (path: string) => {
      const escaped = path.replace(/\/$/, "").replaceAll(".", "\\.").replaceAll("*", "[^/]*");
      const pattern = new RegExp(`(^|/)${escaped}$`);
      return places.some((place) => pattern.test(place));
    };
    const named = texts.flatMap(({ name, text }) =>
      findCode(text)
        .filter(isPath)
        .map((path) => ({ name, path })),
    );
    expect(named.length).toBeGreaterThan(100);
    expect(named.filter(({ path }) => !exists(path))).toEqual([]);
  });

  test("name identifiers that exist", () => {
    const ours = new Set(
      ["src", "prisma", "app", "e2e"]
        .flatMap(listTexts)
        .filter(({ path }) => !path.startsWith(join("src", "decisions")))
        .flatMap(({ text }) => text.match(/[A-Za-z_]\w*/g) ?? []),
    );
    const named = texts.flatMap(({ name, text }) =>
      findCode(text)
        .filter(isIdentifier)
        .map((code) => ({ name, identifier: code.replace("()", "") })),
    );
    expect(named.length).toBeGreaterThan(100);
    expect(named.filter(({ identifier }) => !ours.has(identifier) && !foreignNames.has(identifier))).toEqual([]);
  });

  test("that are cited exist", () => {
    const cited = ["src", "prisma", "app"]
      .flatMap(listTexts)
      .flatMap(({ path, text }) => findCitations(text).map((number) => `${path}: ${number}`));
    expect(cited.length).toBeGreaterThan(100);
    expect(cited.filter((each) => !numbers.has(each.slice(-4)))).toEqual([]);
  });

  test("are cited in these forms", () => {
    const text =
      "see decision 0002, src/decisions/0004-x.md; decisions 0151, 0152 and 0153. It waits (0007) or not (0008, 0009); f(0099999), 555-0100, Decision 0010";
    expect(findCitations(text)).toEqual(["0002", "0004", "0151", "0152", "0153", "0010", "0007", "0008", "0009"]);
  });

  test("have a number of their own, a heading with it, a text, and one line in the index", () => {
    expect(numbers.size).toBe(notes.length);
    expect(
      texts
        .filter(({ name, text }) => !text.startsWith(`# ${name.slice(0, 4)}`) || text.length < 300)
        .map(({ name }) => name),
    ).toEqual([]);
    const lines = readFileSync(join(folder, "README.md"), "utf8")
      .split("\n")
      .filter((line) => line.startsWith("- "));
    expect(lines.map((line) => /^- \[(\d{4})\]\((\S+)\) \S/.exec(line)?.[2] ?? line).toSorted()).toEqual(notes);
    expect(lines.filter((line) => line.slice(3, 7) !== /\((\d{4})/.exec(line)?.[1])).toEqual([]);
  });
});
