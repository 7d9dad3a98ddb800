import { buildCall } from "../../../prisma/seed/builders/communications.ts";
import type { Scenario } from "../../testing/harness/requests/example-request.ts";
import { insertFor, type TestTenant } from "../../testing/harness/tenant.ts";
import { createDocument } from "../documents/fixtures.records.ts";
import { callScenarios } from "./calls/fixtures.ts";
import { conversationScenarios, createConversation } from "./conversations/fixtures.ts";
import { emailScenarios } from "./emails/fixtures.ts";
import { messageScenarios } from "./messages/fixtures.ts";
import { timelineScenarios } from "./timeline/fixtures.ts";

/** A row in every table of the area. */
export async function createCommunicationRows(tenant: TestTenant): Promise<void> {
  const { organizationId } = tenant;
  const { messageId, caseId } = await createConversation(tenant);
  const { documentId } = await createDocument(tenant, { caseId });
  const call = buildCall({ organizationId, caseId });
  await insertFor(tenant, {
    MessageAttachment: {
      organizationId,
      messageId,
      position: 1,
      documentId,
      name: "Letter.pdf",
      sizeBytes: 3,
      contentType: "application/pdf",
    },
    Call: call,
    CallDocument: { organizationId, callId: call.id, documentId, position: 1 },
  });
}

export const communicationScenarios = {
  ...conversationScenarios,
  ...messageScenarios,
  ...emailScenarios,
  ...callScenarios,
  ...timelineScenarios,
} satisfies Record<string, Scenario>;
