import type { Declared, TypedTemplate } from "./declared-rows.ts";
import type { DescribedColumn } from "./describe-statement.ts";

/**
 * What a declared row says otherwise than PostgreSQL. A column that the row does not declare is no fault; nor is null,
 * of which PostgreSQL says nothing.
 */
export function listRowFaults({ columns }: Declared, described: readonly DescribedColumn[]): string[] {
  return [...(columns ?? [])].flatMap(([name, kinds]) => {
    const column = described.find((each) => each.name === name);
    if (column === undefined)
      return kinds.has("undefined") ? [] : [`${name} is no column of ${described.map((each) => each.name).join()}`];
    return fits(kinds, column) ? [] : [`${name} is ${column.kind}, and not ${[...kinds].join(" | ")}`];
  });
}

/** The same for one column that a query builder names. */
export function listAliasFaults({ alias, declared }: TypedTemplate, described: readonly DescribedColumn[]): string[] {
  const column = described.find(({ name }) => name === alias);
  return column === undefined || fits(declared.kinds, column)
    ? []
    : [`${alias} is ${column.kind}, and not ${[...declared.kinds].join(" | ")}`];
}

const fits = (kinds: Declared["kinds"], { kind }: DescribedColumn) =>
  kind === "unknown" || kinds.has("unknown") || kinds.has(kind);

/** Whether a statement may be what a template composes: its texts in their order, with anything between them. */
export function isComposedBy(text: string, { texts }: TypedTemplate): boolean {
  const [first = "", ...others] = texts;
  const last = others.pop();
  if (last === undefined) return text === first;
  if (!text.startsWith(first) || !text.endsWith(last)) return false;
  let at = first.length;
  for (const between of others) {
    const found = text.indexOf(between, at);
    if (found === -1) return false;
    at = found + between.length;
  }
  return at <= text.length - last.length;
}

/** How much of a statement a template says itself: of several that fit, the one that says most composed it. */
export const lengthOf = ({ texts }: TypedTemplate) => texts.join("").trim().length;

/** A template by itself, with a parameter for each value. */
export const writeAlone = ({ texts }: TypedTemplate) =>
  texts.reduce((written, text, at) => (at === 0 ? text : `${written}$${at}${text}`), "");
