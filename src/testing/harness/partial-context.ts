import type { Kysely } from "kysely";
import type { Tables } from "../../platform/database/tables.ts";
import type { Context } from "../../rpc/context.ts";

type Given = Partial<Omit<Context, "principal" | "transaction">> & {
  principal?: Partial<Context["principal"]>;
  transaction?: Kysely<Tables>;
};

/** A context for a store or domain function that reads only these fields. Any other is undefined. */
export function createPartialContext(given: Given): Context {
  return given as Context;
}
