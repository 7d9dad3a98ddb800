import { lockMilliseconds } from "./connections/connection-pool.ts";
import { bindPart, type Database, type Transaction } from "./database.ts";
import { setLockTimeout } from "./set-local.ts";
import { gatherRecords, writeRecordsOf, type TransactionRecords } from "./transaction-records.ts";

/** One transaction that several pieces of work share: they commit together, and each rolls back alone. */
export interface SharedTransaction {
  /** For what belongs to all parts, before the first and after the last. */
  transaction: Transaction;
  /** Its tenant transactions are parts of the shared one, one after the other. */
  parts: Database;
}

/** How long a part waits for a lock while those before it hold theirs. */
const waitMilliseconds = 50;

/** A part that cannot share this transaction was rolled back: it must run in one of its own. */
class MustRunAlone extends Error {}

/** What parts record is written with COMMIT, so that a later part does not find it before. */
const recordTables =
  /"(?:AuditEntry|DateSetter|Event|EventCase|EventCounter|WebhookDelivery|WebhookJob)"|\bredact_events\(/;

/**
 * Runs work in one transaction of an organization, in parts. A part that fails is rolled back to its savepoint and its
 * error is thrown by the part, so that the work decides whether the others commit. What the parts record is written at
 * the end, in their order: the counter of events is locked as short as by a single change.
 *
 * A part that waits for a lock holds up everything that waits for the rows of those before it. So it waits for a moment
 * alone, and fails with PostgreSQL's error. A part that is alone waits as long as every transaction.
 *
 * @param options.isAlone whether there is one part
 * @param work runs again after a deadlock, as of `withTenantTransaction`
 */
export function shareTransaction<Result>(
  database: Database,
  organizationId: string,
  { isAlone }: { isAlone: boolean },
  work: (shared: SharedTransaction) => Promise<Result>,
): Promise<Result> {
  return database.withTenantTransaction(organizationId, async (transaction) => {
    const records: TransactionRecords[] = [];
    if (!isAlone) await setLockTimeout(waitMilliseconds).execute(transaction);
    const state: SharedState = { whole: transaction, records };
    const result = await work({ transaction, parts: openParts(database, organizationId, state) });
    // The counter's row: who holds it waits for nothing.
    if (!isAlone) await setLockTimeout(lockMilliseconds).execute(transaction);
    const [first, ...more] = records;
    if (first !== undefined) writeRecordsOf(transaction, [first, ...more]);
    return result;
  });
}

interface SharedState {
  whole: Transaction;
  /** What parts have recorded. */
  records: TransactionRecords[];
}

function openParts(database: Database, ownOrganization: string, state: SharedState): Database {
  return {
    ...database,
    withTenantTransaction: (organizationId, work, { guard } = {}) => {
      if (organizationId !== ownOrganization) throw new Error("A part of a shared transaction is of its organization");
      if (guard !== undefined) throw new Error("A part of a shared transaction has no statement that fails first");
      return runPart(state, work);
    },
    withTenantReads: () => Promise.reject(new Error("A part of a shared transaction reads in that transaction")),
  };
}

/** @throws MustRunAlone for what an ordinary transaction would do; what `work` threw, after the rollback */
async function runPart<Result>(
  { whole, records }: SharedState,
  work: (transaction: Transaction) => Promise<Result>,
): Promise<Result> {
  let refusal: Error | null = null;
  const refuse = (error: Error): never => {
    refusal ??= error;
    throw refusal;
  };
  const accept = (text: string) => {
    if (refusal !== null) throw refusal;
    if (records.length > 0 && recordTables.test(text))
      refuse(new MustRunAlone("The part reads what is written with COMMIT"));
  };
  // What its work still sends would be committed with the others.
  const end = () => void (refusal ??= new Error("The part of the transaction is over"));
  const part = bindPart(whole, accept);
  const { query, transaction } = part;
  const own: TransactionRecords[] = [];
  gatherRecords(transaction, own);
  // Sent with the first statement of the work.
  const begun = query("SAVEPOINT part", []);
  begun.catch(() => undefined);
  try {
    const result = await work(transaction);
    await begun;
    if (part.hasLast()) throw new Error("A part of a shared transaction sends no statements with COMMIT");
    // The work may have caught the error.
    if (refusal !== null) throw refusal;
    end();
    // Sent with the next part's statements, or with COMMIT: it fails only if the transaction has failed.
    query("RELEASE SAVEPOINT part", []).catch(() => undefined);
    records.push(...own);
    return result;
  } catch (error) {
    const cause: unknown = refusal ?? error;
    end();
    await query("ROLLBACK TO SAVEPOINT part; RELEASE SAVEPOINT part", []);
    throw cause;
  }
}
