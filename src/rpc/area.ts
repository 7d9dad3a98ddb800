import type { AnyTRPCRouter, TRPCMergeRouters, TRPCRouterRecord } from "@trpc/server";
import { archiveParts } from "../contract/export-parts.ts";
import type { Enumeration } from "../contract/enumeration.ts";
import type { EventDeclaration } from "../contract/events/event-declaration.ts";
import type { OperationExample } from "../contract/examples/operation-example.ts";
import type { ArchiveDeclaration, ArchivedTable, OmittedTable } from "./archive.ts";
import { mergeRouters, router } from "./operation.ts";

/** What an area declares besides its operations. It is found from the router. */
interface Declared {
  /** By the operation's name in the area. */
  examples?: Readonly<Record<string, OperationExample>>;
  events?: readonly EventDeclaration[];
  /** Closed sets of values by their names on the wire. */
  enumerations?: Readonly<Record<string, Enumeration>>;
  /** Its tenant tables, with their place in an organization's archive. */
  archive?: readonly ArchiveDeclaration[];
}
type Areas = Readonly<Record<string, { declares: Declared }>>;

/** The router of an area with its declarations. An operation without an example does not compile. */
export function defineArea<Operations extends TRPCRouterRecord>(
  operations: Operations,
  declares: Declared & { examples: { readonly [Name in keyof Operations]: OperationExample } },
) {
  return Object.assign(router(operations), { declares });
}

/** The same for portal procedures, which have no examples. */
export function definePortalArea<Procedures extends TRPCRouterRecord>(procedures: Procedures, declares: Pick<Declared, "events" | "archive">) {
  return Object.assign(router(procedures), { declares });
}

/** Joins several routers to one area: a workflow's operation joins the area whose path it has. */
export function joinAreas<Joined extends (AnyTRPCRouter & Areas[string])[]>(...joined: [...Joined]): TRPCMergeRouters<Joined> & Areas[string] {
  const declared = joined.map(({ declares }) => declares);
  const declares: Declared = {
    examples: Object.assign({}, ...declared.map(({ examples }) => examples)) as Declared["examples"] & object,
    events: declared.flatMap(({ events = [] }) => events),
    enumerations: Object.assign({}, ...declared.map(({ enumerations }) => enumerations)) as Declared["enumerations"] & object,
    archive: declared.flatMap(({ archive = [] }) => archive),
  };
  return Object.assign(mergeRouters<Joined>(...joined), { declares });
}

export function collectExamples(areas: Areas): Readonly<Record<string, OperationExample>> {
  const named = Object.entries(areas).map(([area, { declares }]) => Object.entries(declares.examples ?? {}).map(([name, example]) => [`${area}.${name}`, example]));
  return Object.fromEntries(named.flat()) as Record<string, OperationExample>;
}

/** All enumerations. @throws when two areas use one name for different sets */
export function collectEnumerations(areas: Areas): Readonly<Record<string, Enumeration>> {
  return collect(Object.values(areas).flatMap(({ declares }) => Object.entries(declares.enumerations ?? {})));
}

/** All event declarations by kind of record. @throws when two areas declare one kind differently */
export function collectEvents(areas: Areas): Readonly<Record<string, EventDeclaration>> {
  return collect(Object.values(areas).flatMap(({ declares }) => (declares.events ?? []).map((declared) => [declared.entity, declared] as const)));
}

/** All tables of archives, in the order of their files, and those that archives omit. @throws when a table is declared twice */
export function collectArchive(areas: Areas): { archived: readonly ArchivedTable[]; omitted: readonly OmittedTable[] } {
  const tables = Object.values(areas).flatMap(({ declares }) => declares.archive ?? []);
  const twice = tables.find(({ table }, index) => tables.findIndex((other) => other.table === table) !== index);
  if (twice !== undefined) throw new Error(`${twice.table} is declared twice`);
  const archived = tables.filter((each) => "part" in each);
  return { archived: archiveParts.flatMap((part) => archived.filter((each) => each.part === part)), omitted: tables.filter((each) => "omitted" in each) };
}

function collect<Value>(entries: readonly (readonly [string, Value])[]): Readonly<Record<string, Value>> {
  const collected = new Map<string, Value>();
  for (const [name, value] of entries) {
    if (collected.has(name) && collected.get(name) !== value) throw new Error(`${name} is declared twice`);
    collected.set(name, value);
  }
  return Object.fromEntries(collected);
}
