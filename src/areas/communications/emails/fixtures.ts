import { randomUUID } from "node:crypto";
import { ids } from "../../../contract/examples/example-story.ts";
import type { Scenario } from "../../../testing/harness/requests/example-request.ts";
import { createCase } from "../../../testing/harness/tenant.ts";
import { arrangeNewMessage } from "../messages/fixtures.ts";
import { emailContent, writeEmail } from "./examples.ts";

export const emailScenarios = {
  "emails.create": async (tenant) => {
    const ofCase = await createCase(tenant);
    return {
      ownValues: {
        [ids.caseId]: ofCase.caseId,
        [emailContent]: Buffer.from(writeEmail(`<${randomUUID()}@example.com>`)).toString("base64"),
      },
      ...arrangeNewMessage(tenant, ofCase),
      emitsBefore: ["document.created", "conversation.created"],
      alsoEmits: ["message.received"],
    };
  },
} satisfies Record<string, Scenario>;
