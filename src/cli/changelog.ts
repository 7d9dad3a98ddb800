import { spawnSync } from "node:child_process";
import { relative, join } from "node:path";
import { writeFileSync } from "node:fs";
import { surfaceFile } from "../testing/conformance/openapi/list-surface.ts";
import { projectFolder } from "./run-program.ts";

// Run at a release: it needs the history, which a clone may lack, so the guide that it writes is committed (decision 0061).

/** The surface of a day. */
interface Release {
  date: string;
  version: string;
  /** Facts by what they are about: `GET /cases` and `schema Case`; each fact's value by its name. */
  subjects: Map<string, Map<string, string>>;
}

/** More changes of one operation than this are counted, and so are operations with the same change. */
const listed = 8;

function git(...words: string[]): string {
  const { status, stdout, stderr } = spawnSync("git", words, {
    cwd: projectFolder,
    encoding: "utf8",
    maxBuffer: 100_000_000,
  });
  if (status !== 0) throw new Error(stderr);
  return stdout;
}

/** The last surface of each day, oldest first. */
function readReleases(): Release[] {
  const log = git("log", "--follow", "--format=%H %cs", "--name-only", "--", relative(projectFolder, surfaceFile));
  const revisions = [...log.matchAll(/^([0-9a-f]{40}) (\S+)\n+(\S+)$/gm)].map(
    ([, hash = "", date = "", path = ""]) => ({ hash, date, path }),
  );
  const newestOfDay = new Map(revisions.toReversed().map((revision) => [revision.date, revision]));
  return [...newestOfDay.values()].map(({ hash, date, path }) => readRelease(date, git("show", `${hash}:${path}`)));
}

function readRelease(date: string, text: string): Release {
  const subjects: Release["subjects"] = new Map();
  for (const line of text.split("\n")) {
    const [, subject, fact] =
      /^((?:GET|POST|PUT|PATCH|DELETE) \S+) · (.*)$/.exec(line) ?? /^(schema \w+)\.?(.*)$/.exec(line) ?? [];
    if (subject === undefined || fact === undefined) continue;
    const name =
      /^[^:?=·]*/
        .exec(fact)?.[0]
        .trim()
        .replace(/^(operationId|tags|responses|security|\d+ headers|emits|[a-z]+-[a-z]+) .*/, "$1") ?? fact;
    subjects.set(subject, (subjects.get(subject) ?? new Map<string, string>()).set(name, fact));
  }
  return { date, version: /^version (.*)$/m.exec(text)?.[1] ?? "", subjects };
}

function describeRelease({ date, subjects }: Release, before: Release | undefined): string {
  const isOperation = (subject: string) => !subject.startsWith("schema ");
  const old = before?.subjects ?? new Map<string, Map<string, string>>();
  const added = [...subjects.keys()].filter((subject) => isOperation(subject) && !old.has(subject));
  const removed = [...old.keys()].filter((subject) => isOperation(subject) && !subjects.has(subject));
  const changes = [...subjects].flatMap(([subject, facts]) =>
    compare(old.get(subject) ?? facts, facts).map((change) => ({ subject: subject.replace(/^schema /, ""), change })),
  );
  const [wide, narrow] = partition(
    [...Map.groupBy(changes, ({ change }) => change)],
    ([, same]) => same.length > listed,
  );
  const bySubject = Map.groupBy(
    narrow.flatMap(([, same]) => same),
    ({ subject }) => subject,
  );
  const changed = [
    ...wide.map(([change, same]) => `- ${change}: ${same.length} operations and objects`),
    ...[...bySubject]
      .map(
        ([subject, own]) =>
          `- \`${subject}\`: ${own
            .slice(0, listed)
            .map(({ change }) => change)
            .join(", ")}${own.length > listed ? ` and ${own.length - listed} more` : ""}`,
      )
      .toSorted(),
  ];
  const list = (title: string, lines: readonly string[]) =>
    lines.length === 0 ? [] : [`**${title}**`, lines.join("\n")];
  const first = `The first ${added.length} operations.`;
  return [
    `### ${date}`,
    ...(before === undefined
      ? [first]
      : [...list("Added", added.map(quote)), ...list("Removed", removed.map(quote)), ...list("Changed", changed)]),
  ].join("\n\n");
}

function partition<Item>(items: readonly Item[], isFirst: (item: Item) => boolean): [Item[], Item[]] {
  return [items.filter(isFirst), items.filter((item) => !isFirst(item))];
}

const quote = (subject: string) => `- \`${subject}\``;

/** Which facts came, went or changed. */
function compare(before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): string[] {
  const came = [...after.keys()].filter((name) => !before.has(name)).map((name) => `new \`${name}\``);
  const went = [...before.keys()].filter((name) => !after.has(name)).map((name) => `without \`${name}\``);
  const other = [...after].filter(([name, fact]) => before.has(name) && before.get(name) !== fact);
  return [
    ...came,
    ...went,
    ...other.flatMap(([name, fact]) => (name === "" ? compareTypes(before.get(name) ?? "", fact) : [`\`${name}\``])),
  ];
}

/** The fact of a schema itself has no name. Of an enumeration, its values came or went. */
function compareTypes(before: string, after: string): string[] {
  const [old, now] = [before, after].map(
    (fact) => new Map([...fact.matchAll(/"[^"]*"/g)].map(([value]) => [value, ""])),
  ) as [Map<string, string>, Map<string, string>];
  const changes = compare(old, now);
  return changes.length > 0 ? changes : ["`type`"];
}

/** The guide: versions, and in each the days on which the interface changed, newest first. */
function writeChangelog(): string {
  const releases = readReleases();
  const described = releases
    .map((release, index) => ({ version: release.version, text: describeRelease(release, releases[index - 1]) }))
    .toReversed();
  const versions = [...Map.groupBy(described, ({ version }) => version)].map(([version, days]) =>
    [`## ${version}`, ...days.map(({ text }) => text)].join("\n\n"),
  );
  return `${["# Changelog", "Look up what changed in the interface, by version and day. For integrators.", "Written by `npm run changelog` from the history of the interface's surface.", ...versions].join("\n\n")}\n`;
}

writeFileSync(join(projectFolder, "src", "guides", "changelog.md"), writeChangelog());
