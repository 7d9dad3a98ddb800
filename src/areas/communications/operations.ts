import { defineArea } from "../../rpc/area.ts";
import { communicationArchive } from "./archive.ts";
import { consentEvents } from "./consents/events.ts";
import { consentExamples } from "./consents/examples.ts";
import { consentProcedures } from "./consents/operations.ts";
import { callStates } from "./calls/domain.states.ts";
import { callEnumerations } from "./calls/enumerations.ts";
import { callEvents } from "./calls/events.ts";
import { callExamples } from "./calls/examples.ts";
import { callProcedures } from "./calls/operations.ts";
import { conversationEvents } from "./conversations/events.ts";
import { conversationExamples } from "./conversations/examples.ts";
import { conversationProcedures } from "./conversations/operations.ts";
import { emailExamples } from "./emails/examples.ts";
import { emailProcedures } from "./emails/operations.ts";
import { communicationEnumerations } from "./enumerations.ts";
import { messageStates } from "./messages/domain.states.ts";
import { consentEnumerations } from "./consents/enumerations.ts";
import { messageEvents } from "./messages/events.ts";
import { messageExamples } from "./messages/examples.ts";
import { messageProcedures } from "./messages/operations.ts";
import { messageTemplateEvents } from "./templates/events.ts";
import { messageTemplateExamples } from "./templates/examples.ts";
import { messageTemplateProcedures } from "./templates/operations.ts";
import { timelineExamples } from "./timeline/examples.ts";
import { timelineProcedures } from "./timeline/operations.ts";

export const communications = defineArea(
  {
    ...conversationProcedures,
    ...messageProcedures,
    ...emailProcedures,
    ...callProcedures,
    ...timelineProcedures,
    ...messageTemplateProcedures,
    ...consentProcedures,
  },
  {
    examples: {
      ...conversationExamples,
      ...messageExamples,
      ...emailExamples,
      ...callExamples,
      ...timelineExamples,
      ...messageTemplateExamples,
      ...consentExamples,
    },
    events: [conversationEvents, messageEvents, callEvents, messageTemplateEvents, consentEvents],
    enumerations: { ...communicationEnumerations, ...callEnumerations, ...consentEnumerations },
    stateMachines: { callStatus: callStates, messageStatus: messageStates },
    archive: communicationArchive,
  },
);
