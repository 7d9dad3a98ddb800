import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  sql,
  type CompiledQuery,
  type RawBuilder,
} from "kysely";
import { markOnCluster } from "../../platform/database/database.ts";
import type { Tables } from "../../platform/database/tables.ts";
import { placeholder, type Members } from "./placeholder.ts";

/** A statement that a function composed. */
export interface RecordedStatement {
  text: string;
  /** Which of the parameters are the organization's id, by their numbers in the text. */
  organization: ReadonlySet<number>;
  /** Where it was given to the database, as `src/areas/….ts:12`; undefined for a fragment that was returned. */
  site: string | undefined;
}

export type StoreFunction = (...given: unknown[]) => unknown;

/** Arguments by the names of the parameters, where a placeholder does not do; of a pattern by its place. */
export type GivenArguments = Readonly<Record<string, unknown>>;

/** The organization in whose name functions are called. */
export const organizationId = "org_recorded";

/** The name of a parameter, as in `purpose = "look"`; of a pattern its place. */
const nameOf = (parameter: string, at: number) => /^\w+/.exec(parameter)?.[0] ?? String(at);

/**
 * Calls a function in many ways with arguments that stand for any, without a database.
 *
 * @param given what some parameters are instead, in one way after the other
 * @param literals what parameters of these names may be, as the source declares them
 * @param cluster where its statements would run
 * @returns the statements that it composed
 */
export async function recordStatements(
  called: StoreFunction,
  given: readonly GivenArguments[],
  literals: ReadonlyMap<string, readonly string[]>,
  cluster: "cluster" | "no cluster" = "no cluster",
): Promise<RecordedStatement[]> {
  const recorded = new Map<string, RecordedStatement>();
  const names = readParameters(called).map(nameOf);
  for (const rows of [["placeholders"], [true], []] as const) {
    for (const { members, chosen } of listWays(names, given, literals)) {
      const organizations = new Set<unknown>([organizationId]);
      const recorder = openRecorder(rows, ({ sql: text, parameters: values }) => {
        const isOrganization = (value: unknown): boolean =>
          Array.isArray(value) ? value.length > 0 && value.every(isOrganization) : organizations.has(value);
        const organization = new Set(values.flatMap((value, at) => (isOrganization(value) ? [at + 1] : [])));
        const known = recorded.get(text);
        // A stack costs more than all else here, so it is read once. A parameter has to be the organization's id in every call.
        recorded.set(
          text,
          known === undefined
            ? { text, organization, site: findSite() }
            : { ...known, organization: new Set([...known.organization].filter((each) => organization.has(each))) },
        );
      });
      const context = standInContext(recorder, organizations);
      if (cluster === "cluster") for (const executor of [recorder, context]) markOnCluster(executor as Kysely<Tables>);
      const values = names.map((name, at) => {
        if (name in chosen) return chosen[name];
        return isRowSource(name, names) ? sql`(SELECT NULL)` : standIn(name, at, context, members);
      });
      // What goes wrong with a placeholder goes wrong after the statement was composed, or shows as a statement that is missing.
      await run(called, values, context).catch(() => undefined);
    }
  }
  return [...recorded.values()];
}

interface Way {
  members: Members;
  chosen: GivenArguments;
}

/** All placeholders; with members that are absent; each parameter absent alone; each literal that it may be. */
function listWays(
  names: readonly string[],
  given: readonly GivenArguments[],
  literals: ReadonlyMap<string, readonly string[]>,
): Way[] {
  const bases = given.length > 0 ? given : [{}];
  const others = names
    .slice(1)
    .filter((name) => !name.startsWith("organizationId") && !isRowSource(name, names) && !takesExecutor(name));
  const alone = others.flatMap((name) =>
    [undefined, null, ...(literals.get(name) ?? [])].map((value) => ({ [name]: value })),
  );
  return bases.flatMap((base) => [
    ...(["placeholders", undefined, null] as const).map((members) => ({ members, chosen: base })),
    ...alone.map((chosen) => ({ members: "placeholders" as const, chosen: { ...chosen, ...base } })),
  ]);
}

/** Whether a parameter is the rows that a resource's `select` adds columns to. */
const isRowSource = (name: string, names: readonly string[]) => name === "from" && names[0] === "organizationId";

