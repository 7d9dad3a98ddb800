import { existsSync, globSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { interfaceVersion } from "../contract/interface-version.ts";
import { nameAnchor } from "../reference/anchor.ts";
import { chapters } from "../reference/chapters.ts";
import { findGuide, readGuides } from "../reference/guides.ts";
import { readPlainText } from "../reference/markdown-tree.ts";
import { apiRouter } from "../composition/router.ts";
import { readDeclarations } from "../rpc/declarations.ts";
import { configurationGuide, updateConfigurationGuide } from "../cli/routes.ts";
import { projectFolder } from "../cli/run-program.ts";

const { scripts } = JSON.parse(readFileSync(join(projectFolder, "package.json"), "utf8")) as {
  scripts: Record<string, string>;
};

test("the table of environment variables is current (else: npm run generate)", () => {
  const guide = readFileSync(configurationGuide, "utf8");
  expect(updateConfigurationGuide(guide)).toBe(guide);
});

test("every guide has a page under /docs/guides", () => {
  const files = globSync("src/guides/*.md", { cwd: projectFolder }).map((file) => basename(file, ".md"));
  // Made from the tables that the rules read.
  expect(
    readGuides()
      .map(({ slug }) => slug)
      .toSorted(),
  ).toEqual([...files, "state-machines"].toSorted());
});

test("each picture of a guide is one that a page shows, described, small, and shown at its size; none is left over", () => {
  const shown = globSync("src/guides/*.md", { cwd: projectFolder }).flatMap((file) =>
    [...readFileSync(join(projectFolder, file), "utf8").matchAll(/!\[([^\]]*)\]\(([^)]*)\)/g)].map(
      ([, words = "", path = ""]) => ({ words, path }),
    ),
  );
  expect(shown.length).toBeGreaterThan(0);
  const imports = readFileSync(join(projectFolder, "app/docs/guides/pictures.ts"), "utf8");
  for (const { words, path } of shown) {
    const picture = readFileSync(join(projectFolder, "src/guides", path));
    expect(picture.subarray(1, 4).toString(), path).toBe("PNG");
    expect(picture.length, path).toBeLessThanOrEqual(150_000);
    // Its width in pixels: of a larger one the page would show unreadable words.
    expect(picture.readUInt32BE(16), path).toBeLessThanOrEqual(1_100);
    expect(words.length, `what is to be seen in ${path}`).toBeGreaterThan(20);
    expect(imports).toContain(`/src/guides/${path}"`);
  }
  expect(
    globSync("src/guides/pictures/*", { cwd: projectFolder })
      .map((file) => `pictures/${basename(file)}`)
      .toSorted(),
  ).toEqual([...new Set(shown.map(({ path }) => path))].toSorted());
});

test("the changelog begins with the interface's version (else: npm run changelog)", () => {
  expect(/^## (.*)$/m.exec(readFileSync(join(projectFolder, "src/guides/changelog.md"), "utf8"))?.[1]).toBe(
    interfaceVersion,
  );
});

