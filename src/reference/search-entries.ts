import { errorDescription, errorStatus, type ErrorCode } from "../contract/errors/error-codes.ts";
import { nameAnchor } from "./anchor.ts";
import { chapters } from "./chapters.ts";
import { collectSchemas, readDocument, type Area, type Operation } from "./document.ts";
import { readGuides } from "./guides.ts";

/** What a search of the reference finds. */
export interface SearchEntry {
  kind: "Operation" | "Field" | "Error" | "Chapter" | "Guide";
  title: string;
  detail: string;
  address: string;
  /** Found by these, too; not shown. */
  words?: string;
}

/** Operations, fields of named records, error codes, chapters and sections of guides. */
export function listSearchEntries(): SearchEntry[] {
  const { areas } = readDocument();
  return [
    ...areas.flatMap(listOperations),
    ...listFields(areas),
    ...listErrorCodes(),
    ...chapters.map(describeChapter),
    ...listSections(),
  ];
}

function listOperations({ name, href, operations }: Area): SearchEntry[] {
  return operations.map(({ id, method, path, summary, description, body }) => ({
    kind: "Operation",
    title: summary,
    detail: `${method} ${path}`,
    address: `${href}#${id}`,
    words: [
      id,
      name,
      description.split("\n\n")[0],
      ...Object.keys(body?.schema === undefined ? {} : (resolveBody(body.schema) ?? {})),
    ].join(" "),
  }));
}

const resolveBody = ({ $ref = "" }: { $ref?: string }) => readDocument().schemas[$ref]?.properties;

/** Each field of a record once, with the first operation that shows the record. */
function listFields(areas: readonly Area[]): SearchEntry[] {
  const found = new Map<string, SearchEntry>();
  for (const { href, operations } of areas)
    for (const operation of operations)
      for (const entry of listFieldsOf(href, operation)) if (!found.has(entry.title)) found.set(entry.title, entry);
  return [...found.values()];
}

function listFieldsOf(href: string, { id, summary, responses }: Operation): SearchEntry[] {
  return Object.entries(collectSchemas(responses)).flatMap(([reference, { properties = {} }]) => {
    const record = reference.split("/").at(-1) ?? "";
    if (record.startsWith("Written")) return [];
    return Object.entries(properties).map(([name, { description }]): SearchEntry => ({
      kind: "Field",
      title: `${record}.${name}`,
      detail: description?.split("\n")[0] ?? summary,
      address: `${href}#${id}`,
    }));
  });
}

function listErrorCodes(): SearchEntry[] {
  return (Object.keys(errorStatus) as ErrorCode[]).map((code) => ({
    kind: "Error",
    title: code,
    detail: `${errorStatus[code]}: ${errorDescription[code]}`,
    address: "/docs#errors",
  }));
}

function describeChapter({ title, paragraphs }: (typeof chapters)[number]): SearchEntry {
  return {
    kind: "Chapter",
    title,
    detail: "API reference",
    address: `/docs#${nameAnchor(title)}`,
    words: paragraphs.join(" "),
  };
}

function listSections(): SearchEntry[] {
  return readGuides().flatMap(({ href, title, summary, sections, text }): SearchEntry[] => {
    const parts = text.split(/^#{2,3} .*$/m).slice(1);
    return [
      { kind: "Guide", title, detail: summary, address: href },
      ...sections.map((section, index): SearchEntry => ({
        kind: "Guide",
        title: section,
        detail: title,
        address: `${href}#${nameAnchor(section)}`,
        words: parts[index] ?? "",
      })),
    ];
  });
}
