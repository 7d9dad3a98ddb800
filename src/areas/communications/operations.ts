import { defineArea } from "../../rpc/area.ts";
import { communicationArchive } from "./archive.ts";
import { consentEvents } from "./consents/events.ts";
import { consentExamples } from "./consents/examples.ts";
import { consentProcedures } from "./consents/operations.ts";
import { conversationEvents } from "./conversations/events.ts";
import { conversationExamples } from "./conversations/examples.ts";
import { conversationProcedures } from "./conversations/operations.ts";
import { communicationEnumerations } from "./enumerations.ts";
import { consentEnumerations } from "./consents/enumerations.ts";
import { messageEvents } from "./messages/events.ts";
import { messageExamples } from "./messages/examples.ts";
import { messageProcedures } from "./messages/operations.ts";
import { messageTemplateEvents } from "./templates/events.ts";
import { messageTemplateExamples } from "./templates/examples.ts";
import { messageTemplateProcedures } from "./templates/operations.ts";

export const communications = defineArea(
  { ...conversationProcedures, ...messageProcedures, ...messageTemplateProcedures, ...consentProcedures },
  {
    examples: { ...conversationExamples, ...messageExamples, ...messageTemplateExamples, ...consentExamples },
    events: [conversationEvents, messageEvents, messageTemplateEvents, consentEvents],
    enumerations: { ...communicationEnumerations, ...consentEnumerations },
    archive: communicationArchive,
  },
);
