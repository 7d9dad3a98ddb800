import { listEchoed, scopeReading } from "../rpc/echo-form.ts";
import type { Declaration } from "../rpc/declarations.ts";
import type { MemberTree } from "../rpc/member-tree.ts";
import type { NamedSchemas } from "./describe-schema.ts";
import { reference, type JsonObject } from "./json.ts";

type Schema = JsonObject & {
  $ref?: string;
  anyOf?: Schema[];
  items?: Schema;
  properties?: Properties;
  required?: string[];
};
type Properties = Record<string, Schema>;

/** What the responses of all mutations show of a named record in the echo form. */
interface WrittenRecord {
  /** The members that every operation shows. */
  always: readonly string[];
  /** The members of which some operation may show a part: what the request sent. */
  parts: ReadonlySet<string>;
}
export type WrittenRecords = Map<string, WrittenRecord>;

/** Whether a key with only the operation's scope may get less than the whole response. */
export function hasEchoForm({ kind, meta, output }: Pick<Declaration, "kind" | "meta" | "output">): boolean {
  const isLimited = (member: string) =>
    scopeReading(meta, member) !== meta.scope && meta.echoes?.includes(member) !== true;
  return kind === "mutation" && meta.scope !== null && Object.keys(output.shape).some(isLimited);
}

/**
 * The schema of a mutation's response for both forms. It refers to `WrittenClient` in place of `Client`: the same
 * members; only those that the echo form has too are required (decision 0032).
 *
 * @param schema the whole form
 * @param written collects the records for `addWrittenSchemas`
 */
export function describeBothForms(
  schema: JsonObject,
  { input, pathParameters, ...declaration }: Declaration,
  named: NamedSchemas,
  written: WrittenRecords,
): JsonObject {
  const recordWritten = (name: string, shown: readonly string[]) => {
    const { properties = {} } = getNamed(named, name);
    const isMember = (member: string) => Object.hasOwn(properties, member);
    const echoed = [...shown, ...pathParameters].filter(isMember);
    const sent = Object.keys(input.shape).filter(isMember);
    const ofOthers = written.get(name);
    written.set(name, {
      always: ofOthers === undefined ? echoed : ofOthers.always.filter((member) => echoed.includes(member)),
      parts: new Set([...(ofOthers?.parts ?? []), ...sent]),
    });
  };
  return limitSchema(schema, { success: true, ...listEchoed(declaration) }, recordWritten);
}

/**
 * The schema of a value of which the echo form shows the members of a tree.
 *
 * @param shown undefined for a member that the echo form omits: it keeps its schema, because it is optional, and
 *   present only in the whole form
 * @param recordWritten called with each named record of which a part is shown
 */
function limitSchema(
  schema: Schema,
  shown: MemberTree | undefined,
  recordWritten: (name: string, shown: readonly string[]) => void,
): Schema {
  if (shown === undefined || shown === true) return schema;
  const { $ref, anyOf, items, properties, required, ...rest } = schema;
  if ($ref !== undefined) {
    recordWritten(nameOf($ref), Object.keys(shown));
    return reference("schemas", `Written${nameOf($ref)}`);
  }
  return {
    ...rest,
    ...(anyOf !== undefined && { anyOf: anyOf.map((form) => limitSchema(form, shown, recordWritten)) }),
    ...(items !== undefined && { items: limitSchema(items, shown, recordWritten) }),
    ...(required !== undefined && { required: required.filter((name) => Object.hasOwn(shown, name)) }),
    ...(properties !== undefined && {
      properties: mapProperties(properties, (member, name) =>
        limitSchema(member, Object.hasOwn(shown, name) ? shown[name] : undefined, recordWritten),
      ),
    }),
  };
}

/** Adds the schema `Written…` of each written record. */
export function addWrittenSchemas(written: WrittenRecords, named: NamedSchemas): void {
  for (const [name, { always, parts }] of written) {
    const { required = [], ...record } = getNamed(named, name);
    named.set(`Written${name}`, {
      ...record,
      description: `\`${name}\` in the response to a change: complete with the scope that reads it, otherwise in the echo form.`,
      required: required.filter((member) => always.includes(member)),
      properties: mapProperties(record.properties ?? {}, (member, property) =>
        parts.has(property) ? makeOptional(member, named) : member,
      ),
    });
  }
}

/**
 * Removes the records that no operation reads, and what only they refer to: responses to changes refer to `Written…`.
 *
 * @param described what else refers to schemas
 */
export function removeUnreadRecords(written: WrittenRecords, named: NamedSchemas, described: unknown): void {
  let candidates = [...written.keys()];
  while (candidates.length > 0) {
    const text = JSON.stringify([described, [...named.values()]]);
    const unread = candidates.filter((name) => named.has(name) && !text.includes(`"#/components/schemas/${name}"`));
    candidates = unread.flatMap((name) =>
      [...JSON.stringify(getNamed(named, name)).matchAll(/"#\/components\/schemas\/(\w+)"/g)].map(([, of = ""]) => of),
    );
    for (const name of unread) named.delete(name);
  }
}

/**
 * A copy in which every member of every object is optional. References to objects and lists are inlined; others, such
 * as those to enumerations, stay. Schemas are not recursive.
 */
function makeOptional(schema: Schema, named: NamedSchemas): Schema {
  const { $ref, required: _required, anyOf, items, properties, ...rest } = schema;
  if ($ref !== undefined) {
    const target = getNamed(named, nameOf($ref));
    return "properties" in target || "items" in target ? makeOptional(target, named) : schema;
  }
  return {
    ...rest,
    ...(anyOf !== undefined && { anyOf: anyOf.map((form) => makeOptional(form, named)) }),
    ...(items !== undefined && { items: makeOptional(items, named) }),
    ...(properties !== undefined && { properties: mapProperties(properties, (member) => makeOptional(member, named)) }),
  };
}

/** @throws for a name that no schema has */
function getNamed(named: NamedSchemas, name: string): Schema {
  const schema = named.get(name);
  if (schema === undefined) throw new Error(`No schema is named ${name}`);
  return schema;
}

/** `#/components/schemas/Client` is `Client`. */
function nameOf(pointer: string): string {
  return pointer.replace("#/components/schemas/", "");
}

function mapProperties(properties: Properties, map: (schema: Schema, name: string) => Schema): Properties {
  return Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, map(schema, name)]));
}
