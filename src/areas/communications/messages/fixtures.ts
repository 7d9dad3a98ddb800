import { asRead, type Scenario } from "../../../testing/harness/requests/example-request.ts";
import { deleteRow } from "../../../testing/harness/tenant.ts";
import { createConversation } from "../conversations/fixtures.ts";

export const messageScenarios = {
  "messages.list": async (tenant) => {
    const { caseId } = await createConversation(tenant);
    return { query: { caseId } };
  },
  "messages.get": asRead(async (tenant) => {
    const { messageId, caseId } = await createConversation(tenant);
    return { pathValues: { messageId }, revision: null, remove: () => deleteRow(tenant, "Case", caseId) };
  }),
} satisfies Record<string, Scenario>;
