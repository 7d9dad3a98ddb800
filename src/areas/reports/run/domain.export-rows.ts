import type { Snapshot } from "../../../platform/database/row-stream.ts";
import type { ReportPlan } from "../definition/domain.plan.ts";
import { enterReader } from "./store.reader.ts";
import { compileRows, countRows, openRow } from "./store.rows.ts";
import type { ResultRow } from "./store.rows.ts";

type Values = ResultRow["values"];

/**
 * All rows of a report, in its order, in batches: over the organization alone, in the role that reads reports. The snapshot is the
 * application's again when they have been taken, or nobody takes them any more.
 * @throws VALIDATION_FAILED where a number is too large to be shown exactly
 */
export async function* readWholeReport(snapshot: Snapshot, plan: ReportPlan, organizationId: string): AsyncGenerator<Values[], void> {
  const leave = await enterReader(snapshot.transaction, [organizationId]);
  try {
    for await (const rows of snapshot.read(compileRows(plan, organizationId))) yield rows.map((row) => openRow(plan, row).values);
  } finally {
    // Of a transaction that has failed it is rejected; its end takes the role with it.
    await leave().catch(() => undefined);
  }
}

/** How many rows that are. */
export function countWholeReport({ transaction }: Snapshot, plan: ReportPlan, organizationId: string): Promise<number> {
  return countRows({ transaction }, plan, organizationId);
}
