import type { ConnectorField } from "../../connectors/description.ts";
import type { ConnectorDescription, DescribedAction, DescribedResource } from "./describe-connector.ts";
import { writeTitle } from "./write-title.ts";

export type Property = Record<string, unknown>;

/** The sentence that n8n's linter wants of every drop-down that is loaded. */
const loadedDescription =
  'Choose from the list, or specify an ID using an <a href="https://docs.n8n.io/code/expressions/">expression</a>';
export const loadedListDescription = loadedDescription.replace("an ID", "IDs");

/** The functions of n8n that fill a drop-down: as a whole, and by what a person searches. */
export const nameLoader = (source: string) => `load_${source}`;
export const nameSearcher = (source: string) => `search_${source}`;

/** The resources, the operations of each, and the fields of each operation. */
export function writeProperties({ resources, choices }: ConnectorDescription): Property[] {
  return [
    {
      displayName: "Resource",
      name: "resource",
      type: "options",
      noDataExpression: true,
      options: resources
        .map(({ name, label }) => ({ name: label, value: name }))
        .toSorted((one, other) => one.name.localeCompare(other.name)),
      default: "case",
    },
    ...resources.map(writeOperations),
    ...resources.flatMap((resource) => resource.actions.flatMap((action) => writeFields(resource, action, choices))),
  ];
}

function writeOperations({ name, actions }: DescribedResource): Property {
  const options = actions
    .map(({ name: value, label, title }) => ({ name: label, value, description: title, action: title }))
    .toSorted((one, other) => one.name.localeCompare(other.name));
  return {
    displayName: "Operation",
    name: "operation",
    type: "options",
    noDataExpression: true,
    displayOptions: { show: { resource: [name] } },
    options,
    default: options.some(({ value }) => value === "create") ? "create" : options[0]?.value,
  };
}

function writeFields(
  { name: resource }: DescribedResource,
  action: DescribedAction,
  choices: ConnectorDescription["choices"],
): Property[] {
  const displayOptions = { show: { resource: [resource], operation: [action.name] } };
  const fields = action.fields.filter(({ type }) => type !== "file");
  const optional = fields.filter(({ isRequired }) => !isRequired).map((field) => writeField(field, choices));
  const hasKey = action.idempotency !== "none";
  return [
    ...fields
      .filter(({ isRequired }) => isRequired)
      .map((field) => {
        const { default: initial, displayName, name, type, ...rest } = writeField(field, choices);
        return { displayName, name, type, required: true, displayOptions, default: initial, ...rest };
      }),
    ...(fields.length < action.fields.length ? [{ ...fileProperty, displayOptions }] : []),
    ...(action.items === null ? [] : writePaging(displayOptions)),
    ...(optional.length === 0 ? [] : [{ ...collectionOf(action), displayOptions, options: sortByLabel(optional) }]),
    ...(hasKey ? [{ ...keyProperty, displayOptions }] : []),
  ];
}

const fileProperty: Property = {
  displayName: "Input Binary Field",
  name: "binaryPropertyName",
  type: "string",
  required: true,
  default: "data",
  hint: "The name of the input field with the file, at most 25 MiB",
};

/** What people set who know what makes two runs the same. */
const keyProperty: Property = {
  displayName: "Options",
  name: "options",
  type: "collection",
  placeholder: "Add option",
  default: {},
  options: [
    {
      displayName: "Idempotency Key",
      name: "idempotencyKey",
      type: "string",
      default: "",
      description:
        "What makes two runs the same, such as the ID of the record that started them. Runs with the same key take effect once within a day. By default each execution takes effect once, however often the node is tried in it.",
    },
  ],
};

function writePaging(displayOptions: Property): Property[] {
  return [
    {
      displayName: "Return All",
      name: "returnAll",
      type: "boolean",
      displayOptions,
      default: false,
      description: "Whether to return all results or only up to a given limit",
    },
    {
      displayName: "Limit",
      name: "limit",
      type: "number",
      displayOptions: { show: { ...(displayOptions["show"] as object), returnAll: [false] } },
      typeOptions: { minValue: 1 },
      default: 50,
      description: "Max number of results to return",
    },
  ];
}

