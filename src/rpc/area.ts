import type { AnyTRPCProcedure, TRPCRouterRecord } from "@trpc/server";
import { archiveParts } from "../contract/export-parts.ts";
import type { Enumeration } from "../contract/enumeration.ts";
import type { EventDeclaration } from "../contract/events/event-declaration.ts";
import type { OperationExample } from "../contract/examples/operation-example.ts";
import type { StateMachine } from "../contract/state-machine.ts";
import type { ArchiveDeclaration, ArchivedTable, OmittedTable } from "./archive.ts";
import { router } from "./operation.ts";
import type { SearchPart } from "./search.ts";

/** What an area declares besides its operations. It is found from the router. */
interface Declared {
  /** By the operation's name. */
  examples?: Readonly<Record<string, OperationExample>>;
  events?: readonly EventDeclaration[];
  /** Closed sets of values by their names on the wire. */
  enumerations?: Readonly<Record<string, Enumeration>>;
  /** By the name of the enumeration of their statuses. */
  stateMachines?: Readonly<Record<string, StateMachine>>;
  /** Its tenant tables, with their place in an organization's archive. */
  archive?: readonly ArchiveDeclaration[];
  /** How `GET /search` finds its records. */
  search?: readonly SearchPart[];
}
type Areas = readonly { declares: Declared }[];

/**
 * The router of an area with its declarations. An operation without an example does not compile. The key of an
 * operation is its whole name, `cases.parties.create`: its path, then its verb (`testing/architecture/names.test.ts`).
 * Logs, the audit log and OpenAPI have the same.
 */
export function defineArea<Operations extends TRPCRouterRecord>(
  operations: Operations,
  declares: Declared & { examples: { readonly [Name in keyof Operations]: OperationExample } },
) {
  return Object.assign(router(operations), { declares });
}

/** The same for portal procedures, which have no examples. */
export function definePortalArea<Declarations extends TRPCRouterRecord>(
  procedures: Declarations,
  declares: Pick<Declared, "events" | "archive">,
) {
  return Object.assign(router(procedures), { declares });
}

/** All examples by the operation's name. */
export function collectExamples(areas: Areas): Readonly<Record<string, OperationExample>> {
  return collect(areas.flatMap(({ declares }) => Object.entries(declares.examples ?? {})));
}

type Procedures = Readonly<Record<string, AnyTRPCProcedure>>;
type HeadOf<Name> = Name extends `${infer Head}.${string}` ? Head : Name;
type Below<Flat, Head extends string> = {
  [Name in keyof Flat as Name extends `${Head}.${infer Rest}` ? Rest : never]: Flat[Name];
};
type Nested<Flat> = {
  [Head in HeadOf<keyof Flat> & string]: Head extends keyof Flat ? Flat[Head] : Nested<Below<Flat, Head>>;
};

/** Procedures with whole names as tRPC's client addresses them: `{ "tags.list": … }` as `{ tags: { list: … } }`. */
export function nestProcedures<Flat extends Procedures>(procedures: Flat): Nested<Flat> {
  const nested: TRPCRouterRecord = {};
  for (const [name, procedure] of Object.entries(procedures)) {
    const [verb = name, ...path] = name.split(".").toReversed();
    const record = path.reduceRight<TRPCRouterRecord>(
      (outer, part) => (outer[part] ??= {}) as TRPCRouterRecord,
      nested,
    );
    record[verb] = procedure;
  }
  return nested as Nested<Flat>;
}

/**
 * All enumerations.
 *
 * @throws when two areas use one name for different sets
 */
export function collectEnumerations(areas: Areas): Readonly<Record<string, Enumeration>> {
  return collect(areas.flatMap(({ declares }) => Object.entries(declares.enumerations ?? {})));
}

/** All state machines, by the name of the enumeration of their statuses. */
export function collectStateMachines(areas: Areas): Readonly<Record<string, StateMachine>> {
  return collect(areas.flatMap(({ declares }) => Object.entries(declares.stateMachines ?? {})));
}

/**
 * All event declarations by kind of record.
 *
 * @throws when two areas declare one kind differently
 */
export function collectEvents(areas: Areas): Readonly<Record<string, EventDeclaration>> {
  return collect(
    areas.flatMap(({ declares }) => (declares.events ?? []).map((declared) => [declared.entity, declared] as const)),
  );
}

/**
 * All tables of archives, in the order of their files, and those that archives omit.
 *
 * @throws when a table is declared twice
 */
export function collectArchive(areas: Areas): { archived: readonly ArchivedTable[]; omitted: readonly OmittedTable[] } {
  const tables = areas.flatMap(({ declares }) => declares.archive ?? []);
  const twice = tables.find(({ table }, index) => tables.findIndex((other) => other.table === table) !== index);
  if (twice !== undefined) throw new Error(`${twice.table} is declared twice`);
  const archived = tables.filter((each) => "part" in each);
  return {
    archived: archiveParts.flatMap((part) => archived.filter((each) => each.part === part)),
    omitted: tables.filter((each) => "omitted" in each),
  };
}

function collect<Value>(entries: readonly (readonly [string, Value])[]): Readonly<Record<string, Value>> {
  const collected = new Map<string, Value>();
  for (const [name, value] of entries) {
    if (collected.has(name) && collected.get(name) !== value) throw new Error(`${name} is declared twice`);
    collected.set(name, value);
  }
  return Object.fromEntries(collected);
}
