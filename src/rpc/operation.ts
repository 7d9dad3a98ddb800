import { initTRPC } from "@trpc/server";
import * as z from "zod";
import type { Method, OperationDeclaration, OperationMeta } from "../contract/operation.ts";
import type { PersonOperationMeta, PortalOperationMeta } from "../contract/portal/operation.ts";
import { AppError, notFound } from "../contract/errors/error-codes.ts";
import { messages } from "../contract/messages.ts";
import { authorize, isAuditedRead, withActingAttorney } from "./authorize.ts";
import type { Context } from "./context.ts";
import { runAsMember, requireConfirmation, requirePerson, type PortalContext } from "./portal-context.ts";
import { describeRejection } from "./rejection.ts";
import { describeAction } from "./unit-of-work.ts";

/**
 * The portal passes a PortalContext, from which each procedure creates a context. REST calls resolvers with a context:
 * declarations.ts.
 */
const trpc = initTRPC
  .context<Context | PortalContext>()
  .meta<OperationMeta | PortalOperationMeta | PersonOperationMeta>()
  .create({ errorFormatter: ({ shape, error }) => ({ ...shape, ...describeRejection(error) }) });

export const router = trpc.router;
export const { mergeRouters } = trpc;

function isPortal(context: Context | PortalContext): context is PortalContext {
  return "kind" in context;
}

/**
 * Declares an operation: `operation({ route, … }).input(…).output(…).query(…)` or `.mutation(…)`.
 * The member is authorized first; for REST, declarations.ts authorizes the key.
 */
export function operation({ route, ...declared }: OperationDeclaration) {
  const [method, path] = route.split(" ") as [Method, OperationMeta["path"]];
  // The record that a path names can be missing.
  const errors = [...(path.includes("{") ? (["NOT_FOUND"] as const) : []), ...(declared.errors ?? [])];
  const defaults =
    method === "GET"
      ? ({ tier: "read", idempotency: "none" } as const)
      : ({ tier: "write", idempotency: "required" } as const);
  const meta: OperationMeta = { ...defaults, ...declared, method, path, errors };
  return trpc.procedure.meta(meta).use(({ ctx, type, path: name, next }) => {
    if (!isPortal(ctx)) throw notFound("Path");
    const isMutation = type === "mutation";
    const go = (context: Context) =>
      isMutation ? withActingAttorney(context, meta, () => next({ ctx: context })) : next({ ctx: context });
    const call = {
      action: describeAction(name, meta),
      isMutation,
      sharesTransaction: meta.sharesTransaction,
      mustRecord: isMutation || isAuditedRead(type, meta),
      slow: meta.slow,
      tier: meta.tier,
      confirm: meta.confirm,
      check: (member: Context["principal"]) => authorize(member, meta),
    };
    return runAsMember(ctx, call, go);
  });
}

/**
 * Declares a procedure of the portal in an organization: like an operation, with a permission instead of a scope. Keys
 * cannot call it.
 */
export function portalOperation(meta: PortalOperationMeta) {
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
      check: ({ permissions }) => {
        if (meta.permission !== null && !permissions.has(meta.permission))
          throw new AppError("FORBIDDEN", messages.permissionMissing);
      },
    };
    return runAsMember(ctx, call, (context) => next({ ctx: context }));
  });
}

/** Declares a procedure of the portal for the signed-in person, or for platform administrators. */
export function personOperation(meta: PersonOperationMeta) {
  return trpc.procedure.meta(meta).use(async ({ ctx, path, next }) => {
    if (!isPortal(ctx)) throw notFound("Path");
    const person = await requirePerson(ctx, describeAction(path, meta), meta.tier);
    if (meta.administrator) {
      // Checked before any read, so that others do not learn which records exist.
      if (!person.session.isPlatformAdministrator)
        throw new AppError("FORBIDDEN", "Only platform administrators can do this");
      if (!person.session.twoFactorEnabled) requireConfirmation(person.session, "second_factor");
    }
    requireConfirmation(person.session, meta.confirm);
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
