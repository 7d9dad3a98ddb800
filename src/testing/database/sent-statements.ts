import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type CompiledQuery,
} from "kysely";
import type { Tables } from "../../platform/database/tables.ts";
import type { Context } from "../../rpc/context.ts";
import { createPartialContext, type PartialContext } from "../harness/partial-context.ts";

/**
 * The statements that a store's function sends, in order. None is executed: each finds nothing.
 *
 * @param given what the function reads of the context besides the transaction
 */
export async function listSentStatements(
  given: PartialContext,
  work: (context: Context) => Promise<unknown>,
): Promise<CompiledQuery[]> {
  const sent: CompiledQuery[] = [];
  const transaction = new Kysely<Tables>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (database) => new PostgresIntrospector(database),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
    log: ({ query }) => void sent.push(query),
  });
  await work(createPartialContext({ ...given, transaction }));
  return sent;
}
