import type { Snapshot } from "../../../platform/database/statements/row-stream.ts";
import type { ReportPlan } from "../definition/domain.plan.ts";
import { enterReader } from "./store.reader.ts";
import { compileRows, countRows, openRow, type ResultRow } from "./store.rows.ts";

type Values = ResultRow["values"];

/**
 * All rows of a report in its order, in batches, over one organization in the reader's role. The role is reset when the
 * rows are read or the consumer stops.
 *
 * @throws VALIDATION_FAILED if a number is too large to be exact
 */
export async function* readWholeReport(
  snapshot: Snapshot,
  plan: ReportPlan,
  organizationId: string,
): AsyncGenerator<Values[], void> {
  const leave = await enterReader(snapshot.transaction, [organizationId]);
  try {
    for await (const rows of snapshot.read(compileRows(plan, organizationId)))
      yield rows.map((row) => openRow(plan, row).values);
  } finally {
    // Rejected in a failed transaction, whose end resets the role anyway.
    await leave().catch(() => undefined);
  }
}

export function countWholeReport({ transaction }: Snapshot, plan: ReportPlan, organizationId: string): Promise<number> {
  return countRows({ transaction }, plan, organizationId);
}
