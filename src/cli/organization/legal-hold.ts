import { sql } from "kysely";
import type { Database } from "../../platform/database/database.ts";
import { partitionedTables } from "../../platform/database/partitions.ts";
import { recordAuditEntry, type Context } from "../../rpc/context.ts";
import { runAsSystem } from "../../rpc/unit-of-work.ts";
import { deletionActions } from "./deletion/purge.ts";

/** The constraint `Organization_legalHolds` has the same. */
export const heldKinds: readonly string[] = ["audit_entries", "events", "requests", "deliveries", "documents"];

interface WantedHold {
  slug: string;
  organizationId: string;
  /** With commas in between; `all` for all. */
  kinds: string;
  isRelease: boolean;
  note: string | undefined;
}

/**
 * Puts kinds of record of an organization on legal hold, or releases them, with an audit entry; changes and records
 * nothing if they are already.
 *
 * @returns what is printed
 * @throws a message for an unknown kind, without a note, or once the organization's deletion has begun
 */
export async function changeHold(
  database: Database,
  { slug, organizationId, kinds, isRelease, note }: WantedHold,
): Promise<string> {
  const named = kinds === "all" ? heldKinds : kinds.split(",").map((kind) => kind.trim());
  const unknown = named.find((kind) => !heldKinds.includes(kind));
  if (unknown !== undefined) throw new Error(`${unknown}: must be all, or of ${heldKinds.join(", ")}`);
  if (note === undefined || note.trim() === "") throw new Error("note: required");
  const action = {
    name: isRelease ? "administration.releaseLegalHold" : "administration.placeLegalHold",
    canRecordEvent: [],
  };
  let held: string[] = [];
  await runAsSystem(database, organizationId, action, async (context) => {
    const from = await lockHoldsForUpdate(context);
    held = heldKinds.filter((kind) => (named.includes(kind) ? !isRelease : from.includes(kind)));
    if (held.join() === from.join()) return false;
    await rejectBegunDeletion(context, slug);
    await context.transaction
      .updateTable("Organization")
      .set({ legalHolds: held })
      .where("id", "=", organizationId)
      .execute();
    recordAuditEntry(context, { entity: "organization", id: organizationId }, [], {
      legalHolds: { from, to: held },
      note: { from: null, to: note },
    });
    return true;
  });
  return held.length === 0 ? `${slug} has nothing on legal hold.` : `${slug} has on legal hold: ${held.join(", ")}.`;
}

async function lockHoldsForUpdate({ organizationId, transaction }: Context): Promise<string[]> {
  // Against drop_partitions: it has either dropped its month before, or waits for this and sees the hold.
  await sql`LOCK TABLE ${sql.join(partitionedTables.map((name) => sql.table(name)))} IN ACCESS SHARE MODE`.execute(
    transaction,
  );
  const { legalHolds } = await transaction
    .selectFrom("Organization")
    .select("legalHolds")
    .where("id", "=", organizationId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  return legalHolds;
}

/** A deletion locks the organization while it looks for holds; afterwards it does not look again. */
async function rejectBegunDeletion({ organizationId, transaction }: Context, slug: string): Promise<void> {
  const entries = transaction
    .selectFrom("AuditEntry")
    .select("id")
    .where("organizationId", "=", organizationId)
    .where("entity", "=", "organization")
    .where("entityId", "=", organizationId);
  if ((await entries.where("action", "in", deletionActions).limit(1).execute()).length > 0)
    throw new Error(`The deletion of ${slug} has begun.`);
}
