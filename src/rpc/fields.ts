import * as z from "zod";
import { JsonText } from "../contract/values/json-text.ts";
import type { OperationMeta } from "../contract/operation.ts";
import { createTree, pickMembers, type MemberTree } from "./member-tree.ts";

/**
 * Field selection: every GET that returns records with an ID takes `fields`, dotted paths of the members to return. Not
 * the feeds, whose events are sent as they are stored, and no downloads.
 */

/** The member that identifies a record: the first of these that it has. */
const identifiers = ["id", "facilityId", "attorneyId"];

const maxFields = 50;
const maxDepth = 3;

interface Read {
  kind: "query" | "mutation";
  meta: OperationMeta;
  output: z.ZodObject;
}

export interface Selectable {
  /** The member of the response that has the record or records. */
  member: string;
  record: z.core.$ZodType;
  /** The name of the record's ID, which is always returned. */
  identifier: string;
}

/** What `fields` selects from in a read's response; undefined where it cannot. */
export function findSelectable({ kind, meta, output }: Read): Selectable | undefined {
  if (kind !== "query" || meta.method !== "GET" || meta.path.endsWith("/download")) return undefined;
  const [found, ...others] = Object.entries(output.shape).filter(([name]) => name !== "nextCursor");
  if (found === undefined || others.length > 0) return undefined;
  const [member, record] = found;
  // Each event of a feed has a cursor.
  const isFeed = record.def.type === "array" && hasPath(record, ["cursor"]);
  const identifier = isFeed ? undefined : identifiers.find((name) => hasPath(record, [name]));
  return identifier === undefined ? undefined : { member, record, identifier };
}

/** The query parameter `fields` of records with this schema. Parsed, it is the tree of members to keep. */
export function fieldsOf({ record, identifier }: Selectable) {
  return z
    .string()
    .min(1)
    .max(5_000)
    .transform((text, context) => {
      const paths = text.split(",");
      if (paths.length > maxFields)
        context.addIssue({ code: "custom", message: `must be at most ${maxFields} fields` });
      paths.slice(0, maxFields).forEach((path, index) => {
        const names = path.split(".");
        if (names.length > maxDepth || !hasPath(record, names))
          context.addIssue({ code: "custom", path: [index], message: "no such field" });
      });
      return createTree([identifier, ...(hasPath(record, ["isDeleted"]) ? ["isDeleted"] : []), ...paths]);
    })
    .optional()
    .meta({
      description:
        `The members of each record to return, separated by commas: \`id,title,plaintiff.lastName\`. A dot goes into an object, or into each object of a list. At most ${maxFields}, ` +
        `three levels deep. \`${identifier}\` is always returned. All members without this parameter.`,
    });
}

/** A response whose records have only the chosen members. */
export function selectFields(
  response: Record<string, unknown>,
  member: string,
  fields: MemberTree,
): Record<string, unknown> {
  const whole = response[member];
  const picked = Array.isArray(whole)
    ? whole.map((each) => pickMembers(readValue(each), fields))
    : pickMembers(readValue(whole), fields);
  return { ...response, [member]: picked };
}

const readValue = (value: unknown): unknown => (value instanceof JsonText ? value.toJSON() : value);

/** Whether values of the schema have this path. Lists are transparent; of a union, one option has it. */
function hasPath(schema: z.core.$ZodType, path: readonly string[]): boolean {
  const [name, ...rest] = path;
  if (name === undefined) return true;
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case "object":
      return Object.hasOwn(def.shape, name) && hasPath(def.shape[name] as z.core.$ZodType, rest);
    case "array":
      return hasPath(def.element, path);
    case "union":
      return def.options.some((option) => hasPath(option, path));
    case "record":
      return name !== "" && hasPath(def.valueType, rest);
    case "nullable":
    case "optional":
    case "default":
      return hasPath(def.innerType, path);
    case "pipe":
      return hasPath(def.out, path);
    default:
      return false;
  }
}
