import { reduceName, type MappedColumn } from "./domain.columns.ts";

/** `Total`, `Grand total: 1,200.00`, `Total records 12`. Total Care Chiropractic is a provider. */
const total =
  /^(?:(?:grand|report|page|running|sub)[ -]?)?totals?(?: (?:number|count|records?|rows?)(?: of [a-z]+)?)?\s*(?:[:=].*|[$\d][$\d.,]*)?$/iu;
/** `Count: 12`, `12 records found`. */
const count =
  /^(?:(?:record|row) )?count ?[:=]? ?\d[\d,]*$|^\d[\d,]* (?:records?|rows?|results?)(?: (?:found|exported|selected|listed))?\.?$/iu;
/** What reports print at the end of their pages. */
const footer =
  /^(?:page \d+(?: (?:of|\/) \d+)?|(?:report )?(?:generated|printed|exported|created|run)(?: (?:on|by|at|date)\b|:| \d).*|end of (?:report|file|list)|-+ ?end ?-+)\.?$/iu;

/**
 * Why a row below the names of the columns is no record: it repeats these names, as each page of a printed report does,
 * or has the totals or the footer of a report. It would become a client whose last name is Total.
 *
 * @returns null for the row of a record
 */
export function describeNonRecord(columns: readonly MappedColumn[], cells: readonly string[]): string | null {
  const filled = cells.flatMap((cell, place) => (cell === "" ? [] : [{ cell, place }]));
  const [first] = filled;
  if (first === undefined) return null;
  if (filled.length > 1 && filled.every(({ cell, place }) => isNameOf(columns[place], cell)))
    return "repeats the names of the columns, and is no record: leave it out";
  if (total.test(first.cell) || (filled.length === 1 && count.test(first.cell)))
    return "has the totals of the rows above, and is no record: leave it out";
  if (filled.length === 1 && columns.length > 1 && footer.test(first.cell))
    return "is the footer of a report, and no record: leave it out";
  return null;
}

/**
 * Whether a cell has the name of its column, of which the number of a repeated name is no part; or, of a name that two
 * rows have together, the part of one of them.
 */
function isNameOf(column: MappedColumn | undefined, cell: string): boolean {
  if (column === undefined || reduceName(cell) === "") return false;
  const [name, text] = [column.name.replace(/ \(\d+\)$/u, "").toLowerCase(), cell.toLowerCase()];
  return (
    [name, column.name].some((each) => reduceName(each) === reduceName(cell)) ||
    name.startsWith(`${text} `) ||
    name.endsWith(` ${text}`)
  );
}
