import { consentProcedures } from "./consents/operations.ts";
import { consentsPortal } from "./consents/portal.ts";
import { conversationProcedures } from "./conversations/operations.ts";
import { conversationsPortal } from "./conversations/portal.ts";
import { messagesPortal } from "./messages/portal.ts";
import { communicationSettingsPortal } from "./settings/portal.ts";
import { suppressionsPortal } from "./suppressions/portal.ts";
import { messageTemplateProcedures } from "./templates/operations.ts";
import { timelineProcedures } from "./timeline/operations.ts";
import { timelinePortal } from "./timeline/portal.ts";

export const communicationsPortal = {
  // The portal reads by the API's operations; what changes records for a key needs an acting attorney.
  "conversations.get": conversationProcedures["conversations.get"],
  "cases.communications.list": timelineProcedures["cases.communications.list"],
  "cases.lastClientContact.get": timelineProcedures["cases.lastClientContact.get"],
  "consents.list": consentProcedures["consents.list"],
  "messageTemplates.list": messageTemplateProcedures["messageTemplates.list"],
  ...consentsPortal,
  ...conversationsPortal,
  ...timelinePortal,
  ...messagesPortal,
  ...communicationSettingsPortal,
  ...suppressionsPortal,
};
