import { initTRPC, type TRPCMutationProcedure, type TRPCQueryProcedure } from "@trpc/server";
import * as z from "zod";
import { validateDeprecation } from "../contract/deprecation.ts";
import type { Method, OperationDeclaration, OperationMeta } from "../contract/operation.ts";
import type { PersonOperationMeta, PortalOperationMeta } from "../contract/portal/operation.ts";
import { AppError, notFound } from "../contract/errors/error-codes.ts";
import { assertNotResetting, authorize, isAuditedRead } from "./authorize.ts";
import { runProcedure } from "./call/run-procedure.ts";
import type { Context } from "./context.ts";
import { describeProcedure, type Declaration } from "./declarations.ts";
import type { Expansion } from "./expand.ts";
import { listReadableScopes } from "./principal.ts";
import { runAsMember, assertConfirmed, assertPermission, admitPerson, type PortalContext } from "./portal-context.ts";
import { describeRejection } from "./rejection.ts";
import { describeAction } from "./unit-of-work.ts";
import { createWithholder } from "./withhold.ts";

/** The portal passes a PortalContext, from which each procedure creates a context. */
const trpc = initTRPC
  .context<Context | PortalContext>()
  .meta<OperationMeta | PortalOperationMeta | PersonOperationMeta>()
  .create({ errorFormatter: ({ shape, error }) => ({ ...shape, ...describeRejection(error) }) });

export const router = trpc.router;
export const { mergeRouters } = trpc;

function isPortal(context: Context | PortalContext): context is PortalContext {
  return "kind" in context;
}

/** What the area's function gets: the context of its transaction, and the input as its schema parses it. */
interface ProcedureCall<Input extends z.ZodObject> {
  ctx: Context;
  input: z.output<Input>;
}

type Resolve<Input extends z.ZodObject, Output extends z.ZodObject> = (
  call: ProcedureCall<Input>,
) => z.input<Output> | Promise<z.input<Output>>;

/** The types of a procedure, as tRPC's client reads them. */
interface ProcedureTypes<Input extends z.ZodObject, Output extends z.ZodObject> {
  input: z.input<Input>;
  output: z.output<Output>;
  meta: OperationMeta;
}

/**
 * Declares an operation: `operation({ route, … }).input(…).output(…).query(…)` or `.mutation(…)`. It is a procedure of
 * tRPC, which serves it to the portal; `executeOperation` runs it for keys. Both run it by `runProcedure`.
 *
 * @param expansions of a read: the related records that its response can have besides (`rpc/expand.ts`)
 */
export function operation(declaration: OperationDeclaration, expansions?: readonly [Expansion, ...Expansion[]]) {
  const meta = completeMeta(declaration);
  return {
    input: <Input extends z.ZodObject>(input: Input) => ({
      output: <Output extends z.ZodObject>(output: Output) => ({
        query: (resolve: Resolve<Input, Output>) => {
          const declared = describeProcedure({ kind: "query", meta, input, output, resolve, expansions });
          const procedure = declareForPortal(declared, input).query(({ ctx, input: parsed }) =>
            runForMember(declared, ctx, parsed),
          );
          return Object.assign(procedure as TRPCQueryProcedure<ProcedureTypes<Input, Output>>, { declared });
        },
        mutation: (resolve: Resolve<Input, Output>) => {
          const declared = describeProcedure({ kind: "mutation", meta, input, output, resolve });
          const procedure = declareForPortal(declared, input).mutation(({ ctx, input: parsed }) =>
            runForMember(declared, ctx, parsed),
          );
          return Object.assign(procedure as TRPCMutationProcedure<ProcedureTypes<Input, Output>>, { declared });
        },
      }),
    }),
  };
}

function completeMeta({ route, ...declared }: OperationDeclaration): OperationMeta {
  const [method, path] = route.split(" ") as [Method, OperationMeta["path"]];
  if (declared.deprecated !== undefined) validateDeprecation(declared.deprecated);
  // The record that a path names can be missing.
  const errors = [...(path.includes("{") ? (["NOT_FOUND"] as const) : []), ...(declared.errors ?? [])];
  const defaults =
    method === "GET"
      ? ({ tier: "read", idempotency: "none" } as const)
      : ({ tier: "write", idempotency: "required" } as const);
  return { ...defaults, ...declared, method, path, errors };
}

