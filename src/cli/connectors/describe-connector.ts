import { enumerations } from "../../composition/router.ts";
import type { ChoiceSource, ConnectorAction, ConnectorField, ConnectorTrigger } from "../../connectors/description.ts";
import { basePath } from "../../contract/base-path.ts";
import type { ApiDescription } from "../../openapi/describe-api.ts";
import { labelOf } from "../../openapi/forms/connector.ts";
import type { JsonObject } from "../../openapi/json.ts";
import { readOperations, resolve, type SdkOperation } from "../sdk/read-operations.ts";
import { actionLabels, chosenEvents, chosenResources, idLists } from "./chosen.ts";

export interface DescribedAction extends ConnectorAction {
  /** The key in `chosenResources`. */
  name: string;
  label: string;
  /** A sentence without a period, such as `Create a client`. */
  title: string;
  /** The record that the documented response shows, for a platform's sample. */
  example: unknown;
}

export interface DescribedResource {
  name: string;
  label: string;
  actions: DescribedAction[];
}

export interface ConnectorDescription {
  resources: DescribedResource[];
  /** By name: `enumeration_caseType`, `list_client`. */
  choices: Record<string, ChoiceSource>;
  triggers: (ConnectorTrigger & { example: unknown })[];
  /** The types that have a trigger of their own where a menu shows no types. */
  eventTypes: string[];
}

interface Media {
  schema: JsonObject;
  example?: JsonObject;
  examples?: Record<string, { value: JsonObject }>;
}

interface DocumentOperation {
  operationId: string;
  parameters?: ({ $ref: string } | { name: string; in: string; description?: string; schema: JsonObject })[];
  requestBody?: { content: Record<string, Media> };
  responses: Record<string, { content?: Record<string, Media> }>;
}

/**
 * What connectors offer, from the document of the API.
 *
 * @throws for a chosen operation or event that the API does not have
 */
export function describeConnector(document: ApiDescription): ConnectorDescription {
  const operations = new Map(readOperations(document).map((operation) => [operation.name, operation]));
  const find = (name: string): SdkOperation => {
    const found = operations.get(name);
    if (found === undefined) throw new Error(`The API has no operation ${name}: change cli/connectors/chosen.ts`);
    return found;
  };
  const describer = new ActionDescriber(document, find);
  const resources = chosenResources.map(({ name, label, actions }) => ({
    name,
    label,
    actions: Object.entries(actions).map(([key, action]) => {
      const operation = typeof action === "string" ? action : action.operation;
      const actionLabel = typeof action === "string" ? (actionLabels[key] ?? labelOf(key)) : action.label;
      return { ...describer.describe(find(operation), key), label: actionLabel };
    }),
  }));
  return {
    resources,
    choices: {
      ...Object.fromEntries([...describer.choices].toSorted(([one], [other]) => one.localeCompare(other))),
      eventTypes: { path: "/event-types", kind: "list", items: "eventTypes", search: null },
    },
    ...describeTriggers(document),
  };
}

function describeTriggers(document: ApiDescription): Pick<ConnectorDescription, "triggers" | "eventTypes"> {
  const webhooks = document.webhooks as unknown as Record<string, { post: { summary: string } }>;
  const triggers = Object.entries(webhooks).map(([eventType, { post }]) => ({
    eventType,
    label: labelOf(eventType.replaceAll(/[._]/g, " ")),
    description: post.summary,
    example: describeEventExample(document, eventType),
  }));
  const missing = chosenEvents.filter((eventType) => webhooks[eventType] === undefined);
  if (missing.length > 0)
    throw new Error(`The API has no event ${missing.join(", ")}: change cli/connectors/chosen.ts`);
  return { triggers, eventTypes: [...chosenEvents] };
}

/** An event as the feed shows it, of the documented webhook. */
function describeEventExample(document: ApiDescription, eventType: string): JsonObject {
  const { post } = (document.webhooks as unknown as Record<string, { post: DocumentOperation }>)[eventType] ?? {};
  const media = post?.requestBody?.content["application/json"];
  const { timestamp, data } = (media?.example ?? {}) as { timestamp?: string; data?: JsonObject };
  return { eventType, occurredAt: timestamp ?? "", ...data, payload: {} };
}

/** Describes actions, and collects what their drop-downs show. */
class ActionDescriber {
  readonly choices = new Map<string, ChoiceSource>();
  readonly #document: ApiDescription;
  readonly #find: (name: string) => SdkOperation;

  constructor(document: ApiDescription, find: (name: string) => SdkOperation) {
    this.#document = document;
    this.#find = find;
  }

