import { AppError } from "../contract/errors/error-codes.ts";
import { inSavepoint } from "../platform/database/savepoint.ts";
import type { Context } from "./context.ts";

/**
 * Runs a part of an operation that may be rejected without holding up the rest. Of a rejected part neither rows nor
 * events nor audit entries stay.
 *
 * @returns what the work returned, or the rejection
 * @throws what is no rejection: the database's conflicts run the transaction again
 */
export async function attempt<Result>(context: Context, work: () => Promise<Result>): Promise<Result | AppError> {
  const { eventsToRecord, auditEntries, writes, elsewhere } = context.pending;
  const recorded: unknown[][] = [eventsToRecord, auditEntries, writes, elsewhere];
  const lengths = recorded.map(({ length }) => length);
  try {
    return await inSavepoint(context.transaction, work);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    for (const [place, records] of recorded.entries()) records.length = lengths[place] ?? 0;
    return error;
  }
}