function standIn(name: string, at: number, context: unknown, members: Members): unknown {
  if (name === "organizationId") return organizationId;
  if (name === "organizationIds") return [organizationId];
  return at === 0 || takesExecutor(name) ? context : placeholder(members);
}

/** Whether something by which statements run is among these parameters. */
export function takesExecutor(parameters: string): boolean {
  return /\b(context|transaction|database|withoutTenant|snapshot)\b/.test(parameters);
}

/**
 * Waits for what was returned, takes from what streams, composes what is a fragment, and stops what runs on: it would
 * as long as the worker.
 */
async function run(called: StoreFunction, values: unknown[], context: object): Promise<void> {
  const returned = called(...values) as Partial<AsyncGenerator & RawBuilder<unknown>> | undefined;
  returned?.compile?.(context as Kysely<Tables>);
  if (returned?.next !== undefined) await returned.next();
  const running = (await returned) as { stop?: () => Promise<void> } | undefined;
  await running?.stop?.();
}

/** The parameters of a function as its source has them, those of a pattern whole. */
export function readParameters(called: StoreFunction): string[] {
  const source = called.toString();
  const parameters = [""];
  let depth = 0;
  for (const letter of source.slice(source.indexOf("(") + 1)) {
    if (depth === 0 && letter === ")") break;
    if ("({[".includes(letter)) depth += 1;
    if (")}]".includes(letter)) depth -= 1;
    if (depth === 0 && letter === ",") parameters.push("");
    else parameters.push(`${parameters.pop() ?? ""}${letter}`);
  }
  return parameters.map((parameter) => parameter.trim()).filter((parameter) => parameter !== "");
}

/** What stands for a context, a database, a transaction and a snapshot alike. */
function standInContext(recorder: Kysely<Tables>, organizations: Set<unknown>): object {
  const withTenantTransaction = (id: unknown, work: (transaction: unknown) => unknown) => {
    organizations.add(id);
    return work(recorder);
  };
  const read = function* read(query: Partial<RawBuilder<unknown>>) {
    yield query.compile?.(recorder);
  };
  const own: Record<string | symbol, unknown> = {
    organizationId,
    transaction: recorder,
    withoutTenant: recorder,
    withTenantTransaction,
    read,
    expectedRevisions: null,
  };
  const context: object = new Proxy(recorder, {
    get: (_, name) => {
      if (name === "database") return context;
      // It is no promise.
      if (name === "then") return undefined;
      if (name in own) return own[name];
      const member: unknown = Reflect.get(recorder, name, recorder);
      return typeof member === "function" ? (member.bind(recorder) as unknown) : (member ?? placeholder());
    },
    // A store may spread its context, with other expected revisions.
    ownKeys: () => Reflect.ownKeys(own),
    getOwnPropertyDescriptor: (_, name) =>
      name in own ? { value: own[name], enumerable: true, configurable: true } : undefined,
  });
  return context;
}

/** One for all recorders: to make one takes longer than what a recorder compiles with it. */
const compiler = new PostgresQueryCompiler();

/** Kysely for PostgreSQL without a connection: it records what it compiles, and what it executes that was compiled once. */
function openRecorder(rows: readonly Members[], record: (compiled: CompiledQuery) => void): Kysely<Tables> {
  const own = new Set<CompiledQuery["queryId"]>();
  const compileQuery: typeof compiler.compileQuery = (node, queryId) => {
    const compiled = compiler.compileQuery(node, queryId);
    own.add(queryId);
    record(compiled);
    return compiled;
  };
  const result = () => ({
    rows: rows.map((members) => placeholder(members)) as never[],
    numAffectedRows: BigInt(rows.length),
  });
  const driver = new DummyDriver();
  const executeQuery = (compiled: CompiledQuery) => {
    if (!own.has(compiled.queryId)) record(compiled);
    return Promise.resolve(result());
  };
  driver.acquireConnection = () => Promise.resolve({ executeQuery, streamQuery: async function* none() {} });
  return new Kysely<Tables>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => driver,
      createIntrospector: (database) => new PostgresIntrospector(database),
      createQueryCompiler: () => ({ compileQuery }),
    },
  });
}

/** The innermost line of the product on the stack. */
function findSite(): string | undefined {
  return /\/(src\/(?!testing\/)[\w./-]+\.ts:\d+)/.exec(new Error("here").stack ?? "")?.[1];
}
