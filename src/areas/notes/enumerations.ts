import { enumeration } from "../../contract/enumeration.ts";

export const noteEnumerations = {
  noteType: enumeration("What a note is about.", {
    general: "Anything else.",
    phone_call: "A memo of a call.",
    client_update: "What the client reported.",
    attorney_note: "An attorney’s own thoughts.",
    medical_update: "Treatment or condition.",
    insurance_update: "Carrier, coverage or claim.",
    negotiation: "Demands and offers.",
    litigation: "Pleadings, discovery and hearings.",
    settlement: "Terms, release and funds.",
    intake: "The first interview.",
    investigation: "Facts, scene and witnesses.",
    strategy: "Theory and plan of the case.",
    status_update: "Where the matter stands.",
  }),
  noteVisibility: enumeration("Who a note is for.", {
    internal: "Everyone in the firm.",
    privileged: "Attorney work product or privileged: its content requires `notes:privileged`.",
    client_visible: "The firm may show it to the client. Caseport itself shows clients nothing.",
  }),
};
