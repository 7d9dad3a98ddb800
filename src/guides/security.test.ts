import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { projectFolder } from "../cli/run-program.ts";

const guide = readFileSync(join(projectFolder, "src/guides/security.md"), "utf8");

/** The requirements of levels 1 and 2 by section. Source: OWASP ASVS 5.0.0. */
const sections = `
  1.1: 1-2; 1.2: 1-9; 1.3: 1-11; 1.4: 1-3; 1.5: 1-2; 2.1: 1-3; 2.2: 1-3; 2.3: 1-4; 2.4: 1; 3.2: 1-2; 3.3: 1-4; 3.4: 1-6; 3.5: 1-5;
  3.7: 1-2; 4.1: 1-3; 4.2: 1; 4.3: 1-2; 4.4: 1-4; 5.1: 1; 5.2: 1-3; 5.3: 1-2; 5.4: 1-3; 6.1: 1-3; 6.2: 1-12; 6.3: 1-4; 6.4: 1-4; 6.5: 1-5;
  6.6: 1-3; 6.8: 1-4; 7.1: 1-3; 7.2: 1-4; 7.3: 1-2; 7.4: 1-5; 7.5: 1-2; 7.6: 1-2; 8.1: 1-2; 8.2: 1-3; 8.3: 1; 8.4: 1; 9.1: 1-3; 9.2: 1-4;
  10.1: 1-2; 10.2: 1-2; 10.3: 1-4; 10.4: 1-11; 10.5: 1-5; 10.6: 1-2; 10.7: 1-3; 11.1: 1-2; 11.2: 1-3; 11.3: 1-3; 11.4: 1-4; 11.5: 1;
  11.6: 1; 12.1: 1-3; 12.2: 1-2; 12.3: 1-4; 13.1: 1; 13.2: 1-5; 13.3: 1-2; 13.4: 1-5; 14.1: 1-2; 14.2: 1-4; 14.3: 1-3; 15.1: 1-3;
  15.2: 1-3; 15.3: 1-7; 16.1: 1; 16.2: 1-5; 16.3: 1-4; 16.4: 1-3; 16.5: 1-3; 17.1: 1; 17.2: 1-4; 17.3: 1-2`;

function listRequirements(): string[] {
  return sections.split(";").flatMap((section) => {
    const [name = "", ranges = ""] = section.trim().split(": ");
    return ranges.split(",").flatMap((range) => {
      const [first = 0, last = first] = range.split("-").map(Number);
      return Array.from({ length: last - first + 1 }, (_, place) => `${name}.${first + place}`);
    });
  });
}

test("the guide has each requirement of the standard once", () => {
  const rows = [...guide.matchAll(/^\| (\d[\d., ]*) \| (\S[^|]*) \| \S/gm)];
  expect(new Set(rows.map(([, , state]) => state))).toEqual(new Set(["yes", "by design", "operator", "open", "not applicable"]));
  expect(rows.flatMap(([, requirements = ""]) => requirements.split(", ")).toSorted()).toEqual(listRequirements().toSorted());
});

test("the guide names tests that exist", () => {
  const named = [...guide.matchAll(/`([\w./-]+\.ts)`(?:: "([^"]+)")?/g)].map(([, file = "", name = ""]) => ({ file: join(projectFolder, "src", file), name }));
  expect(named.length).toBeGreaterThan(80);
  expect(named.filter(({ file, name }) => !existsSync(file) || !readFileSync(file, "utf8").includes(name))).toEqual([]);
});

test("a requirement that is met by a test names it", () => {
  const unnamed = guide.split("\n").filter((line) => /^\| \d[\d., ]* \| yes \|/.test(line) && !/`[\w./-]+\.ts`/.test(line));
  expect(unnamed).toEqual([]);
});