  describe(operation: SdkOperation, name: string): Omit<DescribedAction, "label"> {
    const own = findDocumented(this.#document, operation);
    const fields = [
      ...this.#pathFields(own),
      ...operation.query
        .filter((parameter) => !hiddenParameters.has(parameter.name))
        .map(({ name: each, schema, description = "", required }) =>
          this.#field({ name: each, place: "query", schema, description, isRequired: required }),
        ),
      ...this.#bodyFields(operation, own),
    ];
    const members = Object.keys(resolve(this.#document, operation.result)["properties"] as object).filter(
      (member) => !commonMembers.has(member),
    );
    const isWrite = operation.idempotency !== "none";
    const creates = operation.method === "POST" && /\.(create|convert)$/.test(operation.name);
    return {
      name,
      operation: operation.name,
      title: operation.summary.replace(/^List /, "Get many "),
      method: operation.method as ConnectorAction["method"],
      path: operation.path,
      fields: distinct(fields),
      idempotency: chooseIdempotency(operation, fields),
      creates,
      canRepeat: !isWrite || operation.idempotency === "required",
      items: operation.items,
      record: chooseRecord(operation, members),
      example: this.#exampleOf(operation, own),
    };
  }

  #pathFields(own: DocumentOperation): ConnectorField[] {
    return (own.parameters ?? []).flatMap((parameter) =>
      "in" in parameter && parameter.in === "path"
        ? [
            this.#field({
              name: parameter.name,
              place: "path",
              schema: parameter.schema,
              description: parameter.description ?? "",
              isRequired: true,
            }),
          ]
        : [],
    );
  }

  #bodyFields(operation: SdkOperation, own: DocumentOperation): ConnectorField[] {
    if (!operation.upload) return operation.body === null ? [] : this.#membersOf(operation.body, "", true);
    const form = own.requestBody?.content["multipart/form-data"]?.schema ?? {};
    // What the form takes from the file itself.
    return this.#membersOf(form, "", true).filter(
      ({ name }) => !["fileName", "contentType", "sizeBytes", "sha256"].includes(name),
    );
  }

  /** The fields of an object, and of objects in it that have only plain members. */
  #membersOf(schema: JsonObject, prefix: string, isNeeded: boolean): ConnectorField[] {
    const { properties = {}, required = [] } = resolve(this.#document, schema) as {
      properties?: Record<string, JsonObject>;
      required?: string[];
    };
    return Object.entries(properties).flatMap(([member, given]) => {
      const name = prefix === "" ? member : `${prefix}__${member}`;
      const isRequired = isNeeded && required.includes(member);
      const inner = this.#readSchema(given);
      const isGroup = prefix === "" && inner.type === "object" && this.#isPlain(inner.schema);
      if (isGroup) return this.#membersOf(inner.schema, name, isRequired);
      return [this.#field({ name, place: "body", schema: given, description: "", isRequired })];
    });
  }

  #isPlain(schema: JsonObject): boolean {
    const properties = Object.values((schema["properties"] ?? {}) as Record<string, JsonObject>);
    return properties.length > 0 && properties.every((each) => this.#readSchema(each).type !== "object");
  }

  #field({
    name,
    place,
    schema,
    description,
    isRequired,
  }: Pick<ConnectorField, "name" | "place" | "isRequired"> & {
    schema: JsonObject;
    description: string;
  }): ConnectorField {
    const read = this.#readSchema(schema);
    const text = description === "" ? textOf({ description: read.description, ...schema }, "description") : description;
    const choices = this.#chooseChoices(read, text, name);
    const { values } = read;
    return {
      name,
      place,
      label: nameField(name),
      help: asPlainText(read.format === "json" ? `${text} JSON.`.trim() : text),
      type: chooseType(read),
      isRequired,
      ...(choices !== undefined && { choices }),
      ...(choices === undefined && values !== undefined && { values }),
    };
  }

  #chooseChoices(read: ReadSchema, description: string, field: string): string | undefined {
    if (read.enumeration !== undefined) {
      const name = `${read.enumeration.charAt(0).toLowerCase()}${read.enumeration.slice(1)}`;
      if (!(name in enumerations)) return undefined;
      this.choices.set(`enumeration_${name}`, {
        path: `/metadata/${name}`,
        kind: "enumeration",
        items: "",
        search: null,
      });
      return `enumeration_${name}`;
    }
    const noun =
      /^The ID of (?:an?|the) ([a-z ]+?)(?:[:,.]|$)/.exec(`${read.itemDescription} ${description}`.trim())?.[1] ??
      /([A-Z]?[a-z]+)Ids?$/.exec(field)?.[1]?.toLowerCase();
    const list = noun === undefined ? undefined : idLists[noun];
    if (noun === undefined || list === undefined) return undefined;
    const { path, items, query } = this.#find(list);
    const key = `list_${noun.replaceAll(/ ([a-z])/g, (_, letter: string) => letter.toUpperCase())}`;
    this.choices.set(key, {
      path,
      kind: "list",
      items: items ?? "",
      search: query.some((parameter) => parameter.name === "q") ? "q" : null,
    });
    return key;
  }

  /** A schema without references and null. */
  #readSchema(given: JsonObject): ReadSchema {
    const schema = resolve(this.#document, given);
    const { anyOf, $ref } = { ...schema, ...given } as { anyOf?: JsonObject[]; $ref?: string };
    const forms = anyOf?.filter((form) => form["type"] !== "null");
    if (forms?.length === 1) return this.#readSchema({ ...given, anyOf: undefined, ...forms[0] });
    const type =
      [schema["type"]].flat().find((each): each is string => typeof each === "string" && each !== "null") ?? "";
    const items = type === "array" ? this.#readSchema((schema["items"] ?? {}) as JsonObject) : null;
    if (items?.type === "string")
      return {
        ...items,
        schema,
        type: "texts",
        itemDescription: items.description,
        description: textOf(schema, "description"),
      };
    return {
      schema,
      type,
      format: plainTypes.has(type) ? textOf(schema, "format") : "json",
      maxLength: Number(schema["maxLength"] ?? 0),
      description: textOf(schema, "description"),
      itemDescription: "",
      enumeration: schema["enum"] === undefined ? undefined : $ref?.split("/").at(-1),
      values: (schema["enum"] as unknown[] | undefined)?.filter((value) => value !== null).map(String),
    };
  }

  #exampleOf(operation: SdkOperation, own: DocumentOperation): unknown {
    const media = (own.responses["200"] ?? own.responses["201"])?.content?.["application/json"];
    const body = media?.example ?? Object.values(media?.examples ?? {})[0]?.value ?? {};
    if (operation.items === null) return body;
    return (body[operation.items] as unknown[] | undefined)?.[0] ?? {};
  }
}