describe("the portal's help", () => {
  const forms = globSync("src/portal/**/*.tsx", { cwd: projectFolder }).map((file) => ({
    file,
    text: readFileSync(join(projectFolder, file), "utf8"),
  }));

  test("leads to paragraphs that exist", () => {
    const paragraphs = new Set(
      readGuides().flatMap(({ slug, sections }) => sections.map((section) => `${slug}#${nameAnchor(section)}`)),
    );
    const leads = forms.flatMap(({ file, text }) =>
      [...text.matchAll(/\b(?:why|at)="([^"]*)"/g)].map(([, anchor = ""]) => ({ file, anchor })),
    );
    expect(leads.length).toBeGreaterThan(50);
    expect(leads.filter(({ anchor }) => !paragraphs.has(anchor))).toEqual([]);
  });

  test("explains the fields of every form; each paragraph is about a field", () => {
    // A section, or the form that shows it, explains the fields of these; the rest are filters, values that a report prompts for, and what a person proves.
    const explained =
      /builder\/(column-item|filter-row|members|picker|value)|esign\/(case-search|templates-tab|editor\/number-field)|forms\/sender-fields|exports\/(case-choice|new-export-fields)|reports\/key-switch|form\/expiry-field|task-templates\/(pick-list|task-templates-screen|template-item|template-preview)/;
    const noForms =
      /(chips-field|filters|typed-filter|request-filters|scope-requests-screen|parameter-field|one-time-code-form|time-span-fields)\.tsx$|\/sign-in\/|\/ui\//;
    const silent = forms.filter(
      ({ file, text }) =>
        /<((Text|Textarea|OneOf|Choice|Chips)?Field|FieldGroup|Switch)\b/.test(text) &&
        !/\bwhy=["{]/.test(text) &&
        !explained.test(file) &&
        !noForms.test(file),
    );
    expect(silent.map(({ file }) => file)).toEqual([]);
    const fields = readGuides().find(({ slug }) => slug === "fields");
    const groups = new Set(
      fields?.content.flatMap((node) => (node.type === "heading" && node.depth === 2 ? [readPlainText(node)] : [])),
    );
    const unused = fields?.sections.filter(
      (section) => !groups.has(section) && !forms.some(({ text }) => text.includes(`"fields#${nameAnchor(section)}"`)),
    );
    expect(unused).toEqual([]);
  });
});

test("texts about idempotency keys name the operations that ignore them", () => {
  const ignoring = readDeclarations(apiRouter).filter(({ meta }) => meta.idempotency === "ignored");
  const paths = ignoring.map(({ meta }) => `${meta.method} ${meta.path}`).toSorted();
  expect(paths).not.toEqual([]);
  const findNamed = (text: string, words: RegExp) => {
    const sentences = text.split(/(?<=[.:;]) |\n/).filter((sentence) => words.test(sentence));
    return sentences
      .flatMap((sentence) => [...sentence.matchAll(/`([A-Z]+ \/[^`]+)`/g)].map(([, operation = ""]) => operation))
      .toSorted();
  };
  const [chapter, sync, sdk] = [
    chapters.find(({ title }) => title === "Idempotency")?.paragraphs.join("\n"),
    findGuide("sync")?.text,
    findGuide("sdk")?.text,
  ];
  expect(findNamed(readFileSync(join(projectFolder, "README.md"), "utf8"), /\bignore it\b/)).toEqual(paths);
  for (const text of [chapter, sync]) {
    expect(findNamed(text ?? "", /\bignore the header\b/)).toEqual(paths);
    const [example] = findNamed(text ?? "", /\btakes none\b/);
    expect(readDeclarations(apiRouter).find(({ meta }) => `${meta.method} ${meta.path}` === example)?.kind).toBe(
      "query",
    );
  }
  const table = sdk?.split("have no idempotency key:")[1]?.split("##")[0] ?? "";
  expect(
    [...table.matchAll(/^\| (.*?) \|/gm)]
      .flatMap(([, cell = ""]) => [...cell.matchAll(/`([\w.]+)`/g)].map(([, name]) => name))
      .toSorted(),
  ).toEqual(ignoring.map(({ name }) => name).toSorted());
});

test("the README is a quickstart of at most 200 lines", () => {
  expect(readFileSync(join(projectFolder, "README.md"), "utf8").split("\n").length).toBeLessThanOrEqual(200);
});

describe.each(["README.md", ...globSync("src/guides/*.md", { cwd: projectFolder })])("%s", (file) => {
  const text = readFileSync(join(projectFolder, file), "utf8");

  test("links to files that exist", () => {
    const targets = [...text.matchAll(/\]\((?!https?:|\/|#)([^)#]+)/g)].map(([, target = ""]) => target);
    expect(targets.filter((target) => !existsSync(join(projectFolder, dirname(file), target)))).toEqual([]);
  });

  test("names npm scripts that exist", () => {
    const named = [...text.matchAll(/npm run ([\w:-]+)/g)].map(([, name = ""]) => name);
    expect(named.filter((name) => !Object.hasOwn(scripts, name))).toEqual([]);
  });
});
