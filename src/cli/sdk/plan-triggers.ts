import { declarations, declarationsByName, examples } from "../../composition/router.ts";
import { eventTypes } from "../../contract/events/event-catalog.generated.ts";
import { ids, times } from "../../contract/examples/example-story.ts";
import { idPrefixes } from "../../contract/ids.ts";
import type { EventType } from "../../contract/events/event-types.ts";
import type { Declaration } from "../../rpc/declarations.ts";
import { recordMarks, type RecordPlan, type TriggerPlans, type TriggerRequest } from "../../sdk/trigger.ts";
import { triggerOperations, type TriggerStep } from "./trigger-operations.ts";

const prefixes: ReadonlySet<string> = new Set(Object.values(idPrefixes));

/**
 * Members of an example's body that belong to its story: what only one record can have, revisions, and what the firm
 * defines for itself.
 */
const ofTheStory: ReadonlySet<string> = new Set([
  "customFields",
  "expectedRevision",
  "expectedVersion",
  "externalId",
  "providerMessageId",
  "tags",
]);

/** The prefix of an ID; undefined of other text. */
function prefixOf(text: unknown): string | undefined {
  const prefix = typeof text === "string" ? /^([a-z]+)_[0-9a-z]{26}$/.exec(text)?.[1] : undefined;
  return prefix !== undefined && prefixes.has(prefix) ? prefix : undefined;
}

type NameRecord = (id: string) => string;

/** Names the records of examples by their IDs: `{cli}` is the client of the story, `{cli.2}` the next one. */
function createNames(): NameRecord {
  const names = new Map<string, string>();
  const counts = new Map<string, number>();
  const nameRecord: NameRecord = (id) => {
    const prefix = prefixOf(id);
    if (prefix === undefined) return id;
    const count = (counts.get(prefix) ?? 0) + 1;
    const name = names.get(id) ?? (count === 1 ? `{${prefix}}` : `{${prefix}.${count}}`);
    if (!names.has(id)) counts.set(prefix, count);
    names.set(id, name);
    return name;
  };
  for (const id of Object.values(ids)) nameRecord(id);
  return nameRecord;
}

function replaceIds(value: unknown, nameRecord: NameRecord): unknown {
  if (typeof value === "string") return nameRecord(value);
  if (Array.isArray(value)) return value.map((item) => replaceIds(item, nameRecord));
  if (typeof value !== "object" || value === null) return value;
  // Examples have an email address wherever they have a phone number, and there are few of those that are nobody's.
  const left = Object.entries(value).filter(
    ([name]) => !ofTheStory.has(name) && !(name === "phone" && "email" in value),
  );
  return Object.fromEntries(left.map(([name, item]) => [name, replaceIds(item, nameRecord)]));
}

/** The request of an operation's example, or with another body. */
function writeRequest(
  { meta, name }: Declaration,
  nameRecord: NameRecord,
  other?: TriggerRequest["body"],
): TriggerRequest {
  const { parameters = {}, body: own } = examples[name] ?? {};
  const body = other ?? (own === undefined ? undefined : (replaceIds(own, nameRecord) as Record<string, unknown>));
  return {
    method: meta.method,
    path: meta.path.replaceAll(/\{(\w+)\}/g, (_, parameter: string) => nameRecord(String(parameters[parameter]))),
    ...(body !== undefined && { body }),
    ...(meta.ifMatch === "required" && { ifMatch: true as const }),
    ...(meta.upload === true && { upload: true as const }),
  };
}

const countNeeds = (request: TriggerRequest) =>
  new Set(JSON.stringify([request.path, request.body]).match(recordMarks)).size;

/** The member of a response that has a record of a kind, with the kind's prefix; undefined where it is none. */
function findShown(response: Readonly<Record<string, unknown>>, isList: boolean): [string, string] | undefined {
  for (const [member, value] of Object.entries(response)) {
    const record: unknown = isList && Array.isArray(value) ? value[0] : value;
    if (typeof record !== "object" || record === null || isList !== Array.isArray(value)) continue;
    // Its own ID is `id`, or its first one: `facilityId`.
    const prefix = prefixOf("id" in record ? record.id : Object.values(record).find(prefixOf));
    if (prefix !== undefined) return [member, prefix];
  }
  return undefined;
}

/** The request without members that name records of the kind that it makes: the first one has no other. */
function startKind(request: TriggerRequest, prefix: string): TriggerRequest {
  if (request.body === undefined) return request;
  const members = Object.entries(request.body).filter(([, value]) => !JSON.stringify(value).includes(`"{${prefix}`));
  return { ...request, body: Object.fromEntries(members) };
}

/** What makes a record of each kind, or lists those that are there: an attorney. */
function planRecords(nameRecord: NameRecord): Record<string, RecordPlan> {
  const records: Record<string, RecordPlan> = {
    [idPrefixes.member]: { method: "GET", path: "/attorneys", record: "attorneys" },
  };
  const made = declarations
    .filter(
      // `caseport trigger` uploads documents to cases alone.
      ({ kind, meta, name }) => kind === "mutation" && meta.method === "POST" && name !== "leads.documents.create",
    )
    .map((declaration) => ({ name: declaration.name, request: writeRequest(declaration, nameRecord) }))
    .toSorted((one, other) => countNeeds(one.request) - countNeeds(other.request));
  const listed = declarations
    .filter(
      ({ kind, meta, pathParameters }) => kind === "query" && meta.method === "GET" && pathParameters.length === 0,
    )
    .map((declaration) => ({ name: declaration.name, request: writeRequest(declaration, nameRecord) }));
  for (const [isList, requests] of [
    [false, made],
    [true, listed],
  ] as const)
    for (const { name, request } of requests) {
      const shown = findShown(examples[name]?.response ?? {}, isList);
      if (shown === undefined) continue;
      const [record, prefix] = shown;
      const first = startKind(request, prefix);
      if (!first.path.includes(`{${prefix}`)) records[prefix] ??= { ...first, record };
    }
  return records;
}

/**
 * How to cause events in a sandbox by its API, made from the declarations and examples of the operations.
 *
 * @throws for an operation that does not exist
 */
export function planTriggers(): TriggerPlans {
  const nameRecord = createNames();
  const writeStep = (step: TriggerStep): TriggerRequest => {
    const [name, body] = typeof step === "string" ? [step] : step;
    const declaration = declarationsByName.get(name);
    if (declaration === undefined) throw new Error(`No operation is called ${name}`);
    return writeRequest(declaration, nameRecord, body);
  };
  const records = planRecords(nameRecord);
  const planned = Object.entries(triggerOperations).map(([eventType, steps]) => [
    eventType,
    { description: eventTypes[eventType as EventType], steps: steps.map(writeStep) },
  ]);
  return { day: times.now.slice(0, 10), records, triggers: Object.fromEntries(planned) as TriggerPlans["triggers"] };
}
