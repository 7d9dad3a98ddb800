import type * as z from "zod";
import type { OperationMeta } from "../contract/operation.ts";
import type { Context } from "./context.ts";

/** A declared operation, for routes, OpenAPI, the docs and the conformance table. */
export interface Declaration {
  /** `<area>.<procedure>`, such as `clients.update`: its name in logs, the audit log and OpenAPI. */
  name: string;
  kind: "query" | "mutation";
  meta: OperationMeta;
  /** One flat object: path parameters from the path, the rest from query or body. */
  input: z.ZodObject;
  output: z.ZodObject;
  /** Names in braces in the path, in order. */
  pathParameters: readonly string[];
  /** Runs the procedure: authorization, input, resolver, output. Throws what the resolver threw, as `cause` of a TRPCError. */
  run(context: Context, input: unknown): Promise<object>;
}

/** Whether an operation takes a JSON body: mutations other than DELETE do. */
export function takesBody({ meta }: Declaration): boolean {
  return meta.method !== "GET" && meta.method !== "DELETE";
}

/** Whether an input member is in the query: without a body all but path parameters, else those that the declaration names. */
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

interface Procedure {
  (options: object): Promise<object>;
  _def: { type: string; meta?: OperationMeta; inputs: readonly z.ZodObject[]; output?: z.ZodObject };
}

/**
 * Reads every declaration of the root router.
 * @throws when one lacks its meta, input or output
 */
export function readDeclarations(root: { _def: { procedures: object } }): Declaration[] {
  return Object.entries(root._def.procedures as Record<string, Procedure>).map(([name, procedure]) => {
    const { type, meta, inputs, output } = procedure._def;
    const [input] = inputs;
    if (meta === undefined || input === undefined || output === undefined || inputs.length !== 1) {
      throw new Error(`${name} must declare its meta, one input and its output`);
    }
    const kind = type === "query" ? "query" : "mutation";
    return {
      name,
      kind,
      meta,
      input,
      output,
      pathParameters: [...meta.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? ""),
      run: (context, rawInput) =>
        procedure({
          ctx: context,
          input: rawInput,
          getRawInput: () => Promise.resolve(rawInput),
          path: name,
          type: kind,
          signal: undefined,
          batchIndex: 0,
        }),
    };
  });
}
