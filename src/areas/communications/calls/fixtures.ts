import { buildCall } from "../../../../prisma/seed/builders/communications.ts";
import type { Values } from "../../../../prisma/seed/builders/records.ts";
import { ids } from "../../../contract/examples/example-story.ts";
import { asRead, newExternalId, readId, type Scenario } from "../../../testing/harness/requests/example-request.ts";
import {
  changeRow,
  createCase,
  deleteRow,
  insertFor,
  relateCase,
  type TestTenant,
} from "../../../testing/harness/tenant.ts";
import { changeShown } from "../../../testing/harness/tenant-requests.ts";

export interface CreatedCall {
  callId: string;
  caseId: string;
  clientId: string;
}

/** A call with the client of a case of its own. */
export async function createCall(tenant: TestTenant, values: Partial<Values<"Call">> = {}): Promise<CreatedCall> {
  const { organizationId } = tenant;
  const { caseId, clientId } = await createCase(tenant);
  const call = buildCall({ organizationId, caseId, partyClientId: clientId, partyName: "Client", ...values });
  await insertFor(tenant, { Call: call });
  return { callId: call.id, caseId, clientId };
}

const touch = (ofCase: { caseId: string; clientId: string }, id: string) => ({
  entity: "call",
  id,
  relatedIds: relateCase(ofCase),
});

const onCall: Scenario = async (tenant) => {
  const externalId = newExternalId();
  const created = await createCall(tenant, { externalId });
  const { callId, caseId } = created;
  return {
    pathValues: { callId },
    externalId,
    revision: 1,
    remove: () => deleteRow(tenant, "Case", caseId),
    change: () => changeRow(tenant, "Call", callId, { summary: "Changed" }),
    touched: () => touch(created, callId),
    diff: { disposition: { from: null, to: "callback_requested" } },
    alsoEmits: ["call.updated"],
  };
};

export const callScenarios = {
  "calls.list": async (tenant) => {
    await createCall(tenant);
    return { query: { sort: "oldest" } };
  },
  "calls.get": asRead(onCall),
  "calls.create": async (tenant) => {
    const ofCase = await createCase(tenant);
    return {
      ownValues: { [ids.caseId]: ofCase.caseId, [ids.clientId]: ofCase.clientId },
      remove: () => deleteRow(tenant, "Case", ofCase.caseId),
      change: changeShown(tenant, "Call", "call", { summary: "Changed" }),
      touched: (response) => touch(ofCase, readId(response, "call")),
      diff: {},
      alsoEmits: ["call.completed", "case.updated"],
    };
  },
  "calls.update": onCall,
} satisfies Record<string, Scenario>;
