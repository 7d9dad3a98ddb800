import { billing } from "./areas/billing/operations.ts";
import { cases } from "./areas/cases/operations.ts";
import { clients } from "./areas/clients/operations.ts";
import { contacts } from "./areas/contacts/operations.ts";
import { documents } from "./areas/documents/operations.ts";
import { events } from "./areas/events/operations.ts";
import { exports } from "./areas/exports/operations.ts";
import { intake } from "./areas/intake/operations.ts";
import { leads } from "./areas/leads/operations.ts";
import { medical } from "./areas/medical/operations.ts";
import { platform } from "./areas/platform/operations.ts";
import { reports } from "./areas/reports/operations.ts";
import { serviceAccounts } from "./areas/service-accounts/operations.ts";
import { webhooks } from "./areas/webhooks/operations.ts";
import { router } from "./rpc/operation.ts";

/** What the API consists of: one router an area. */
export const apiRouter = router({ platform, cases, leads, clients, contacts, documents, intake, billing, medical, reports, exports, events, serviceAccounts, webhooks });

export type ApiRouter = typeof apiRouter;
