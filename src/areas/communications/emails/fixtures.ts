import { randomUUID } from "node:crypto";
import { ids } from "../../../contract/examples/example-story.ts";
import { readId, readRecord, type Scenario } from "../../../testing/harness/requests/example-request.ts";
import { createCase, relateCase } from "../../../testing/harness/tenant.ts";
import { changeShown } from "../../../testing/harness/tenant-requests.ts";
import { emailContent, writeEmail } from "./examples.ts";

export const emailScenarios = {
  "emails.create": async (tenant) => {
    const ofCase = await createCase(tenant);
    return {
      ownValues: {
        [ids.caseId]: ofCase.caseId,
        [emailContent]: Buffer.from(writeEmail(`<${randomUUID()}@example.com>`)).toString("base64"),
      },
      change: changeShown(tenant, "Message", "message", { failure: "other" }),
      emitsBefore: ["document.created", "conversation.created"],
      alsoEmits: ["message.received"],
      recordIn: null,
      touched: (response) => ({
        entity: "message",
        id: readId(response, "message"),
        relatedIds: [
          ...relateCase(ofCase),
          { entity: "conversation", id: String(readRecord(response, "message")["conversationId"]) },
        ],
      }),
      diff: {},
    };
  },
} satisfies Record<string, Scenario>;
