import { columnTypeOf, type ReportEntity } from "../../../contract/reports/definition.ts";
import type { Context } from "../../../rpc/context.ts";
import type { CustomField } from "./domain.fields.ts";
import { asReader } from "../run/store.reader.ts";

const owners: Partial<Record<ReportEntity, "case" | "lead">> = { cases: "case", leads: "lead" };

interface Option {
  value: string;
  label: string;
}

/**
 * The custom fields of each organization in display order, without archived ones.
 *
 * @param organizationIds the organizations of the run
 */
export async function listCustomFields(
  { organizationId: own, transaction }: Pick<Context, "organizationId" | "transaction">,
  entity: ReportEntity,
  organizationIds: readonly string[],
): Promise<(CustomField & { organizationId: string })[]> {
  const owner = owners[entity];
  if (owner === undefined) return [];
  const read = () =>
    transaction
      .selectFrom("CustomFieldDefinition")
      .select(["organizationId", "key", "label", "type", "options"])
      .where("organizationId", "in", organizationIds)
      .where("entity", "=", owner)
      .where("archived", "=", false)
      .orderBy("organizationId")
      .orderBy("order")
      .orderBy("id")
      .execute();
  // The reader sees several organizations. On a cluster it reads nothing that the transaction has changed.
  const rows = await (organizationIds.every((id) => id === own)
    ? read()
    : asReader(transaction, organizationIds, read));
  return rows.map(({ organizationId, key, label, type, options }) => ({
    organizationId,
    key,
    label,
    type: columnTypeOf(type),
    definedAs: type,
    options:
      type === "select" ? (options as Option[]).map((option) => ({ value: option.value, label: option.label })) : null,
  }));
}