const plainTypes: ReadonlySet<string> = new Set(["string", "integer", "number", "boolean"]);

function textOf(schema: JsonObject, name: string): string {
  const value = schema[name];
  return typeof value === "string" ? value : "";
}

interface ReadSchema {
  schema: JsonObject;
  type: string;
  format: string;
  maxLength: number;
  description: string;
  itemDescription: string;
  enumeration: string | undefined;
  values: string[] | undefined;
}

/** What connectors send themselves, what people do not choose, and `expand`: a step outputs one record. */
const hiddenParameters: ReadonlySet<string> = new Set([
  "after",
  "limit",
  "fields",
  "expand",
  "wait",
  "includeDeleted",
  "view",
]);

/** Members of responses that are no result of the operation. */
const commonMembers: ReadonlySet<string> = new Set(["success", "expanded"]);

function findDocumented(document: ApiDescription, { name, method, path }: SdkOperation): DocumentOperation {
  const item = document.paths[`${basePath}${path}`] as unknown as Record<string, DocumentOperation>;
  const found = item[method.toLowerCase()];
  if (found === undefined) throw new Error(`${name} is not in the document`);
  return found;
}

/** Longer ones are written in several lines. */
const longTextLength = 1_000;

function chooseType({ type, format, maxLength, schema }: ReadSchema): ConnectorField["type"] {
  if (schema["contentMediaType"] !== undefined) return "file";
  if (type === "texts") return "texts";
  if (format === "json") return "json";
  if (type === "boolean" || type === "integer" || type === "number") return type;
  if (format === "date") return "date";
  if (format === "date-time") return "instant";
  return maxLength >= longTextLength && format === "" ? "longText" : "text";
}

function chooseIdempotency(
  { idempotency, method }: SdkOperation,
  fields: readonly ConnectorField[],
): ConnectorAction["idempotency"] {
  if (idempotency === "required") return "header";
  const hasOwnId = idempotency === "ignored" && method === "POST" && fields.some(({ name }) => name === "externalId");
  return hasOwnId ? "externalId" : "none";
}

/**
 * The member that has the record: the only one, or the one that the operation is about, with nothing of weight beside
 * it.
 */
function chooseRecord({ items, name }: SdkOperation, members: readonly string[]): string | null {
  if (items !== null || name === "leads.convert") return null;
  const beside = members.filter(
    (member) => !["warnings", "upload", "conflicts", "newEvent", "occurrence"].includes(member),
  );
  return beside.length === 1 && !members.includes("newEvent") ? (beside[0] ?? null) : null;
}

/** `q` is Search; abbreviations are in capitals. */
function nameField(name: string): string {
  if (name === "q") return "Search";
  return labelOf(name.replaceAll("__", " ")).replaceAll(/\b(Phi|Ssn|Npi|Utm|Sms)\b/g, (word) => word.toUpperCase());
}

/** A path and a body can both name a record; the path's is the one to enter. */
function distinct(fields: readonly ConnectorField[]): ConnectorField[] {
  return [...new Map(fields.toReversed().map((field) => [field.name, field])).values()].toReversed();
}

/** Help texts have no Markdown on these platforms. */
function asPlainText(text: string): string {
  return text
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replaceAll(/[`*]/g, "")
    .replace(/ Opaque\.$/, "")
    .trim();
}
