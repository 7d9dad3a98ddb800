import { billing } from "./areas/billing/operations.ts";
import { cases } from "./areas/cases/operations.ts";
import { contactCaseProcedures } from "./areas/cases/contacts/operations.ts";
import { clientCaseProcedures } from "./areas/cases/list/operations.ts";
import { clientProcedures } from "./areas/clients/operations.ts";
import { conflictProcedures } from "./areas/conflict-checks/operations.ts";
import { contactProcedures } from "./areas/contacts/operations.ts";
import { documents } from "./areas/documents/operations.ts";
import { events } from "./areas/events/operations.ts";
import { exports } from "./areas/exports/operations.ts";
import { intake } from "./areas/intake/operations.ts";
import { leadProcedures } from "./areas/leads/operations.ts";
import { medical } from "./areas/medical/operations.ts";
import { platform } from "./areas/platform/operations.ts";
import { reports } from "./areas/reports/operations.ts";
import { serviceAccounts } from "./areas/service-accounts/operations.ts";
import { webhooks } from "./areas/webhooks/operations.ts";
import { router } from "./rpc/operation.ts";
import { convertLeadProcedures } from "./workflows/convert-lead/operations.ts";
import { mergeClientsProcedures } from "./workflows/merge-clients/operations.ts";
import { mergeContactsProcedures } from "./workflows/merge-contacts/operations.ts";

/** What the API consists of: one router per area; where an operation spans areas, its workflow joins the router whose paths it has. */
export const apiRouter = router({
  platform,
  cases,
  leads: router({ ...leadProcedures, ...convertLeadProcedures }),
  clients: router({ ...clientProcedures, ...clientCaseProcedures, ...mergeClientsProcedures }),
  contacts: router({ ...contactProcedures, ...contactCaseProcedures, ...conflictProcedures, ...mergeContactsProcedures }),
  documents,
  intake,
  billing,
  medical,
  reports,
  exports,
  events,
  serviceAccounts,
  webhooks,
});

export type ApiRouter = typeof apiRouter;
