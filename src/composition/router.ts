import { billing } from "../areas/billing/operations.ts";
import { createBulk } from "../areas/bulk/operations.ts";
import { contactCases } from "../areas/cases/contacts/operations.ts";
import { clientCases } from "../areas/cases/list/operations.ts";
import { cases } from "../areas/cases/operations.ts";
import { clients } from "../areas/clients/operations.ts";
import { communications } from "../areas/communications/operations.ts";
import { conflictChecks } from "../areas/conflict-checks/operations.ts";
import { contacts } from "../areas/contacts/operations.ts";
import { deadlineCalculations } from "../areas/deadlines/calculation/operations.ts";
import { deadlineChains } from "../areas/deadline-chains/operations.ts";
import { docket } from "../areas/docket/operations.ts";
import { deadlines } from "../areas/deadlines/operations.ts";
import { documents } from "../areas/documents/operations.ts";
import { describeEvents, type EventCatalog } from "../areas/events/domain.types.ts";
import { createEvents } from "../areas/events/operations.ts";
import { esign } from "../areas/esign/operations.ts";
import { exports } from "../areas/exports/operations.ts";
import { createImports } from "../areas/imports/operations.ts";
import { intake } from "../areas/intake/operations.ts";
import { jurisdictionRules } from "../areas/jurisdiction-rules/operations.ts";
import { keyAudit } from "../areas/keys/operations.ts";
import { leads } from "../areas/leads/operations.ts";
import { medical } from "../areas/medical/operations.ts";
import { createPlatform } from "../areas/metadata/operations.ts";
import { notes } from "../areas/notes/operations.ts";
import { calendar } from "../areas/calendar/operations.ts";
import { tasks } from "../areas/tasks/operations.ts";
import { organization } from "../areas/organization/operations.ts";
import { taskTemplates } from "../areas/tasks/templates/operations.ts";
import { team } from "../areas/team/operations.ts";
import { referrals } from "../areas/referrals/operations.ts";
import { reports } from "../areas/reports/operations.ts";
import { createUsage } from "../areas/request-logs/operations.ts";
import { createSearch } from "../areas/search/operations.ts";
import { sandbox } from "../areas/sandbox/operations.ts";
import { serviceAccounts } from "../areas/service-accounts/operations.ts";
import { settlements } from "../areas/settlements/operations.ts";
import { trust } from "../areas/trust/operations.ts";
import { webhooks } from "../areas/webhooks/operations.ts";
import type { Enumeration } from "../contract/enumeration.ts";
import { sharedEnumerations } from "../contract/enumerations.ts";
import { portalAreas } from "./portal-areas.ts";
import {
  collectArchive,
  collectEnumerations,
  collectEvents,
  collectExamples,
  collectStateMachines,
} from "../rpc/area.ts";
import { buildRouteTable, type RouteTable } from "../rpc/call/route.ts";
import { readDeclarations, type Declaration } from "../rpc/declarations.ts";
import { mergeRouters } from "../rpc/operation.ts";
import { collectSearch } from "../rpc/search.ts";
import { leadConversion } from "../workflows/convert-lead/operations.ts";
import { teamDeletion } from "../workflows/delete-team/operations.ts";
import { memberTransition } from "../workflows/move-member/operations.ts";
import { clientMerge } from "../workflows/merge-clients/operations.ts";
import { contactMerge } from "../workflows/merge-contacts/operations.ts";

const usageOfKeys = createUsage((operation) => routesByName.get(operation));
export const { keyUsageProcedures } = usageOfKeys;

const importsArea = createImports(() => declarationsByName);
export const { importProcedures } = importsArea;

/** One line an area. */
const recordAreas = [
  createPlatform(() => enumerations),
  createBulk(() => routes),
  organization,
  sandbox,
  team,
  teamDeletion,
  memberTransition,
  cases,
  clientCases,
  contactCases,
  leads,
  leadConversion,
  clients,
  clientMerge,
  contacts,
  conflictChecks,
  contactMerge,
  documents,
  notes,
  tasks,
  calendar,
  taskTemplates,
  jurisdictionRules,
  deadlineCalculations,
  deadlines,
  deadlineChains,
  docket,
  intake,
  billing,
  settlements,
  referrals,
  trust,
  medical,
  reports,
  exports,
  importsArea.imports,
  createEvents(() => eventCatalog),
  serviceAccounts,
  keyAudit,
  usageOfKeys.usage,
  webhooks,
  esign,
  communications,
] as const;

/** How the search finds the records of each area that declares it. */
export const searchParts = collectSearch(recordAreas);

const areas = [...recordAreas, createSearch(searchParts)] as const;

export const apiRouter = mergeRouters(...areas);

export type ApiRouter = typeof apiRouter;

export const declarations: readonly Declaration[] = readDeclarations(apiRouter);

/** The operations by their names. */
export const declarationsByName: ReadonlyMap<string, Declaration> = new Map(
  declarations.map((declaration) => [declaration.name, declaration]),
);

/** Method and path template of an operation by its name. */
const routesByName: ReadonlyMap<string, Declaration["meta"]> = new Map(
  declarations.map(({ name, meta }) => [name, meta]),
);

/** The operations by path. */
export const routes: RouteTable = buildRouteTable(declarations);

/** The closed sets of values of every area, and those that several share: what GET /metadata shows. */
export const enumerations: Readonly<Record<string, Enumeration>> = {
  ...sharedEnumerations,
  ...collectEnumerations(areas),
};

/** Which status may follow which, by the name of the enumeration of the statuses: the tables of the rules. */
export const stateMachines = collectStateMachines(areas);

/** The events of every area, by the kind of record; also what only the portal does. */
export const declaredEvents = collectEvents([...areas, ...portalAreas]);

export const eventCatalog: EventCatalog = describeEvents(declaredEvents);

/** The tables of an organization's archive, and the tenant tables that archives omit. */
export const { archived: archivedTables, omitted: omittedTables } = collectArchive([...portalAreas, ...areas]);

export const examples = collectExamples(areas);
