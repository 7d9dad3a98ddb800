import { existsSync, globSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { readGuides } from "../../app/docs/guides/guides.ts";
import { configurationGuide, updateConfigurationGuide } from "../cli/routes.ts";
import { projectFolder } from "../cli/run-program.ts";

const { scripts } = JSON.parse(readFileSync(join(projectFolder, "package.json"), "utf8")) as { scripts: Record<string, string> };

test("the table of environment variables is current (else: npm run generate)", () => {
  const guide = readFileSync(configurationGuide, "utf8");
  expect(updateConfigurationGuide(guide)).toBe(guide);
});

test("every guide has a page under /docs/guides", () => {
  const files = globSync("src/guides/*.md", { cwd: projectFolder }).map((file) => basename(file, ".md"));
  expect(readGuides().map(({ slug }) => slug).toSorted()).toEqual(files.toSorted());
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
