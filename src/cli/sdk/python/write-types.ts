import type { JsonSchema } from "../../../openapi/json.ts";
import type { Schemas } from "../../../openapi/forms/merge-forms.ts";
import { nameType } from "../describe-types.ts";
import type { SdkOperation } from "../read-operations.ts";
import { canBeMember, writeDocstring } from "./names.ts";

/** What the runtime's annotations name, beside the schemas. */
const ownTypes = `class RequestOptions(TypedDict, total=False):
    timeout: float
    """Seconds for each attempt."""
    max_retries: int
    request_id: str
    """Your ID for the request."""
    headers: Mapping[str, str]

class ReadOptions(RequestOptions, total=False):
    if_none_match: str
    """The \`etag\` of your copy: if it is current, the call raises a NotModifiedError."""

class CreateOptions(RequestOptions, total=False):
    idempotency_key: str
    """Default: a new one for each call. With your own, a call repeated after a crash takes effect once."""

class WriteOptions(CreateOptions, total=False):
    if_match: Union[str, int]
    """The \`etag\`, or the \`revision\`, of the record that you change."""

class WebhookData(TypedDict):
    id: str
    organizationId: str
    entity: str
    entityId: str
    cursor: str
    environment: NotRequired[Literal["sandbox"]]
    """Only of an event of a sandbox."""

class WebhookMessage(TypedDict):
    """The body of a webhook: it names the event; \`events.get(data["id"])\` has its values."""

    type: str
    timestamp: str
    data: WebhookData

class CursorStore:
    """Stores the position in the feed, best in the transaction that saves what you made of the events."""

    def load(self) -> Optional[str]: ...
    def save(self, cursor: str) -> None: ...
`;

/**
 * The schemas as types of Python: objects are TypedDicts, enumerations are Literals.
 *
 * @param schemas by name, without what makes no type
 */
export function writeTypes(schemas: Schemas, operations: readonly SdkOperation[]): string {
  const written: string[] = [];
  const both = new Map(operations.filter(({ body, query }) => body !== null && query.length > 0).map(joinInput));
  for (const [name, schema] of Object.entries(schemas)) {
    const query = schemas[both.get(name) ?? ""];
    writeNamed(name, query === undefined ? schema : joinObjects(schema, query), written);
  }
  return `${ownTypes}\n${written.join("\n\n")}`;
}

/** The body of an operation that has a query, too: its argument has the members of both. */
const joinInput = ({ name }: SdkOperation): [string, string] => [nameType(name, "Body"), nameType(name, "Query")];

const joinObjects = (body: JsonSchema, query: JsonSchema): JsonSchema => ({
  ...body,
  properties: { ...body.properties, ...query.properties },
  required: [...(body.required ?? []), ...(query.required ?? [])],
});

/** @param written gets the type, after those that it is made of */
function writeNamed(name: string, schema: JsonSchema, written: string[]): void {
  if (schema.properties === undefined) {
    written.push(`${name} = ${typeOf(schema, name, written, "text")}`);
    return;
  }
  writeObject(name, schema, written);
}

function writeObject(name: string, schema: JsonSchema, written: string[]): void {
  const required = new Set(schema.required);
  const properties = Object.entries(schema.properties ?? {});
  const canBeClass = properties.every(([member]) => canBeMember(member));
  const members = properties.map(([member, property]): [string, string] => {
    const type = typeOf(property, `${name}_${member}`, written, canBeClass ? "annotation" : "text");
    return [member, required.has(member) ? type : `NotRequired[${type}]`];
  });
  if (!canBeClass) {
    const pairs = members.map(([member, type]) => `${JSON.stringify(member)}: ${type}`).join(", ");
    written.push(`${name} = TypedDict(${JSON.stringify(name)}, {${pairs}})`);
    return;
  }
  const { description } = schema;
  const lines = members.map(([member, type]) => `    ${member}: ${type}`);
  written.push(
    [
      `class ${name}(TypedDict):`,
      ...(typeof description === "string" ? [writeDocstring(description, 4), ...(lines.length > 0 ? [""] : [])] : []),
      ...lines,
      ...(lines.length === 0 && typeof description !== "string" ? ["    pass"] : []),
    ].join("\n"),
  );
}

const simpleTypes: Readonly<Record<string, string>> = {
  string: "str",
  integer: "int",
  number: "float",
  boolean: "bool",
  null: "None",
};

/**
 * The type of a value.
 *
 * @param name for an object that has none
 * @param names of types are texts outside of an annotation: they may not be defined yet
 */
function typeOf(schema: JsonSchema, name: string, written: string[], names: "annotation" | "text"): string {
  const { $ref, type, enum: values, anyOf, oneOf, items, additionalProperties } = schema;
  const quote = (text: string) => (names === "text" ? `"${text}"` : text);
  if ($ref !== undefined) return quote($ref.slice($ref.lastIndexOf("/") + 1));
  const given = "const" in schema ? [schema["const"]] : values;
  if (Array.isArray(given)) return `Literal[${given.map(writeLiteral).join(", ")}]`;
  const forms = anyOf ?? oneOf;
  if (forms !== undefined)
    return unite(forms.map((form, place) => typeOf(form, `${name}_${place + 1}`, written, names)));
  if (Array.isArray(type)) return unite(type.map((each) => typeOf({ ...schema, type: each }, name, written, names)));
  if (type === "array") return `List[${typeOf(items ?? {}, `${name}_item`, written, names)}]`;
  if (type !== "object") return simpleTypes[String(type)] ?? "Any";
  if (schema.properties !== undefined && Object.keys(schema.properties).length > 0) {
    writeObject(name, schema, written);
    return quote(name);
  }
  const value = typeof additionalProperties === "object" ? additionalProperties : {};
  return `Dict[str, ${typeOf(value, `${name}_value`, written, names)}]`;
}

function unite(types: readonly string[]): string {
  const distinct = [...new Set(types)];
  const kept = distinct.filter((type) => type !== "None");
  const union = kept.length === 1 ? String(kept[0]) : `Union[${kept.join(", ")}]`;
  if (kept.length === 0) return "None";
  return kept.length === distinct.length ? union : `Optional[${union}]`;
}

function writeLiteral(value: unknown): string {
  if (value === null) return "None";
  if (typeof value === "boolean") return value ? "True" : "False";
  return JSON.stringify(value);
}
