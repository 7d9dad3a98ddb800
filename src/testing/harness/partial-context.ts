import type { Kysely } from "kysely";
import type { Tables } from "../../platform/database/tables.ts";
import type { Context } from "../../rpc/context.ts";

export type PartialContext = Partial<Omit<Context, "principal" | "transaction">> & {
  principal?: Partial<Context["principal"]>;
  transaction?: Kysely<Tables>;
};

/** A context for a store or domain function that reads only these fields. Any other is undefined. */
export function createPartialContext(given: PartialContext): Context {
  return given as Context;
}
