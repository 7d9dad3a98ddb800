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
  expect(new Set(rows.map(([, , state]) => state))).toEqual(
    new Set(["yes", "by design", "operator", "open", "not applicable"]),
  );
  expect(rows.flatMap(([, requirements = ""]) => requirements.split(", ")).toSorted()).toEqual(
    listRequirements().toSorted(),
  );
});

/**
 * What a guide names and is not there: files of tests, or the names of tests or of rows of their tables. Comments do
 * not count.
 */
function listMissing(text: string): string[] {
  const named = [...text.matchAll(/`([\w./-]+\.ts)`((?:[:,] "[^"]+")*)/g)].flatMap(([, file = "", names = ""]) =>
    ["", ...[...names.matchAll(/"([^"]+)"/g)].map(([, name = ""]) => name)].map((name) => ({ file, name })),
  );
  return named.flatMap(({ file, name }) => {
    const path = join(projectFolder, "src", file);
    const code = existsSync(path) ? readFileSync(path, "utf8").replaceAll(/\/\*[^]*?\*\/|^\s*\/\/.*$/gm, "") : null;
    return code?.includes(name) === true ? [] : [`${file}: ${name}`];
  });
}

test("the guide names tests that exist", () => {
  expect(guide.match(/`[\w./-]+\.ts`/g)?.length).toBeGreaterThan(80);
  expect(listMissing(guide)).toEqual([]);
});

test("a file, a name and a comment that are no test are found", () => {
  expect(listMissing('`guides/guides.test.ts`: "links to files that exist", "a test that is not there"')).toHaveLength(
    1,
  );
  expect(
    listMissing(
      '`testing/none.test.ts`; `testing/webhooks/soak.test.ts`: "no such test"; `testing/webhooks/soak.test.ts`: "Verifies with both official libraries"',
    ),
  ).toHaveLength(3);
  expect(listMissing('`guides/security.test.ts`: "the guide names tests that exist"')).toEqual([]);
});

test("the guide has each technical safeguard of HIPAA", () => {
  const safeguards = ["a1", "a2i", "a2ii", "a2iii", "a2iv", "b", "c1", "c2", "d", "e1", "e2i", "e2ii"];
  expect([...guide.matchAll(/^\| (\([a-e]\)\S*) /gm)].map(([, name = ""]) => name.replaceAll(/[()]/g, ""))).toEqual(
    safeguards,
  );
});

test("a requirement that is met by a test names it", () => {
  const unnamed = guide
    .split("\n")
    .filter((line) => /^\| \d[\d., ]* \| yes \|/.test(line) && !/`[\w./-]+\.ts`/.test(line));
  expect(unnamed).toEqual([]);
});
