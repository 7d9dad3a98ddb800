import * as z from "zod";
import type { Scope } from "../contract/scopes.ts";
import { commaSeparated } from "../contract/values/comma-separated.ts";
import { JsonText } from "../contract/values/json-text.ts";
import { mapInTurns } from "../platform/event-loop-turn.ts";
import { assertScopes } from "./authorize.ts";
import type { Context } from "./context.ts";

/**
 * A record that each record of a response refers to, and that the response also has where `expand` names it: its client
 * in that of a case. A page has each of them once, read by one statement.
 */
export interface Expansion {
  /** Its name in responses: `client`, in lists `clients`. */
  one: string;
  many: string;
  /** The scope that reads it. */
  scope: Scope;
  schema: z.ZodType;
  /** The path of its ID in the record: `plaintiff.id`. */
  idPath: string;
  /** The live ones of these IDs, in any order, as their GET returns them. */
  find: (context: Context, ids: readonly string[]) => Promise<readonly object[]>;
}

/** What a read's `expand` adds to its response: the member that has the record or records, and what these refer to. */
export interface Expandable {
  member: string;
  isList: boolean;
  expansions: readonly Expansion[];
}

/** The name of the related records in a response. */
const nameExpanded = ({ isList }: Expandable, { one, many }: Expansion) => (isList ? many : one);

/**
 * What `expand` adds to an operation's response; undefined where it declares no expansions.
 *
 * @throws for a response without one member that has records
 */
export function findExpandable(
  output: z.ZodObject,
  expansions: readonly Expansion[] | undefined,
): Expandable | undefined {
  if (expansions === undefined) return undefined;
  const [member, ...others] = Object.keys(output.shape).filter((name) => name !== "nextCursor");
  if (member === undefined || others.length > 0) throw new Error("expand needs a response of one member");
  return { member, isList: output.shape[member]?._zod.def.type === "array", expansions };
}

/** The query parameter `expand`. Parsed, it is the list of names. */
export function expandOf({ expansions, isList }: Expandable) {
  const names = expansions.map(({ one }) => one) as [string, ...string[]];
  const scopes = expansions.map(({ one, scope }) => `\`${one}\` (requires \`${scope}\`)`).join(", ");
  const place = isList
    ? "each once in `expanded`, whatever number of records refers to it"
    : "in `expanded`; null where there is none";
  return commaSeparated(z.enum(names), {
    noun: "name",
    maxLength: names.join(",").length,
    description: `Related records to return besides, separated by commas: ${scopes}. They are as their own GET returns them, ${place}.`,
    example: names[0],
  });
}

/** The response with its `expanded`. */
export function extendOutput(output: z.ZodObject, expandable: Expandable): z.ZodObject {
  const members = expandable.expansions.map((expansion) => {
    const schema = expandable.isList ? z.array(expansion.schema) : expansion.schema.nullable();
    return [nameExpanded(expandable, expansion), schema.optional()] as const;
  });
  const expanded = z
    .object(Object.fromEntries(members))
    .optional()
    .meta({ description: "The related records that `expand` names. Absent without `expand`." });
  return output.extend({ expanded });
}

/**
 * Checks, before the read, that the caller has the scopes of the related records.
 *
 * @param names of the parsed parameter
 * @throws FORBIDDEN, which names the scopes that are missing
 */
export function assertReadsExpanded(context: Context, { expansions }: Expandable, names: readonly string[]): void {
  const wanted = expansions.filter(({ one }) => names.includes(one));
  assertScopes(
    context,
    wanted.map(({ scope }) => scope),
  );
}

/**
 * Reads the related records of a read's result.
 *
 * @param names of the parsed parameter
 * @returns the records by their names in responses
 */
export async function readExpanded(
  context: Context,
  expandable: Expandable,
  names: readonly string[],
  result: object,
): Promise<object> {
  const shown = (result as Record<string, unknown>)[expandable.member];
  const records = await mapInTurns(expandable.isList ? (shown as readonly unknown[]) : [shown], readRecord);
  const expanded: Record<string, unknown> = {};
  for (const expansion of expandable.expansions.filter(({ one }) => names.includes(one))) {
    const ids = [...new Set(records.flatMap((record) => readId(record, expansion.idPath)))];
    const found = ids.length === 0 ? [] : await expansion.find(context, ids);
    expanded[nameExpanded(expandable, expansion)] = expandable.isList ? found : (found[0] ?? null);
  }
  return expanded;
}

/** Records whose JSON PostgreSQL wrote are parsed, since their IDs are in it. */
const readRecord = (record: unknown): unknown => (record instanceof JsonText ? record.toJSON() : record);

/** The ID at a path; none of a deleted record, or where the record refers to nothing. */
function readId(record: unknown, path: string): string[] {
  const id = path
    .split(".")
    .reduce<unknown>(
      (value, name) =>
        typeof value === "object" && value !== null ? (value as Record<string, unknown>)[name] : undefined,
      record,
    );
  return typeof id === "string" ? [id] : [];
}
