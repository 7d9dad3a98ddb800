import type { Client } from "pg";
import {
  ReportDefinition,
  type GivenReportDefinition,
  type ParameterValues,
  type ReportEntity,
} from "../../contract/reports/definition.ts";
import { createTenant, type TestTenant } from "../../testing/harness/tenant.ts";
import { startOwnServer, type TestServer } from "../../testing/harness/server.ts";
import type { CustomField } from "./catalog/domain.fields.ts";
import { planReport, type ReportPlan } from "./definition/domain.plan.ts";
import { fillEntities } from "./run/fixtures.engine.ts";
import { listCustomFields } from "./catalog/store.custom-fields.ts";
import { readRows, type ResultRow } from "./run/store.rows.ts";

/**
 * Two time zones with different dates, each hours from its midnight, so that day counts do not change while a test
 * runs. In the first it is evening, in the second the next morning.
 */
function chooseZones(): [string, string] {
  const hour = new Date().getUTCHours();
  const evening =
    Array.from({ length: 19 }, (_, at) => at - 12).find(
      (offset) => (hour + offset + 24) % 24 >= 17 && (hour + offset + 24) % 24 <= 22,
    ) ?? 0;
  // Etc/GMT names have the opposite sign.
  const nameZone = (offset: number) => `Etc/GMT${offset > 0 ? "-" : "+"}${Math.abs(offset)}`;
  return [nameZone(evening), nameZone(evening + 8)];
}

/**
 * A headquarters, its child organization with another date, and an unrelated organization, each with rows of every
 * entity.
 */
export interface ReportHarness {
  server: TestServer;
  owner: Client;
  headquarters: TestTenant;
  office: TestTenant;
  stranger: TestTenant;
  /** The headquarters' and the child's ids. */
  reach: string[];
  customFields: Record<"cases" | "leads", CustomField[]>;
  /** Reads the first rows of a plan over both organizations, as the headquarters. */
  read(plan: ReportPlan, limit?: number): Promise<ResultRow[]>;
  close(): Promise<void>;
}

export async function openReportHarness(rows: number): Promise<ReportHarness> {
  const server = await startOwnServer();
  const owner = await server.connectOwner();
  const { database } = server.services;
  const [headquarters, office, stranger] = [
    await createTenant(database),
    await createTenant(database),
    await createTenant(database),
  ];
  for (const { organizationId } of [headquarters, office, stranger]) await fillEntities(owner, organizationId, rows);
  const [evening, morning] = chooseZones();
  await owner.query(`UPDATE "Organization" SET "isHeadquarters" = true, timezone = $2, name = 'Head' WHERE id = $1`, [
    headquarters.organizationId,
    evening,
  ]);
  await owner.query(
    `UPDATE "Organization" SET "parentOrganizationId" = $1, timezone = $3, name = 'Office' WHERE id = $2`,
    [headquarters.organizationId, office.organizationId, morning],
  );
  const reach = [headquarters.organizationId, office.organizationId];
  const fieldsOf = (entity: ReportEntity) =>
    headquarters.inside((transaction) =>
      listCustomFields({ organizationId: headquarters.organizationId, transaction }, entity, [
        headquarters.organizationId,
      ]),
    );
  return {
    server,
    owner,
    headquarters,
    office,
    stranger,
    reach,
    customFields: { cases: await fieldsOf("cases"), leads: await fieldsOf("leads") },
    read: (plan, limit = 1_000) =>
      headquarters.inside((transaction) =>
        readRows({ transaction }, plan, { organizationIds: reach, after: null, limit }),
      ),
    close: () => server.close(1000),
  };
}

export function planOf(
  entity: ReportEntity,
  definition: GivenReportDefinition,
  customFields: readonly CustomField[] = [],
  parameters: ParameterValues = {},
): ReportPlan {
  return planReport({ entity, definition: ReportDefinition.parse(definition) }, customFields, { parameters });
}
