import { consentTextProcedures } from "./consent-texts/operations.ts";
import { esignRequestProcedures } from "./requests/operations.ts";
import { esignRequestsPortal } from "./requests/portal.ts";
import { esignSettingsPortal } from "./settings/portal.ts";
import { esignTemplateProcedures } from "./templates/operations.ts";
import { esignTemplatesPortal } from "./templates/portal.ts";

export const esignPortal = {
  // The portal reads requests; what changes them for a key needs an acting attorney, or returns a link for signing.
  "esignRequests.list": esignRequestProcedures["esignRequests.list"],
  "esignRequests.get": esignRequestProcedures["esignRequests.get"],
  "esignRequests.auditTrail.list": esignRequestProcedures["esignRequests.auditTrail.list"],
  ...esignRequestsPortal,
  ...esignTemplateProcedures,
  ...esignTemplatesPortal,
  ...consentTextProcedures,
  ...esignSettingsPortal,
};
