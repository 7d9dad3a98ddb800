import { importFields, type ImportField, type ImportKind } from "./domain.fields.ts";
import { importSources, type ImportSource } from "./domain.sources.ts";

/** A column of a file, and the field that it fills; null for a column that is left out. */
export interface MappedColumn {
  /** The place in the row, from 0. */
  index: number;
  /** As the file has it; a repeated name is followed by its number. */
  name: string;
  field: string | null;
}

/** The column that the file of rejected rows has besides those of the import's file. */
export const reasonColumn = "Rejected because";

/** A column's name in letters and digits alone: `First_Name` is `firstname`. */
export const reduceName = (name: string): string => name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, "");

/** The names of a file's columns, each once. */
export function nameColumns(header: readonly string[]): string[] {
  const seen = new Map<string, number>();
  return header.map((cell, index) => {
    const name = cell.replaceAll(/\s+/gu, " ").slice(0, 200) || `Column ${index + 1}`;
    const count = (seen.get(name) ?? 0) + 1;
    seen.set(name, count);
    return count === 1 ? name : `${name} (${count})`;
  });
}

/** Which program wrote a file, by the names of its columns. */
export function detectSource(names: readonly string[]): ImportSource {
  const reduced = new Set(names.map(reduceName));
  const found = Object.entries(importSources).find(([, { unmistakable }]) =>
    unmistakable.some((name) => reduced.has(name)),
  );
  return found === undefined ? "other" : (found[0] as ImportSource);
}

/** Names of columns that only a file of this kind has, so that they decide between kinds. */
const telling: Readonly<Record<ImportKind, RegExp>> = {
  cases:
    /^(?:matter|case|project)(?:name|type|status|stage|number)$|incident|dateofloss|statute|^customnumber$|^projectexternalid$/u,
  tasks: /^(?:task|taskname|due|dueon|duedate|dueat|assignee|assignedto|priority)$/u,
  notes: /^(?:body|note|notebody|notetype|notesubject|notedate|occurredat)$/u,
  providers: /provider|facility|^npi$|hospital|clinic/u,
  clients: /birth|^dob$|ssn|socialsecurity|^client(?:id|name|externalid)?$|maritalstatus/u,
  expenses: /^(?:expense|cost)|incurred|^activitydescription$|^amount$|^vendorinvoice/u,
  contacts: /company|organization|contacttype|jobtitle|^contactexternalid$/u,
};

/** What the rows of a file probably are: the kind whose fields most of its columns fill. */
export function detectKind(names: readonly string[], source: ImportSource): ImportKind {
  const scores = kinds.map((kind) => {
    const mapped = guessColumns(names, kind, source).filter(({ field }) => field !== null).length;
    const telltale = names.filter((name) => telling[kind].test(reduceName(name))).length;
    return { kind, score: mapped + 3 * telltale };
  });
  return scores.reduce((best, each) => (each.score > best.score ? each : best)).kind;
}

/** The columns with the fields that they probably fill; each field is filled by one column at most. */
export function guessColumns(names: readonly string[], kind: ImportKind, source: ImportSource): MappedColumn[] {
  const published = source === "other" ? {} : (importSources[source].columns[kind] ?? {});
  const taken = new Set<string>();
  const guesses = names.map((name) => {
    if (name === reasonColumn) return { fit: null, rank: 0 };
    const reduced = listReduced(name).find((each) => Object.hasOwn(published, each));
    if (reduced !== undefined) return { fit: published[reduced] ?? null, rank: 0 };
    return findFit(kind, name);
  });
  // The surest guesses first: a column with a field's own name has it before one with another name for it.
  for (const rank of [0, 1, 2, 3]) {
    for (const guess of guesses) {
      if (guess.rank !== rank || guess.fit === null) continue;
      if (taken.has(guess.fit)) guess.fit = null;
      else taken.add(guess.fit);
    }
  }
  return names.map((name, index) => ({ index, name, field: guesses[index]?.fit ?? null }));
}

/** How a name reads in letters and digits alone: first with `#` as number, as in `Case #`. */
const listReduced = (name: string): string[] => {
  const reduced = reduceName(name);
  return name.includes("#") ? [reduceName(name.replaceAll("#", " number ")), reduced] : [reduced];
};

/** What the columns of a kind may have before a field's name: `Client First Name`. */
const owners: Readonly<Record<ImportKind, RegExp>> = {
  clients: /^(?:client|plaintiff|claimant|contact)s?(?=.{3})/u,
  contacts: /^contacts?(?=.{3})/u,
  providers: /^(?:provider|facility|contact)s?(?=.{3})/u,
  cases: /^(?:case|matter|project|file)s?(?=.{3})/u,
  tasks: /^tasks?(?=.{3})/u,
  notes: /^notes?(?=.{3})/u,
  expenses: /^(?:expense|cost)s?(?=.{3})/u,
};
/** `Primary Address City`. */
const addressOf =
  /^(?:primary|main|home|mailing|street|residential)?address(?=street|line|city|state|zip|postal|suite|apt)/u;

