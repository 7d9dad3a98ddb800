import { buildSchedule } from "../../../prisma/seed/builders/reports.ts";
import type { Values } from "../../../prisma/seed/builders/records.ts";
import { ReportDefinition, type GivenReportDefinition } from "../../contract/reports/definition.ts";
import { insertFor, type TestTenant } from "../../testing/harness/tenant.ts";
import type { PortalReply } from "../../testing/harness/requests/portal-calls.ts";
import type { SignedInMember } from "../team/fixtures.ts";
import { caseDefinition } from "./fixtures.ts";
import type { Report, ReportSummary } from "./schema.ts";

export const shownCaseDefinition = ReportDefinition.parse(caseDefinition);

/** Requires `clients:view` besides `cases:view`. */
export const clientDefinition = {
  columns: [
    { key: "case", field: "sequenceId" },
    { key: "client", field: "clientName" },
  ],
} satisfies GivenReportDefinition;

/** A valid body of a private report over cases. */
export const newReport = {
  name: "Open cases",
  category: "pipeline",
  entity: "cases",
  definition: caseDefinition,
} as const;

/** A valid body of a schedule, Mondays at seven. */
export function newSchedule(reportId: string, recipientIds: readonly string[]) {
  const timing = { frequency: "weekly", weekday: 1, hour: 7 };
  return {
    reportId,
    name: "Monday's pipeline",
    format: "csv",
    parameters: { stage: "intake" },
    timing,
    recipientIds,
  } as const;
}

/** In the far future, so that the scheduled job does not run it. */
export const farAhead = "2999-01-01T00:00:00.000Z";

/**
 * A daily schedule in the attorney's name that is not due by default.
 *
 * @returns its id
 */
export async function createScheduleRow(
  tenant: Pick<TestTenant, "organizationId" | "attorneyId" | "inside">,
  reportId: string,
  values: Partial<Values<"ReportSchedule">> = {},
): Promise<string> {
  const { organizationId, attorneyId } = tenant;
  const owned = { organizationId, reportId, nextRunAt: farAhead, ...values };
  const schedule = buildSchedule({ ...owned, ownerMemberId: values.ownerMemberId ?? attorneyId });
  return (await insertFor(tenant, { ReportSchedule: { recipientIds: [attorneyId], ...schedule } })).ReportSchedule.id;
}

/** Makes one organization the child of another. */
export async function putBelow(
  child: Pick<TestTenant, "organizationId" | "inside">,
  parent: Pick<TestTenant, "organizationId" | "inside">,
): Promise<void> {
  await parent.inside(async (transaction) => {
    await transaction
      .updateTable("Organization")
      .set({ isHeadquarters: true })
      .where("id", "=", parent.organizationId)
      .execute();
  });
  await child.inside(async (transaction) => {
    await transaction
      .updateTable("Organization")
      .set({ parentOrganizationId: parent.organizationId })
      .where("id", "=", child.organizationId)
      .execute();
  });
}

export type Saved = PortalReply<{ report: Report }>;

export const create = (by: SignedInMember, values: object = {}): Promise<Saved> =>
  by.portal.mutate("reports.create", { ...newReport, ...values });

export const update = (by: SignedInMember, reportId: string, changes: object, expectedRevision = 1): Promise<Saved> =>
  by.portal.mutate("reports.update", { reportId, expectedRevision, ...changes });

export const read = (by: SignedInMember, reportId: string): Promise<Saved> =>
  by.portal.query("reports.get", { reportId });

export async function findStandard(by: SignedInMember): Promise<ReportSummary> {
  const { reports } = (await by.portal.query<{ reports: ReportSummary[] }>("reports.list", { entity: "cases" })).data;
  const standard = reports.find(({ isStandard }) => isStandard);
  if (standard === undefined) throw new Error("there are no standard reports");
  return standard;
}

/** The code of a rejection; otherwise `done`. */
export const codeOf = ({ error }: PortalReply<unknown>): string => error?.data.code ?? "done";

export const faultsOf = ({ error }: PortalReply<unknown>): string[] | undefined =>
  error?.data.faults.map(({ path }) => path);
