import { createFullClient } from "../../areas/clients/fixtures.ts";
import { createMovedCase } from "../../areas/cases/transitions/fixtures.ts";
import { createCaseRecords } from "../../areas/cases/custom-fields/fixtures.ts";
import { createContactRows } from "../../areas/contacts/fixtures.ts";
import { createDocumentRows } from "../../areas/documents/fixtures.records.ts";
import { createLeadWithTrail } from "../../areas/leads/fixtures.ts";
import { createMedicalRows } from "../../areas/medical/fixtures.records.ts";
import { createReportRows } from "../../areas/reports/run/fixtures.rows.ts";
import { createPayment } from "../../areas/billing/fixtures.ts";
import { createAnswer } from "../../areas/intake/answers/fixtures.ts";
import { createForm } from "../../areas/intake/forms/fixtures.ts";
import { createPartnerKey } from "../../platform/identity/legacy-credentials.ts";
import { createId } from "../../platform/database/ids.ts";
import { takeNumber } from "../../platform/database/number-sequence.ts";
import { createCase } from "../harness/tenant.ts";
import type { TestTenant } from "../harness/tenant.ts";

/** Makes rows of tables that a case and the portal's rows leave empty: each area adds its own, so that the walls are tried with every table. */
const fillers: readonly ((tenant: TestTenant) => Promise<unknown>)[] = [
  (tenant) => createPayment(tenant, "cleared"),
  createMappedAnswer,
  (tenant) => tenant.inside((transaction) => createPartnerKey(transaction, tenant.organizationId, "Walls")),
  (tenant) => tenant.inside((transaction) => takeNumber(transaction, tenant.organizationId, "lead")),
  createContactRows,
  createDocumentRows,
  createFullClient,
  createCaseRecords,
  createMovedCase,
  createLeadWithTrail,
  createMedicalRows,
  createReportRows,
];

/** An answer to a question of a published form. */
async function createMappedAnswer(tenant: TestTenant): Promise<void> {
  const formId = await createForm(tenant, { published: true });
  const answerId = await createAnswer(tenant, (await createCase(tenant)).caseId, "incident.date", "2026-03-14");
  await tenant.inside((transaction) =>
    transaction.updateTable("IntakeAnswer").set({ formId, formVersion: 1, questionId: createId("formQuestion") }).where("id", "=", answerId).execute(),
  );
}

/** A row of the firm in every table of the areas. */
export async function createAreaRows(tenant: TestTenant): Promise<void> {
  for (const fill of fillers) await fill(tenant);
}
