import { consentTextProcedures } from "./consent-texts/operations.ts";
import { esignRequestProcedures } from "./requests/operations.ts";
import { esignRequestsPortal } from "./requests/portal.ts";
import { esignSettingsPortal } from "./settings/portal.ts";
import { esignTemplateProcedures } from "./templates/operations.ts";
import { esignTemplatesPortal } from "./templates/portal.ts";

export const esignPortal = {
  ...esignRequestProcedures,
  ...esignRequestsPortal,
  ...esignTemplateProcedures,
  ...esignTemplatesPortal,
  ...consentTextProcedures,
  ...esignSettingsPortal,
};
