import { defineArea } from "../../rpc/area.ts";
import { communicationArchive } from "./archive.ts";
import { callStates } from "./calls/domain.states.ts";
import { callEnumerations } from "./calls/enumerations.ts";
import { callEvents } from "./calls/events.ts";
import { callExamples } from "./calls/examples.ts";
import { callProcedures } from "./calls/operations.ts";
import { conversationEvents } from "./conversations/events.ts";
import { conversationExamples } from "./conversations/examples.ts";
import { conversationProcedures } from "./conversations/operations.ts";
import { communicationEnumerations } from "./enumerations.ts";
import { messageEvents } from "./messages/events.ts";
import { messageExamples } from "./messages/examples.ts";
import { messageProcedures } from "./messages/operations.ts";
import { timelineExamples } from "./timeline/examples.ts";
import { timelineProcedures } from "./timeline/operations.ts";

export const communications = defineArea(
  { ...conversationProcedures, ...messageProcedures, ...callProcedures, ...timelineProcedures },
  {
    examples: { ...conversationExamples, ...messageExamples, ...callExamples, ...timelineExamples },
    events: [conversationEvents, messageEvents, callEvents],
    enumerations: { ...communicationEnumerations, ...callEnumerations },
    stateMachines: { callStatus: callStates },
    archive: communicationArchive,
  },
);