function collectionOf({ items, method }: DescribedAction): Property {
  if (items !== null)
    return { displayName: "Filters", name: "filters", type: "collection", placeholder: "Add filter", default: {} };
  return method === "PATCH"
    ? {
        displayName: "Update Fields",
        name: "updateFields",
        type: "collection",
        placeholder: "Add field",
        default: {},
      }
    : {
        displayName: "Additional Fields",
        name: "additionalFields",
        type: "collection",
        placeholder: "Add field",
        default: {},
      };
}

function sortByLabel(properties: Property[]): Property[] {
  return properties.toSorted((one, other) => String(one["displayName"]).localeCompare(String(other["displayName"])));
}

/** One field. n8n's linter checks names, descriptions and defaults by the type. */
function writeField(field: ConnectorField, choices: ConnectorDescription["choices"]): Property {
  const { name, label, help, type, values } = field;
  const source = field.choices === undefined ? undefined : choices[field.choices];
  const description = help === "" ? undefined : describe(help);
  if (field.choices !== undefined && source !== undefined) {
    const isSearched = source.search !== null && type !== "texts";
    return isSearched ? writeSearched(field, field.choices) : writeLoaded(field, field.choices);
  }
  if (values !== undefined && type !== "texts") {
    const options = values.map((value) => ({ name: writeTitle(value), value }));
    return {
      displayName: label,
      name,
      type: "options",
      options: options.toSorted((one, other) => one.name.localeCompare(other.name)),
      default: options[0]?.value,
      description,
    };
  }
  return {
    displayName: label,
    name,
    ...typeOf(field),
    description: type === "boolean" ? asWhether(field) : description,
  };
}

function typeOf({ name, type }: ConnectorField): Property {
  const isEmail = type === "text" && /email$/i.test(name);
  return isEmail ? { type: "string", placeholder: "name@email.com", default: "" } : typeProperties[type];
}

const typeProperties: Readonly<Record<ConnectorField["type"], Property>> = {
  boolean: { type: "boolean", default: false },
  integer: { type: "number", typeOptions: { numberPrecision: 0 }, default: 0 },
  number: { type: "number", default: 0 },
  date: { type: "dateTime", default: "" },
  instant: { type: "dateTime", default: "" },
  json: { type: "json", default: "" },
  longText: { type: "string", typeOptions: { rows: 4 }, default: "" },
  texts: { type: "string", typeOptions: { multipleValues: true }, default: [] },
  text: { type: "string", default: "" },
  file: { type: "string", default: "" },
};

/** A drop-down that is loaded as a whole. */
function writeLoaded({ name, label, help, type }: ConnectorField, source: string): Property {
  const base = label.replace(/ IDs?$/, "");
  const isList = type === "texts";
  return {
    displayName: isList ? `${base} Names or IDs` : `${base} Name or ID`,
    name,
    type: isList ? "multiOptions" : "options",
    typeOptions: { loadOptionsMethod: nameLoader(source) },
    default: isList ? [] : "",
    description: isList ? loadedListDescription : loadedDescription,
    ...(help !== "" && { hint: describe(help) }),
  };
}

/** A record of a list that is searched, or its ID. */
function writeSearched({ name, label, help }: ConnectorField, source: string): Property {
  return {
    displayName: label.replace(/ ID$/, ""),
    name,
    type: "resourceLocator",
    default: { mode: "list", value: "" },
    ...(help !== "" && { description: describe(help) }),
    modes: [
      {
        displayName: "From List",
        name: "list",
        type: "list",
        typeOptions: { searchListMethod: nameSearcher(source), searchable: true },
      },
      { displayName: "By ID", name: "id", type: "string", placeholder: "e.g. external:crm-20418" },
    ],
  };
}

/** A single sentence has no period, several have one at the end. */
export function describe(text: string): string {
  const encoded = text
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll(/\bid\b/g, "ID");
  const trimmed = encoded.replaceAll("\n", " ").replace(/\.$/, "");
  const capital = `${trimmed.charAt(0).toUpperCase()}${trimmed.slice(1)}`;
  return /[.!?] /.test(capital) ? `${capital}.` : capital;
}

function asWhether({ label, help }: ConnectorField): string {
  if (/^whether/i.test(help)) return describe(help);
  const words = label.toLowerCase().replace(/^is /, "it is ").replace(/^has /, "it has ");
  return describe(help === "" ? `Whether ${words}` : `Whether ${words}. ${help}`);
}
