import { listEchoed, scopeReading } from "../rpc/echo-form.ts";
import type { Declaration } from "../rpc/declarations.ts";
import type { MemberTree } from "../rpc/member-tree.ts";
import type { NamedSchemas } from "./describe-schema.ts";
import { reference, type JsonObject } from "./json.ts";

/**
 * A named record in responses of mutations: the members that the echo form always has, and those of which it may show a
 * part.
 */
interface WrittenRecord {
  always: readonly string[];
  parts: ReadonlySet<string>;
}
export type WrittenRecords = Map<string, WrittenRecord>;
type Properties = Record<string, JsonObject>;

/** Whether the operation's response has an echo form: it shows less without a scope besides the operation's own. */
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
 * @param written collects the records for `describeWritten`
 */
export function allowEchoForm(
  schema: JsonObject,
  declaration: Declaration,
  named: NamedSchemas,
  written: WrittenRecords,
): JsonObject {
  const { input, pathParameters } = declaration;
  const collect = (name: string, shown: readonly string[]) => {
    const isMember = (member: string) => Object.hasOwn(readProperties(named.get(name)), member);
    const { always = null, parts = [] } = written.get(name) ?? {};
    const echoed = [...shown, ...pathParameters].filter(isMember);
    written.set(name, {
      always: always === null ? echoed : always.filter((member) => echoed.includes(member)),
      parts: new Set([...parts, ...Object.keys(input.shape).filter(isMember)]),
    });
  };
  return limitSchema(schema, { success: true, ...listEchoed(declaration) }, collect);
}

/** @param collect called with each named record of which a part is shown */
function limitSchema(
  schema: JsonObject,
  shown: MemberTree | undefined,
  collect: (name: string, shown: readonly string[]) => void,
): JsonObject {
  if (shown === undefined || shown === true) return schema;
  const { $ref, anyOf, items, properties, required, ...rest } = schema as {
    anyOf?: JsonObject[];
    items?: JsonObject;
    properties?: Properties;
    required?: string[];
  } & JsonObject;
  if ($ref !== undefined) {
    collect(nameOf($ref), Object.keys(shown));
    return reference("schemas", `Written${nameOf($ref)}`);
  }
  return {
    ...rest,
    ...(anyOf !== undefined && { anyOf: anyOf.map((form) => limitSchema(form, shown, collect)) }),
    ...(items !== undefined && { items: limitSchema(items, shown, collect) }),
    ...(required !== undefined && { required: required.filter((name) => Object.hasOwn(shown, name)) }),
    ...(properties !== undefined && {
      properties: mapProperties(properties, (member, name) =>
        limitSchema(member, Object.hasOwn(shown, name) ? shown[name] : undefined, collect),
      ),
    }),
  };
}

/** Adds the schemas of written records. */
export function describeWritten(written: WrittenRecords, named: NamedSchemas): void {
  for (const [name, { always, parts }] of written) {
    const { required, ...record } = named.get(name) ?? {};
    named.set(`Written${name}`, {
      ...record,
      description: `\`${name}\` in the response to a change: complete with the scope that reads it, otherwise in the echo form.`,
      required: (required as string[]).filter((member) => always.includes(member)),
      properties: mapProperties(readProperties(record), (member, property) =>
        parts.has(property) ? makeOptional(member, named) : member,
      ),
    });
  }
}

/** A copy in which every member of every object is optional. */
function makeOptional(schema: JsonObject, named: NamedSchemas): JsonObject {
  const target = schema["$ref"] === undefined ? undefined : named.get(nameOf(schema["$ref"]));
  if (target !== undefined) return "properties" in target || "items" in target ? makeOptional(target, named) : schema;
  const {
    required: _required,
    anyOf,
    items,
    properties,
    ...rest
  } = schema as { anyOf?: JsonObject[]; items?: JsonObject; properties?: Properties } & JsonObject;
  return {
    ...rest,
    ...(anyOf !== undefined && { anyOf: anyOf.map((form) => makeOptional(form, named)) }),
    ...(items !== undefined && { items: makeOptional(items, named) }),
    ...(properties !== undefined && { properties: mapProperties(properties, (member) => makeOptional(member, named)) }),
  };
}

function nameOf(pointer: unknown): string {
  return String(pointer).replace("#/components/schemas/", "");
}

function readProperties(schema: JsonObject = {}): Properties {
  return (schema["properties"] as Properties | undefined) ?? {};
}

function mapProperties(properties: Properties, map: (schema: JsonObject, name: string) => JsonObject): Properties {
  return Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, map(schema, name)]));
}
