import { nameType } from "./describe-types.ts";
import type { SdkOperation } from "./read-operations.ts";

/** Methods that sdk/caseport.ts adds beside an operation's own: they are more than one request. */
const composed: Readonly<Record<string, readonly string[]>> = {
  "events.list": [
    "/** Reads the feed for ever, from the cursor in the store. @throws CursorExpiredError */",
    "follow(options: FollowOptions<EventFilter>): AsyncGenerator<EventPage<FeedEvent>, void, undefined>;",
    "/** The cursor after the newest event. */",
    "readEnd(options?: RequestOptions): Promise<string>;",
  ],
};

/** Members of a document's body that `upload` fills in from the file. */
const fileMembers = ["fileName", "contentType", "sizeBytes", "sha256"];

const header = `// Written from the router (cli/sdk/write-api.ts).
import type { FieldOptions, ReadOptions, ShowOptions, WriteOptions } from "./call.js";
import type { EventPage, FollowOptions } from "./follow.js";
import type { Pages } from "./pages.js";
import type { RequestOptions } from "./send.js";
import type { UploadOptions, UploadSource } from "./upload.js";
import type * as types from "./types.js";
export type * from "./types.js";

/** Where the operation returns an ETag: for \`ifMatch\` and \`ifNoneMatch\`. */
export interface Tagged {
  etag?: string;
}
/** Options of a change that must name the revision it is based on. */
export type RevisionOptions = WriteOptions & { ifMatch: string | number };
/** An upload's members, without those that come from the file. */
export type UploadOf<Body> = Omit<Partial<Body>, ${fileMembers.map((name) => `"${name}"`).join(" | ")}> & UploadOptions;
export type FeedEvent = types.EventsListResult["events"][number];
/** A page without deleted records. */
export type LivePage<Page, Items extends keyof Page> = Omit<Page, Items> & Record<Items, Exclude<Page[Items] extends (infer Item)[] ? Item : never, types.DeletedRecord>[]>;
/** Which events \`follow\` reads. */
export type EventFilter = Pick<types.EventsListQuery, "entity" | "eventType" | "entityId" | "since">;
`;

type Tree = Map<string, Tree | string[]>;

/** \`api.d.ts\` of the package: each operation as a method. */
export function writeApi(operations: readonly SdkOperation[]): string {
  const root: Tree = new Map();
  for (const operation of operations) place(root, operation.name.split("."), describeMethod(operation));
  const documents = root.get("documents");
  const upload = operations.find(({ name }) => name === "cases.documents.create");
  if (documents instanceof Map && upload !== undefined) documents.set("upload", describeUpload(upload));
  return `${header}\n/** The operations, as in the reference. */\nexport interface Api ${writeTree(root, 0)}\n`;
}

function place(tree: Tree, steps: readonly string[], lines: string[]): void {
  const [step = "", ...rest] = steps;
  if (rest.length === 0) return void tree.set(step, [...((tree.get(step) as string[] | undefined) ?? []), ...lines]);
  const below = tree.get(step) ?? new Map();
  if (!(below instanceof Map)) throw new Error(`${step} is a method and a group of methods`);
  tree.set(step, below);
  place(below, rest, lines);
}

function writeTree(tree: Tree, depth: number): string {
  const indent = "  ".repeat(depth + 1);
  const lines = [...tree].flatMap(([step, below]) =>
    (below instanceof Map ? [`${step}: ${writeTree(below, depth + 1)};`] : below).map((line) => `${indent}${line}`),
  );
  return `{\n${lines.join("\n")}\n${"  ".repeat(depth)}}`;
}

function describeMethod(operation: SdkOperation): string[] {
  const { name, summary, method, path, upload, query } = operation;
  const includesDeleted = query.some((parameter) => parameter.name === "includeDeleted");
  const ways = includesDeleted ? (["live", "all"] as const) : ([undefined] as const);
  const own = [
    `/** ${summary}: \`${method} ${path}\` */`,
    ...ways.map(
      (way) =>
        `${name.split(".").at(-1)}(${listParameters(operation, way).join(", ")}): ${describeResult(operation, way)};`,
    ),
  ];
  return [...own, ...(upload ? describeUpload(operation) : []), ...(composed[name] ?? [])];
}

/** Of a list that includes deleted records on request: without them, or with. */
type Way = keyof typeof includeDeleted | undefined;
const includeDeleted = { live: " & { includeDeleted?: false }", all: " & { includeDeleted: true }" } as const;

function listParameters(operation: SdkOperation, way: Way): string[] {
  const { name, parameters, query, body, canOmitBody, ifMatch } = operation;
  const ids = parameters.map((parameter) => `${parameter}: string`);
  const inQuery = `types.${nameType(name, "Query")}${way === undefined ? "" : includeDeleted[way]}`;
  const inBody = `types.${nameType(name, "Body")}`;
  const inBoth = query.length > 0 ? `${inBody} & ${inQuery}` : inBody;
  const input = body === null ? inQuery : inBoth;
  const isOptional =
    ifMatch !== "required" && way !== "all" && (body === null ? query.every(({ required }) => !required) : canOmitBody);
  return [
    ...ids,
    ...(body === null && query.length === 0
      ? []
      : [`${body === null ? "query" : "body"}${isOptional ? "?" : ""}: ${input}`]),
    describeOptions(operation),
  ];
}

function describeOptions({ ifMatch, idempotency, canBeUnchanged, selects, shows }: SdkOperation): string {
  if (ifMatch === "required") return "options: RevisionOptions";
  const ofRead = canBeUnchanged ? "ReadOptions" : "RequestOptions";
  const own = [...(selects ? ["FieldOptions"] : []), ...shows.map((option) => `Pick<ShowOptions, "${option}">`)];
  return `options?: ${[idempotency === "none" ? ofRead : "WriteOptions", ...own].join(" & ")}`;
}

function describeResult({ name, items }: SdkOperation, way: Way): string {
  const whole = `types.${nameType(name, "Result")}`;
  const result = way === "live" && items !== null ? `LivePage<${whole}, "${items}">` : whole;
  return items === null ? `Promise<${result} & Tagged>` : `Pages<${result}["${items}"][number], ${result}>`;
}

function describeUpload({ name, parameters }: SdkOperation): string[] {
  const id = parameters.map((parameter) => `${parameter}: string`).join(", ");
  return [
    "/** Sends a file, in one request or in parts, as its size requires. */",
    `upload(${id}, file: UploadSource, options?: UploadOf<types.${nameType(name, "Body")}>): Promise<Pick<types.${nameType(name, "Result")}, "document"> & Tagged>;`,
  ];
}