/** A reduced name without words that say what its column is of: `Client Home Phone Number` is `homephone`. */
const simplifyName = (kind: ImportKind, reduced: string): string =>
  reduced
    .replace(owners[kind], "")
    .replace(addressOf, "")
    .replace(/phonenumber$/u, "phone")
    .replace(/emailaddress$/u, "email");

interface FieldNames {
  /** Fields by their own reduced names and labels. */
  own: Map<string, string>;
  /** Fields by what columns that hold them are called. */
  other: Map<string, string>;
}

/** Of two fields that a name fits, the first counts. */
function indexNames(fields: readonly ImportField[]): FieldNames {
  const index: FieldNames = { own: new Map(), other: new Map() };
  for (const { name, label, names } of fields.toReversed()) {
    for (const each of [name, label]) index.own.set(reduceName(each), name);
    for (const each of names) index.other.set(each, name);
  }
  return index;
}

const kinds = Object.keys(importFields) as ImportKind[];
const fieldNames = new Map(kinds.map((kind) => [kind, indexNames(importFields[kind])]));

/** The field that a column's name fits, and how sure that is: 1 for its own name, 3 for one that had to be simplified. */
function findFit(kind: ImportKind, name: string): { fit: string | null; rank: number } {
  const { own, other } = fieldNames.get(kind) ?? indexNames([]);
  const reduced = listReduced(name);
  for (const [rank, index] of [
    [1, own],
    [2, other],
  ] as const) {
    const fit = reduced.map((each) => index.get(each)).find((found) => found !== undefined);
    if (fit !== undefined) return { fit, rank };
  }
  const simple = simplifyName(kind, reduced[0] ?? "");
  return { fit: own.get(simple) ?? other.get(simple) ?? null, rank: 3 };
}

/** The names of a file's columns, and the row behind which its data begin. */
export interface Header<Row> {
  names: string[];
  row: Row;
}

/** How many fields of one kind the cells of a row name, at most. */
function countFields(cells: readonly string[]): number {
  const names = nameColumns(cells.filter((cell) => cell !== ""));
  const source = detectSource(names);
  return Math.max(
    ...kinds.map((kind) => guessColumns(names, kind, source).filter(({ field }) => field !== null).length),
  );
}

/**
 * Whether two rows are both names of columns: the lower has some where the upper has none, and is mostly names of
 * fields, as no row of data is. The upper may have many columns of its firm's own.
 */
function areNames(above: readonly string[], below: readonly string[]): boolean {
  const hasGap = below.some((cell, place) => cell !== "" && (above[place] ?? "") === "");
  if (!hasGap) return false;
  const known = countFields(below);
  return known > 1 && known * 2 >= below.filter((cell) => cell !== "").length && countFields(above) > 1;
}

/**
 * The names of the columns among the first rows: the row that fills the most fields of any kind; else the first that is
 * not blank. Two rows of names are read as one: `First` below `Name` is `First Name`, and what has nothing below it has
 * its name above.
 */
export function findHeader<Row extends { cells: readonly string[] }>(rows: readonly Row[]): Header<Row> | undefined {
  const candidates = rows.flatMap((row, place) => {
    const below = rows[place + 1];
    const alone = { cells: row.cells, row };
    return below !== undefined && areNames(row.cells, below.cells)
      ? [{ cells: joinNames(row.cells, below.cells), row: below }, alone]
      : [alone];
  });
  const counts = candidates.map(({ cells }) => countFields(cells));
  // The first of several: a report repeats the names on each of its pages.
  const found = candidates[counts.indexOf(Math.max(...counts))];
  return found === undefined ? undefined : { names: nameColumns(found.cells), row: found.row };
}

const isKnownName = (name: string): boolean => kinds.some((kind) => findFit(kind, name).fit !== null);

/** Two rows of names as one. A name above stands for the columns to its right that have none above. */
function joinNames(above: readonly string[], below: readonly string[]): string[] {
  let group = "";
  return Array.from({ length: Math.max(above.length, below.length) }, (_, place) => {
    const [top = "", bottom = ""] = [above[place], below[place]];
    if (top !== "") group = top;
    if (bottom === "") return top;
    if (group === "" || reduceName(group) === reduceName(bottom)) return bottom;
    return [`${bottom} ${group}`, `${group} ${bottom}`].find(isKnownName) ?? bottom;
  });
}
