import { initTRPC } from "@trpc/server";
import type { OperationMeta } from "../contract/operation.ts";
import { authorize, holdActingAttorney } from "./authorize.ts";
import type { Context } from "./context.ts";

const trpc = initTRPC.context<Context>().meta<OperationMeta>().create();

export const router = trpc.router;

/**
 * Declares an operation: `operation(meta).input(…).output(…).query(…)` or `.mutation(…)`.
 * Whatever calls the procedure (REST, portal), the principal is authorized first.
 */
export function operation(meta: OperationMeta) {
  return trpc.procedure.meta(meta).use(async ({ ctx, type, next }) => {
    authorize(ctx.principal, meta);
    if (type === "mutation") await holdActingAttorney(ctx, meta);
    return next();
  });
}
