import type { CompiledQuery } from "kysely";
import { invalidInput } from "../../../contract/errors/error-codes.ts";
import type { ReportColumnType } from "../../../contract/reports/definition.ts";
import { isOnCluster, type Transaction } from "../../../platform/database/database.ts";
import { compiler } from "../../../platform/database/statements/compile-once.ts";
import type { Context } from "../../../rpc/context.ts";
import { isAddedUp, type ReportPlan } from "../definition/domain.plan.ts";
import { asReader } from "./store.reader.ts";
import { selectCount, selectRows, selectTotals, type RawRow, type Span } from "./store.statement.ts";
import type { KeysetValues } from "./store.keyset.ts";

export interface ResultRow {
  /** By column key, and `organizationId`. */
  values: Record<string, string | number | boolean | null>;
  /** The record's id; null for a group. */
  id: string | null;
  /** Its sort keys, for a cursor, which must be encrypted. */
  keyset: KeysetValues;
}

type Reading = Pick<Context, "transaction">;

const spanOf = (transaction: Transaction, organizationIds: readonly string[]): Span => ({
  organizationIds,
  onCluster: isOnCluster(transaction),
});

/**
 * A page of a report's rows, by its sort, then organization, then id or group values.
 *
 * @param page.organizationIds authorized organizations
 * @param page.after keyset of the previous page's last row
 * @throws VALIDATION_FAILED if a value is too large to be exact; the database's error on timeout
 */
export async function readRows(
  { transaction }: Reading,
  plan: ReportPlan,
  { organizationIds, after, limit }: { organizationIds: readonly string[]; after: KeysetValues | null; limit: number },
): Promise<ResultRow[]> {
  const { rows } = await asReader(transaction, organizationIds, () =>
    selectRows(plan, spanOf(transaction, organizationIds), { after, limit }).execute(transaction),
  );
  return rows.map((row) => openRow(plan, row));
}

/** Totals of money, counts and sums over all rows, by column key. */
export async function readTotals(
  { transaction }: Reading,
  plan: ReportPlan,
  organizationIds: readonly string[],
): Promise<Record<string, number>> {
  const added = plan.parts.slice(0, plan.columns.length).filter((part) => isAddedUp(part, plan.isGrouped));
  if (added.length === 0) return {};
  const { rows } = await asReader(transaction, organizationIds, () =>
    selectTotals(plan, added, spanOf(transaction, organizationIds)).execute(transaction),
  );
  return Object.fromEntries(
    added.map(({ key, type }, at) => [key, Number(readValue(type, key, rows[0]?.[`c${at}`] ?? "0"))]),
  );
}

/** For progress. */
export async function countRows({ transaction }: Reading, plan: ReportPlan, organizationId: string): Promise<number> {
  const { rows } = await asReader(transaction, [organizationId], () =>
    selectCount(plan, spanOf(transaction, [organizationId])).execute(transaction),
  );
  return rows[0]?.count ?? 0;
}

/**
 * The whole result in its order, for a cursor opened within `asReader` (store.reader.ts); pass its rows to
 * {@link openRow}.
 */
export function compileRows(plan: ReportPlan, organizationId: string): CompiledQuery<RawRow> {
  return selectRows(plan, { organizationIds: [organizationId], onCluster: false }, null).compile(compiler);
}

/** @throws VALIDATION_FAILED if a number is too large to be exact */
export function openRow(plan: ReportPlan, row: RawRow): ResultRow {
  const { organizationId = null, id = null } = row;
  const shown = plan.columns.map(({ key, type }, at) => [key, readValue(type, key, row[`c${at}`] ?? null)]);
  const keys = Object.keys(row).filter((name) => /^k\d+$/.test(name)).length;
  return {
    values: { organizationId, ...Object.fromEntries(shown) },
    id,
    keyset: Array.from({ length: keys }, (_, at) => row[`k${at}`] ?? null),
  };
}

export function readValue(
  type: ReportColumnType,
  key: string,
  written: string | null,
): string | number | boolean | null {
  if (written === null) return null;
  if (type === "boolean") return written === "true";
  if (type !== "integer" && type !== "money" && type !== "number") return written;
  const number = Number(written);
  if (type === "number" ? Number.isFinite(number) : Number.isSafeInteger(number)) return number;
  throw invalidInput({ path: `columns.${key}`, message: "exceeds the largest exact number; narrow the report" });
}
