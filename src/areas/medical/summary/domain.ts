import { notFound } from "../../../contract/errors/error-codes.ts";
import { recordAuditEntry, type Context } from "../../../rpc/context.ts";
import { relateCase } from "../../cases/domain.ts";
import { MedicalSummary } from "../queue/schema.ts";
import { findSummary } from "./store.ts";

type Totals = MedicalSummary["totals"];

function addUp(parts: readonly Totals[]): Totals {
  const sum = (name: keyof Totals) => parts.reduce((total, part) => total + part[name], 0);
  return {
    billedCents: sum("billedCents"),
    adjustedCents: sum("adjustedCents"),
    insurancePaidCents: sum("insurancePaidCents"),
    clientPaidCents: sum("clientPaidCents"),
    medPayPaidCents: sum("medPayPaidCents"),
    balanceCents: sum("balanceCents"),
    billCount: sum("billCount"),
  };
}

/**
 * Totals by facility, facility type and treatment type. Records an audit entry.
 *
 * @throws NOT_FOUND
 */
export async function summarizeCase(context: Context, caseId: string): Promise<MedicalSummary> {
  const row = await findSummary(context, caseId);
  if (row === undefined) throw notFound("Case");
  recordAuditEntry(context, { entity: "case", id: caseId }, relateCase(row.caseId, row.clientId));
  const types = [...new Set(row.facilities.map(({ facilityType }) => facilityType))];
  const facilityTypes = types.map((facilityType) => ({
    facilityType,
    ...addUp(row.facilities.filter((facility) => facility.facilityType === facilityType)),
  }));
  return MedicalSummary.parse({ ...row, totals: addUp(row.facilities), facilityTypes });
}
