import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { describe, expect, test } from "vitest";
import { root, sources, type Source } from "./sources.ts";

/** British forms. `aria-labelledby` and `scslre`'s `analyse` are other people's names. */
const british = new RegExp(
  [
    String.raw`\w*(?:colour|behaviour|favour|honour|labour|neighbour|flavour|harbour|humour)\w*`,
    String.raw`\w*(?:organ|recogn|normal|summar|author|initial|serial|optim|minim|maxim)is(?:e[drs]?|ers|ing|ations?)`,
    String.raw`\w*(?:synchron|categor|priorit|custom|standard|token|final|special|general|local)is(?:e[drs]?|ers|ing|ations?)`,
    String.raw`(?:catalogu|dialogu|analogu|centr)es?`,
    String.raw`(?:metre|litre|fibre|theatre|licence|defence|offence|pretence|programme|cheque|artefact)s?`,
    String.raw`(?:labell|travell|modell|signall|totall|fuell)(?:ed|ing)`,
    String.raw`(?:judge|acknowledge)ment`,
    String.raw`(?:mis)?spelt|learnt|burnt|dreamt|whilst|amongst|towards|fulfils?|enrols?|storey|tyre|ageing|practise\w*`,
  ].join("|"),
  "gi",
);
const words = new RegExp(String.raw`(?<![\w-])(?:${british.source})(?!\w)`, "gi");

/**
 * The status is `cancelled` on the wire, in columns and in events; a sentence says "canceled". A word before it, and
 * none of the marks of code after it, make it part of a sentence.
 */
const cancelledInSentence = /(?<=\b(?!const |let )[a-z]+ )cancell(?:ed|ing)\b(?!['"`\w\])}:=]| =)/gi;

/** Names of places, sent values and unknown members that tests send. */
const allowed: Readonly<Record<string, readonly string[]>> = {
  "src/contract/values/time-zones.ts": ["coral_harbour"],
  "src/areas/documents/uploads/api.test.ts": ["colour"],
  "src/cli/doctor/doctor.test.ts": ["colour"],
};

const markdown: readonly Source[] = ["src", "findings"]
  .flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: "utf8" }).map((path) => join(folder, path)),
  )
  .concat("README.md")
  .filter((path) => path.endsWith(".md"))
  .map((path) => ({ path: relative(root, join(root, path)), text: readFileSync(join(root, path), "utf8") }));

const ownName = join("src", "testing", "architecture", "spelling.test.ts");

function listBritish({ path, text }: Source): string[] {
  const found = (text.replaceAll(/([a-z])(?=[A-Z])/g, "$1 ").match(words) ?? []).map((word) => word.toLowerCase());
  return found.filter((word) => allowed[path]?.includes(word) !== true).map((word) => `${path}: ${word}`);
}

describe("American spelling", () => {
  test("of names, comments and texts", () => {
    const files = [...sources, ...markdown].filter(({ path }) => path !== ownName);
    expect(files.length).toBeGreaterThan(1_000);
    expect(files.flatMap(listBritish)).toEqual([]);
  });

  test("of what is canceled, in sentences", () => {
    const files = [...sources, ...markdown].filter(({ path }) => !path.endsWith(".test.ts"));
    const found = files.flatMap(({ path, text }) =>
      text
        .split("\n")
        .flatMap((line, index) => (line.match(cancelledInSentence) === null ? [] : [`${path}:${index + 1}`])),
    );
    // Error messages of the API name the status.
    expect(found.filter((place) => !/^src\/areas\/(bulk|tasks\/applications)\/domain/.test(place))).toEqual([]);
  });

  test("finds what it looks for", () => {
    expect(listBritish({ path: "a.md", text: "The colours of a catalogue; optimistic, labelledby, recolour" })).toEqual(
      ["a.md: colours", "a.md: catalogue", "a.md: recolour"],
    );
    expect("It was cancelled. `cancelled`, status 'cancelled', const cancelled = 1".match(cancelledInSentence)).toEqual(
      ["cancelled"],
    );
  });
});
