import { account } from "../areas/account/portal.ts";
import { administration } from "../areas/administration/portal.ts";
import { assistants } from "../areas/assistants/portal.ts";
import { audit } from "../areas/audit/portal.ts";
import { expenseProcedures } from "../areas/billing/expenses/operations.ts";
import { billingPortal } from "../areas/billing/portal.ts";
import { calendarFeeds, memberFeedsPortal } from "../areas/calendar/feeds/portal.ts";
import { communicationsPortal } from "../areas/communications/portal.ts";
import { deadlineChainsPortal } from "../areas/deadline-chains/portal.ts";
import { docketPortal } from "../areas/docket/portal.ts";
import { deadlineProcedures } from "../areas/deadlines/operations.ts";
import { deadlinesPortal } from "../areas/deadlines/portal.ts";
import { esignPortal } from "../areas/esign/portal.ts";
import { eventsPortal } from "../areas/events/portal.ts";
import { exportsPortal } from "../areas/exports/portal.ts";
import { createImportsPortal } from "../areas/imports/portal.ts";
import { consentTextsPortal } from "../areas/esign/consent-texts/portal.ts";
import { jurisdictionRulesPortal } from "../areas/jurisdiction-rules/portal.ts";
import { keyAuditProcedures } from "../areas/keys/operations.ts";
import { notifications } from "../areas/notifications/portal.ts";
import { calendarProcedures } from "../areas/organization/holiday-calendars/operations.ts";
import { officeProcedures } from "../areas/organization/offices/operations.ts";
import { organizationProcedures } from "../areas/organization/operations.ts";
import { organizationPortal } from "../areas/organization/portal.ts";
import { overviewPortal } from "../areas/overview/portal.ts";
import { referralsPortal } from "../areas/referrals/portal.ts";
import { reportsPortal } from "../areas/reports/portal.ts";
import { settlementsPortal } from "../areas/settlements/portal.ts";
import { sandboxPortal } from "../areas/sandbox/portal.ts";
import { sandboxProcedures } from "../areas/sandbox/operations.ts";
import { serviceAccountProcedures } from "../areas/service-accounts/operations.ts";
import { taskTemplateProcedures } from "../areas/tasks/templates/operations.ts";
import { memberProcedures } from "../areas/team/operations.ts";
import { teamPortal } from "../areas/team/portal.ts";
import { teamProcedures } from "../areas/team/teams/operations.ts";
import { teamDeletionProcedures } from "../workflows/delete-team/operations.ts";
import { memberTransitionProcedures } from "../workflows/move-member/operations.ts";
import { trustAccountProcedures } from "../areas/trust/accounts/operations.ts";
import { trustLedgerProcedures } from "../areas/trust/ledgers/operations.ts";
import { reconciliationProcedures } from "../areas/trust/reconciliations/operations.ts";
import { trustPortal } from "../areas/trust/portal.ts";
import { trustTransactionProcedures } from "../areas/trust/transactions/operations.ts";
import { webhooksPortal } from "../areas/webhooks/portal.ts";
import { keys } from "./portal-areas.ts";
import { importProcedures, keyUsageProcedures } from "./router.ts";
import { nestProcedures } from "../rpc/area.ts";
import { router } from "../rpc/operation.ts";

/** The portal's root router: the API's operations that it needs, and what only the portal does. */
export const portalRouter = router({
  ...nestProcedures({
    ...serviceAccountProcedures,
    ...keyAuditProcedures,
    ...keyUsageProcedures,
    ...memberProcedures,
    ...memberTransitionProcedures,
    ...teamPortal,
    ...memberFeedsPortal,
    ...teamProcedures,
    ...teamDeletionProcedures,
    ...taskTemplateProcedures,
    ...consentTextsPortal,
    ...jurisdictionRulesPortal,
    ...deadlineProcedures,
    ...deadlinesPortal,
    ...docketPortal,
    ...expenseProcedures,
    ...billingPortal,
    ...trustAccountProcedures,
    ...trustLedgerProcedures,
    ...trustTransactionProcedures,
    ...trustPortal,
    ...reconciliationProcedures,
    ...deadlineChainsPortal,
    ...esignPortal,
    ...communicationsPortal,
    ...settlementsPortal,
    ...referralsPortal,
    ...eventsPortal,
    ...exportsPortal,
    ...createImportsPortal(importProcedures),
    ...webhooksPortal,
    ...reportsPortal,
    ...organizationProcedures,
    ...sandboxProcedures,
    ...sandboxPortal,
    ...officeProcedures,
    ...calendarProcedures,
    ...organizationPortal,
  }),
  account,
  keys,
  overview: overviewPortal,
  notifications,
  calendarFeeds,
  assistants,
  audit,
  administration,
});

export type PortalRouter = typeof portalRouter;
