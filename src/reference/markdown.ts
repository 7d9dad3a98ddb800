import { listErrors, type DocumentedError } from "./advice.ts";
import {
  collectSchemas,
  readDocument,
  type Area,
  type Operation,
  type Parameter,
  type Schema,
  type WebhookMessage,
} from "./document.ts";
import { describeType, listLimits, listMembers } from "./fields.ts";
import { baseUrlPlaceholder, languages } from "./snippets.ts";
import { tabulate } from "./tables.ts";

/** An area of the reference: its operations, then the objects that they name, each once. */
export function writeArea({ name, description, operations }: Area): string {
  return [
    `# ${name}`,
    description,
    `What all operations share, such as authentication and the meaning of errors, is in the [API reference](${baseUrlPlaceholder}/docs.md).`,
    ...operations.map(writeOperation),
    ...writeObjects(operations),
  ].join("\n\n");
}

export function writeWebhook({ types, headers, body, responses }: WebhookMessage): string {
  return [
    "## Webhook messages",
    "The message that a webhook subscription sends to your endpoint. All event types have the same format.",
    tabulate(
      ["Header", "Type", "Description"],
      headers.map((header) => [`\`${header.name}\``, typeOf(header.schema), describeValue(header)]),
    ),
    writeFields(body.schema),
    fence("json", JSON.stringify(body.example, null, 2)),
    tabulate(
      ["Your response", "What happens"],
      responses.map(({ status, description }) => [status === "default" ? "other" : status, description]),
    ),
    tabulate(
      ["Event type", "What happened"],
      types.map(({ name, summary }) => [`\`${name}\``, summary]),
    ),
  ].join("\n\n");
}

function writeOperation(operation: Operation): string {
  const { id, method, path, summary, description, isDeprecated, parameters, body, form, responses } = operation;
  const success = responses.find(({ status }) => status < "300");
  const named = parameters.filter(({ name }) => name !== "X-Request-Id");
  return [
    `## ${summary}${isDeprecated ? " (deprecated)" : ""}`,
    `\`${method} ${path}\` · operation \`${id}\``,
    description,
    ...(named.length === 0 ? [] : [tabulate(["Parameter", "In", "Type", "Description"], named.map(writeParameter))]),
    ...(body === undefined ? [] : ["### Body", writeFields(body.schema)]),
    ...(form === undefined ? [] : ["### Form, `multipart/form-data`", writeFields(form)]),
    ...(success?.schema === undefined ? [] : [`### Response ${success.status}`, writeFields(success.schema)]),
    "### Errors",
    tabulate(["Status", "Code", "Reasons", "What to do"], responses.flatMap(listErrors).map(writeError)),
    "### Example",
    ...languages.map(({ fence: language, write }) => fence(language, write(operation))),
    ...(success?.example === undefined ? [] : [fence("json", JSON.stringify(success.example, null, 2))]),
  ].join("\n\n");
}

function writeError({ status, code, reasons, advice }: DocumentedError): string[] {
  return [status, `\`${code}\``, reasons.map((reason) => `\`${reason}\``).join(", "), advice];
}

function writeParameter(parameter: Parameter): string[] {
  return [
    `\`${parameter.name}\``,
    parameter.in,
    `${typeOf(parameter.schema)}${parameter.required ? ", required" : ""}`,
    describeValue(parameter),
  ];
}

function describeValue({ description, schema }: Pick<Parameter, "description" | "schema">): string {
  return [description ?? schema.description ?? "", listLimits(schema, resolve).join("; ")]
    .filter((part) => part !== "")
    .join(" ");
}

function writeObjects(operations: readonly Operation[]): string[] {
  const objects = Object.entries(collectSchemas(operations)).filter(
    ([pointer, { properties }]) => properties !== undefined && !pointer.endsWith("Body"),
  );
  return objects.length === 0
    ? []
    : ["## Objects", ...objects.flatMap(([pointer, schema]) => [`### ${nameOf(pointer)}`, writeFields(schema)])];
}

/** The members of an object as rows; those of objects without a name of their own follow them, by dotted path. */
function writeFields(schema: Schema): string {
  const rows = listRows(resolve(schema), "");
  return rows.length === 0 ? "No members." : tabulate(["Field", "Type", "Description"], rows);
}

function listRows(
  { properties = {}, required = [] }: Schema,
  prefix: string,
  variant: string | null = null,
): string[][] {
  return Object.entries(properties).flatMap(([name, member]) => {
    const path = `${prefix}${name}`;
    const inner = member.items ?? member;
    const members = inner.properties !== undefined || inner.oneOf !== undefined ? listMembers(inner, resolve) : [];
    const description = describeValue({ schema: member });
    return [
      [
        `\`${path}\``,
        `${typeOf(member)}${required.includes(name) ? ", required" : ""}`,
        variant === null ? description : `With ${variant}. ${description}`.trim(),
      ],
      ...members.flatMap((each) =>
        listRows(each.object, `${path}${member.items === undefined ? "" : "[]"}.`, each.variant),
      ),
    ];
  });
}

const resolve = (schema: Schema): Schema =>
  schema.$ref === undefined ? schema : (readDocument().schemas[schema.$ref] ?? {});
const nameOf = (pointer: string) => pointer.slice("#/components/schemas/".length);

/** Names the objects that have a name instead of describing them. */
function typeOf(schema: Schema): string {
  return describeType(schema, (part) => {
    const found = resolve(part);
    return part.$ref !== undefined && found.properties !== undefined ? { type: nameOf(part.$ref) } : found;
  });
}

function fence(language: string, code: string): string {
  return `\`\`\`${language}\n${code}\n\`\`\``;
}
