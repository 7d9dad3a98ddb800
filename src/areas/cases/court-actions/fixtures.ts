import { buildCourtAction } from "../../../../prisma/seed/builders/cases.ts";
import type { Values } from "../../../../prisma/seed/builders/records.ts";
import {
  anInstant,
  asRead,
  newName,
  readId,
  type ResponseBody,
  type Arrangement,
  type Scenario,
} from "../../../testing/harness/requests/example-request.ts";
import { createCase, insertFor, relateCase, type TestTenant } from "../../../testing/harness/tenant.ts";
import { aboutRow, changeShown } from "../../../testing/harness/tenant-requests.ts";
import { createNamedContact } from "../parties/fixtures.ts";
import { courtAction } from "./examples.ts";

export interface CreatedAction {
  caseId: string;
  clientId: string;
  courtContactId: string;
  courtActionId: string;
}

/** An action that was filed in a court, in a new case or in this one. */
export async function createCourtAction(
  tenant: TestTenant,
  values: Partial<Values<"CourtAction">> = {},
  ofCase?: { caseId: string; clientId: string },
): Promise<CreatedAction> {
  const { organizationId } = tenant;
  const { caseId, clientId } = ofCase ?? (await createCase(tenant));
  const courtContactId = values.courtContactId ?? (await createNamedContact(tenant, "Travis County Court", "court"));
  const action = buildCourtAction({ organizationId, caseId, ...values, courtContactId });
  await insertFor(tenant, { CourtAction: action });
  return { caseId, clientId, courtContactId, courtActionId: action.id };
}

const touch = ({ courtContactId, ...ofCase }: Omit<CreatedAction, "courtActionId">, id: string, judgeId?: string) => ({
  entity: "court_action",
  id,
  relatedIds: [
    ...relateCase(ofCase),
    ...[courtContactId, judgeId].flatMap((contactId) =>
      contactId === undefined ? [] : [{ entity: "contact", id: contactId }],
    ),
  ],
});

/** A request about a court action that there is. */
const onAction =
  (more: Partial<Arrangement>): Scenario =>
  async (tenant) => {
    const created = await createCourtAction(tenant);
    const { caseId, courtActionId } = created;
    return {
      ...aboutRow(tenant, "CourtAction", { caseId, courtActionId }, { disposition: "Changed" }),
      touched: () => touch(created, courtActionId),
      ...more,
    };
  };

export const courtActionScenarios = {
  "cases.courtActions.list": async (tenant) => {
    const { caseId } = await createCourtAction(tenant);
    return { pathValues: { caseId }, query: { sort: "oldest" } };
  },
  "cases.courtActions.get": asRead(onAction({})),
  "cases.courtActions.create": async (tenant) => {
    const ofCase = await createCase(tenant, { caseState: "TX" });
    const courtContactId = await createNamedContact(tenant, "Travis County Court", "court");
    const judgeContactId = await createNamedContact(tenant, "Helen Brodie", "person");
    return {
      pathValues: { caseId: ofCase.caseId },
      ownValues: {
        [courtAction.court.id]: courtContactId,
        [courtAction.judge.id]: judgeContactId,
        [courtAction.docketNumber]: newName(),
      },
      change: changeShown(tenant, "CourtAction", "courtAction", { disposition: "Changed" }),
      touched: (response: ResponseBody) =>
        touch({ ...ofCase, courtContactId }, readId(response, "courtAction"), judgeContactId),
      diff: {},
    };
  },
  "cases.courtActions.update": onAction({
    alsoEmits: ["court_action.updated", "court_action.status_changed"],
    diff: ({ trialOn }) => ({ trialOn: { from: null, to: trialOn } }),
  }),
  "cases.courtActions.delete": onAction({ recordIn: null, diff: { deletedAt: { from: null, to: anInstant } } }),
  "courtActions.list": async (tenant) => {
    await createCourtAction(tenant, { docketNumber: newName() });
    return { query: { status: "filed", sort: "updated" } };
  },
} satisfies Record<string, Scenario>;
