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
  const kinds = Object.keys(importFields) as ImportKind[];
  const scores = kinds.map((kind) => {
    const mapped = guessColumns(names, kind, source).filter(({ field }) => field !== null).length;
    const telltale = names.filter((name) => telling[kind].test(reduceName(name))).length;
    return { kind, score: mapped + 3 * telltale };
  });
  return scores.reduce((best, each) => (each.score > best.score ? each : best)).kind;
}

/** The columns with the fields that they probably fill; each field is filled by one column at most. */
export function guessColumns(names: readonly string[], kind: ImportKind, source: ImportSource): MappedColumn[] {
  const fields = importFields[kind];
  const published = source === "other" ? {} : (importSources[source].columns[kind] ?? {});
  const taken = new Set<string>();
  const guesses = names.map((name) => {
    const reduced = reduceName(name);
    if (name === reasonColumn) return { fit: null, rank: 0 };
    if (Object.hasOwn(published, reduced)) return { fit: published[reduced] ?? null, rank: 0 };
    return findFit(fields, reduced);
  });
  // The surest guesses first: a column with a field's own name has it before one with another name for it.
  for (const rank of [0, 1, 2]) {
    for (const guess of guesses) {
      if (guess.rank !== rank || guess.fit === null) continue;
      if (taken.has(guess.fit)) guess.fit = null;
      else taken.add(guess.fit);
    }
  }
  return names.map((name, index) => ({ index, name, field: guesses[index]?.fit ?? null }));
}

function findFit(fields: readonly ImportField[], reduced: string): { fit: string | null; rank: number } {
  const own = fields.find(({ name, label }) => reduceName(name) === reduced || reduceName(label) === reduced);
  if (own !== undefined) return { fit: own.name, rank: 1 };
  return { fit: fields.find(({ names }) => names.includes(reduced))?.name ?? null, rank: 2 };
}

/**
 * The row that names the columns, among the first ones: the first that fills the most fields of any kind; else the
 * first that is not blank.
 */
export function findHeader<Row extends { cells: readonly string[] }>(rows: readonly Row[]): Row | undefined {
  const kinds = Object.keys(importFields) as ImportKind[];
  const scored = rows.map((row) => {
    const names = nameColumns(row.cells);
    const source = detectSource(names);
    const known = kinds.map((kind) => guessColumns(names, kind, source).filter(({ field }) => field !== null).length);
    return { row, score: Math.max(...known) };
  });
  const [first] = scored;
  if (first === undefined) return undefined;
  return scored.reduce((best, each) => (each.score > best.score ? each : best), first).row;
}
