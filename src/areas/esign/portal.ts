import { esignRequestProcedures } from "./requests/operations.ts";
import { esignSettingsPortal } from "./settings/portal.ts";

export const esignPortal = { ...esignRequestProcedures, ...esignSettingsPortal };