/** The procedure of a member: authorized, then in its transaction. Keys do not come this way. */
function declareForPortal({ kind, meta }: Pick<Declaration, "kind" | "meta">, input: z.ZodObject) {
  return trpc.procedure
    .meta(meta)
    .use(({ ctx, path: name, next }) => {
      if (!isPortal(ctx)) throw notFound("Path");
      const call = {
        action: describeAction(name, meta),
        isMutation: kind === "mutation",
        sharesTransaction: meta.sharesTransaction,
        mustRecord: kind === "mutation" || isAuditedRead(kind, meta),
        slow: meta.slow,
        tier: meta.tier,
        confirm: meta.confirm,
        check: (member: Context["principal"]) => authorize(member, meta),
      };
      return runAsMember(ctx, call, (context) => next({ ctx: context }));
    })
    .input(input);
}

/** Runs the procedure, without what its response shows of records that the member does not read. */
async function runForMember(
  declared: Omit<Declaration, "name">,
  context: Context,
  input: Record<string, unknown>,
): Promise<object> {
  const output = await runProcedure(declared, context, input);
  return declared.withhold?.(output, listReadableScopes(context.principal)) ?? output;
}

/**
 * Declares a procedure of the portal in an organization: like an operation, with a permission instead of a scope. Keys
 * cannot call it. Its response is without what it shows of records that the member does not read, as an operation's.
 */
export function portalOperation(meta: PortalOperationMeta) {
  return {
    input: <Input extends z.ZodType>(input: Input) => ({
      output: <Output extends z.ZodType>(output: Output) =>
        declareForMembers(meta, createWithholder(output)).input(input).output(output),
    }),
  };
}

/** @param withhold of the response, which tRPC's middleware does not know */
function declareForMembers(meta: PortalOperationMeta, withhold: ReturnType<typeof createWithholder>) {
  return trpc.procedure.meta(meta).use(({ ctx, type, path, next }) => {
    if (!isPortal(ctx)) throw notFound("Path");
    const call: Parameters<typeof runAsMember>[1] = {
      action: describeAction(path, meta),
      isMutation: type === "mutation",
      sharesTransaction: meta.sharesTransaction,
      mustRecord: type === "mutation" && meta.isUnaudited !== true,
      slow: meta.slow,
      tier: meta.tier,
      confirm: meta.confirm,
      check: (member) => {
        assertNotResetting(member);
        assertPermission(member, meta);
      },
    };
    return runAsMember(ctx, call, async (context) => {
      const result = await next({ ctx: context });
      if (withhold === null || !result.ok) return result;
      return { ...result, data: withhold(result.data, listReadableScopes(context.principal)) };
    });
  });
}

/** Declares a procedure of the portal for the signed-in person, or for platform administrators. */
export function personOperation(meta: PersonOperationMeta) {
  return trpc.procedure.meta(meta).use(async ({ ctx, path, next }) => {
    if (!isPortal(ctx)) throw notFound("Path");
    const person = await admitPerson(ctx, describeAction(path, meta), meta.tier);
    if (meta.administrator) {
      // Checked before any read, so that others do not learn which records exist.
      if (!person.session.isPlatformAdministrator)
        throw new AppError("FORBIDDEN", "Only platform administrators can do this");
      if (!person.session.twoFactorEnabled) assertConfirmed(person.session, "second_factor");
    }
    assertConfirmed(person.session, meta.confirm);
    return next({ ctx: person });
  });
}

/** The output of an operation that returns no record. */
export const Nothing = z.object({});

/**
 * A resolver that returns no record: `.output(Nothing).mutation(nothing(({ ctx, input }) => deleteTag(ctx,
 * input.tagId)))`.
 */
export function nothing<Call>(act: (call: Call) => Promise<unknown>) {
  return async (call: Call): Promise<z.infer<typeof Nothing>> => {
    await act(call);
    return {};
  };
}
