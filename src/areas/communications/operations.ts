import { defineArea } from "../../rpc/area.ts";
import { communicationArchive } from "./archive.ts";
import { conversationEvents } from "./conversations/events.ts";
import { conversationExamples } from "./conversations/examples.ts";
import { conversationProcedures } from "./conversations/operations.ts";
import { communicationEnumerations } from "./enumerations.ts";
import { messageEvents } from "./messages/events.ts";
import { messageExamples } from "./messages/examples.ts";
import { messageProcedures } from "./messages/operations.ts";

export const communications = defineArea(
  { ...conversationProcedures, ...messageProcedures },
  {
    examples: { ...conversationExamples, ...messageExamples },
    events: [conversationEvents, messageEvents],
    enumerations: communicationEnumerations,
    archive: communicationArchive,
  },
);
