import type * as z from "zod";
import type { OperationMeta } from "../contract/operation.ts";
import { createWithholder } from "./withhold.ts";
import type { Context } from "./context.ts";
import { expandOf, extendOutput, findExpandable, type Expandable, type Expansion } from "./expand.ts";
import { listExternalPlaces, type ExternalPlace } from "./external-ids.ts";
import { fieldsOf, findSelectable } from "./fields.ts";
import { createResponsePicker } from "./pick-output.ts";

/** A declared operation, for routes, OpenAPI, the docs and the conformance table. */
export interface Declaration {
  /** Path and verb, such as `cases.parties.create`: its name in logs, the audit log and OpenAPI. */
  name: string;
  kind: "query" | "mutation";
  meta: OperationMeta;
  /** One flat object: path parameters from the path, the rest from query or body. */
  input: z.ZodObject;
  output: z.ZodObject;
  /** The member of the response whose records `fields` reduces; undefined where the operation does not take it. */
  selectable: string | undefined;
  /** What `expand` adds to the response; undefined where the operation does not take it. */
  expandable: Expandable | undefined;
  /** Sets to null what the response shows of records that the caller does not read; null where it shows none. */
  withhold: ReturnType<typeof createWithholder>;
  /** Names in braces in the path, in order. */
  pathParameters: readonly string[];
  /** Where the input can name a record by its `externalId`. */
  externalPlaces: readonly ExternalPlace[];
  /** The area's function, which returns at least the declared members. */
  resolve(call: { ctx: Context; input: object }): object | Promise<object>;
  /** The declared members of a result. */
  pickOutput(result: object): Promise<object>;
}

export type OperationKind = "read" | "write" | "destroy";

/**
 * What a call does at most: return records, write them, or remove something that cannot be restored by another call as
 * it was.
 */
export function kindOf({ kind, meta }: Pick<Declaration, "kind" | "meta">): OperationKind {
  if (kind === "query") return "read";
  return meta.method === "DELETE" || meta.destroys === true ? "destroy" : "write";
}

/**
 * Whether a replica may serve a read: a report, or a list beyond its first page. Not a feed, which is read at its end
 * and whose cursor is therefore never null.
 */
export function canReadFromReplica(
  { kind, meta, output }: Declaration,
  { after }: Readonly<Record<string, unknown>>,
): boolean {
  return (
    kind === "query" &&
    (meta.slow === true || (after !== undefined && output.shape["nextCursor"]?.def.type === "nullable"))
  );
}

/** Whether a read is of one record by its ID: its path ends with the ID. */
export function isReadOfOne({ kind, meta }: Pick<Declaration, "kind" | "meta">): boolean {
  return kind === "query" && meta.slow !== true && meta.path.endsWith("}");
}

/** Whether an operation takes a JSON body: mutations other than DELETE do. */
export function takesBody({ meta }: Declaration): boolean {
  return meta.method !== "GET" && meta.method !== "DELETE";
}

/**
 * Whether an input member is in the query: without a body all but path parameters, else those that the declaration
 * names.
 */
export function isInQuery(declaration: Declaration, name: string): boolean {
  if (takesBody(declaration)) return declaration.meta.queryParameters?.includes(name) === true;
  return !declaration.pathParameters.includes(name);
}

/** Whether no body means the same as `{}`: a POST whose members are all optional, such as a pause. */
export function canOmitBody({ meta, input, pathParameters }: Declaration): boolean {
  if (meta.method !== "POST") return false;
  const { error } = input.safeParse(Object.fromEntries(pathParameters.map((name) => [name, "x"])));
  return error?.issues.every(({ path: [name] }) => pathParameters.includes(String(name))) ?? true;
}

/** What an area declares of an operation: everything but its name, which is its key in the area. */
interface DeclaredProcedure {
  kind: Declaration["kind"];
  meta: OperationMeta;
  input: z.ZodObject;
  output: z.ZodObject;
  resolve: Declaration["resolve"];
  /** The related records that `expand` may name. */
  expansions?: readonly Expansion[] | undefined;
}

/** Derives from a declared procedure what its calls need, once. */
export function describeProcedure({ expansions, ...declared }: DeclaredProcedure): Omit<Declaration, "name"> {
  const { meta, input } = declared;
  const selectable = findSelectable(declared);
  const expandable = findExpandable(declared.output, expansions);
  const output = expandable === undefined ? declared.output : extendOutput(declared.output, expandable);
  const ofReads = {
    ...(selectable !== undefined && { fields: fieldsOf(selectable) }),
    ...(expandable !== undefined && { expand: expandOf(expandable) }),
  };
  return {
    ...declared,
    input: Object.keys(ofReads).length === 0 ? input : input.safeExtend(ofReads),
    output,
    expandable,
    externalPlaces: listExternalPlaces(input),
    pickOutput: createResponsePicker(output),
    selectable: selectable?.member,
    withhold: createWithholder(output),
    pathParameters: [...meta.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? ""),
  };
}

/**
 * Reads every declaration of the root router.
 *
 * @throws for a procedure that `operation` did not declare
 */
export function readDeclarations(root: { _def: { procedures: object } }): Declaration[] {
  const procedures = root._def.procedures as Record<string, { declared?: Omit<Declaration, "name"> }>;
  return Object.entries(procedures).map(([name, { declared }]) => {
    if (declared === undefined) throw new Error(`${name} is not declared by operation()`);
    return { name, ...declared };
  });
}

/** The operation with an idempotency key also where a single request ignores it. */
export function withIdempotency<Declared extends Declaration>(declaration: Declared): Declared {
  const { meta } = declaration;
  return meta.idempotency === "ignored" ? { ...declaration, meta: { ...meta, idempotency: "required" } } : declaration;
}
