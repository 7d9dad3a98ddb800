import { administration } from "../areas/administration/portal.ts";
import { assistants } from "../areas/assistants/portal.ts";
import { audit } from "../areas/audit/portal.ts";
import { calendarFeeds } from "../areas/calendar/feeds/portal.ts";
import { keysPortal } from "../areas/keys/portal.ts";
import { notifications } from "../areas/notifications/portal.ts";
import { requestsPortal } from "../areas/request-logs/portal.ts";
import { requestLogArchive } from "../areas/request-logs/archive.ts";
import { scopeRequestArchive } from "../areas/scope-requests/archive.ts";
import { scopeRequestEvents } from "../areas/scope-requests/events.ts";
import { officesPortal } from "../areas/service-accounts/offices/portal.ts";
import { secretsPortal } from "../areas/service-accounts/portal.ts";
import { definePortalArea } from "../rpc/area.ts";

/** What only the portal does with keys, their secrets, offices and request logs. */
export const keys = definePortalArea(
  { ...keysPortal, ...secretsPortal, ...requestsPortal, ...officesPortal },
  {
    events: [scopeRequestEvents],
    archive: [
      ...scopeRequestArchive,
      ...requestLogArchive,
      { table: "AttentionSnooze", omitted: "Personal to a member." },
    ],
  },
);

/** The areas with events that no operation of the API records, or with tables that none of its areas declares. */
export const portalAreas = [administration, assistants, audit, keys, notifications, calendarFeeds];
