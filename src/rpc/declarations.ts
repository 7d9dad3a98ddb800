import type * as z from "zod";
import type { OperationMeta } from "../contract/operation.ts";
import { authorize, withActingAttorney } from "./authorize.ts";
import { createWithholder } from "./withhold.ts";
import type { Context } from "./context.ts";
import { listExternalPlaces, resolveExternalIds } from "./external-ids.ts";
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
  /** Sets to null what the response shows of records that the caller does not read; null where it shows none. */
  withhold: ReturnType<typeof createWithholder>;
  /** Names in braces in the path, in order. */
  pathParameters: readonly string[];
  /**
   * Runs the procedure for an integration: authorization, resolver, the declared members of its result.
   *
   * @param input parsed by `input`
   */
  run(context: Context, input: Record<string, unknown>): Promise<object>;
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

/**
 * The parts of tRPC's procedure that are read. A REST request calls the resolver without tRPC's middleware, which
 * parses twice.
 */
interface Procedure {
  _def: {
    type: string;
    meta?: OperationMeta;
    inputs: readonly z.ZodObject[];
    output?: z.ZodObject;
    resolver: (options: { ctx: Context; input: object }) => Promise<object>;
  };
}

/**
 * Reads every declaration of the root router.
 *
 * @throws when one lacks its meta, input or output
 */
export function readDeclarations(root: { _def: { procedures: object } }): Declaration[] {
  return Object.entries(root._def.procedures as Record<string, Procedure>).map(([name, procedure]) => {
    const { type, meta, inputs, output, resolver } = procedure._def;
    const [input] = inputs;
    if (meta === undefined || input === undefined || output === undefined || inputs.length !== 1) {
      throw new Error(`${name} must declare its meta, one input and its output`);
    }
    const pick = createResponsePicker(output);
    const kind = type === "query" ? "query" : "mutation";
    const selectable = findSelectable({ kind, meta, output });
    const externalPlaces = listExternalPlaces(input);
    return {
      name,
      kind,
      meta,
      input: selectable === undefined ? input : input.safeExtend({ fields: fieldsOf(selectable) }),
      output,
      selectable: selectable?.member,
      withhold: createWithholder(output),
      pathParameters: [...meta.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? ""),
      run: async (context, { fields: _selected, ...values }) => {
        authorize(context.principal, meta);
        const resolve = async () => {
          await resolveExternalIds(context, externalPlaces, values);
          return resolver({ ctx: context, input: values });
        };
        return pick(await (kind === "mutation" ? withActingAttorney(context, meta, resolve) : resolve()));
      },
    };
  });
}
