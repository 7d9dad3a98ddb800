import { createId } from "../../src/platform/database/ids.ts";
import type { Row } from "../../src/platform/database/tables.ts";
import type { FirmDefinition } from "./firms.ts";
import { createHistory, type Actor, type History, type RelatedId } from "./history.ts";
import { buildKeys, type KeySecrets } from "./keys.ts";
import { buildCalendars, buildOffices } from "./offices.ts";
import { createRandom, dayMilliseconds, toInstant, type Random } from "./random.ts";
import { createFirmRows, type FirmRows } from "./rows.ts";
import { buildAdmissions, buildTeams, completeMembers } from "./teams.ts";

/** A firm under construction: what every builder reads, and where it puts its rows. */
export interface Firm {
  definition: FirmDefinition;
  organizationId: string;
  /** The instant that the demo counts back from, in milliseconds since 1970. Nothing has happened later. */
  now: number;
  random: Random;
  rows: FirmRows;
  history: History;
  /** The attorney on whose behalf the firm's keys act. */
  actingAttorney: Row<"Member">;
  activeAttorneys: Row<"Member">[];
  secrets: KeySecrets;
  /** The key that acts for an attorney: folders and everything medical come through it. */
  actor: Actor;
  /** The key of another program that writes where no attorney is needed. */
  plainActor: Actor;
}

/** A case with those around it, as the builders hand it on. */
export interface FirmCase {
  row: Row<"Case">;
  client: Row<"Client">;
  /** The one case per firm that has everything, and whose ids stand in the summary. */
  isStory: boolean;
}

/** The firm existed long before its first case here. */
const foundedDaysAgo = 1_400;

/** Starts a firm: organization, members, keys, tags. */
export function startTenant(definition: FirmDefinition, now: number, parentOrganizationId: string | null): Firm {
  const random = createRandom(definition.seed);
  const rows = createFirmRows();
  const foundedAt = toInstant(now - foundedDaysAgo * dayMilliseconds);
  const organizationId = definition.organizationId ?? createId("organization", new Date(foundedAt));
  const { name, legalName, slug, isHeadquarters, timezone, showsKeys = false } = definition;
  rows.Organization.push({
    id: organizationId,
    name,
    legalName,
    slug,
    parentOrganizationId,
    isHeadquarters,
    timezone,
    reportsToHeadquarters: true,
    keysVisibleTo: showsKeys && parentOrganizationId !== null ? [parentOrganizationId] : [],
    legalHolds: [],
    rateLimitRead: null,
    rateLimitWrite: null,
    rateLimitSensitive: null,
    ...describeProfile(definition),
    revision: 1,
    createdAt: foundedAt,
    updatedAt: foundedAt,
  });
  rows.Office.push(...buildOffices(definition, { organizationId, foundedAt }));
  const members = buildMembers(definition, organizationId, now, foundedAt).map((member, index) => ({
    ...member,
    officeId: pickOffice(rows.Office, index),
  }));
  completeMembers(members, now);
  rows.Member.push(...members);
  rows.BarAdmission.push(...buildAdmissions(definition, members));
  const { teams, teamMembers } = buildTeams(organizationId, members, foundedAt);
  rows.Team.push(...teams);
  rows.TeamMember.push(...teamMembers);
  const activeAttorneys = members.filter((member) => member.isAttorney && member.status === "active");
  const [actingAttorney] = activeAttorneys;
  if (actingAttorney === undefined) throw new Error(`${name} has no active attorney`);
  rows.HolidayCalendar.push(...buildCalendars(definition, { organizationId, foundedAt }, now, actingAttorney));
  const [organization] = rows.Organization;
  if (organization !== undefined) organization.holidayCalendarId = rows.HolidayCalendar[0]?.id ?? null;
  const keys = buildKeys({ organizationId, now, members, actingAttorney, isDemo: isHeadquarters });
  rows.IntegrationKey.push(...keys.keys);
  rows.IntegrationKeySecret.push(...keys.keySecrets);
  rows.ScopeRequest.push(...keys.scopeRequests);
  rows.AuditEntry.push(...keys.audit);
  const tagged = { revision: 1, createdAt: foundedAt, updatedAt: foundedAt, deletedAt: null };
  // The database makes the key of a name.
  rows.Tag.push(
    ...tags.map(([tagName, color]) => ({
      ...tagged,
      organizationId,
      id: createId("tag"),
      name: tagName,
      nameKey: "",
      color,
    })),
  );
  return {
    definition,
    organizationId,
    now,
    random,
    rows,
    actingAttorney,
    activeAttorneys,
    history: createHistory(organizationId, now),
    secrets: keys.secrets,
    actor: keys.actor,
    plainActor: keys.plainActor,
  };
}

/** Every third member works at the second office, where there is one. */
function pickOffice([main, other]: readonly Row<"Office">[], index: number): string | null {
  return ((index % 3 === 2 ? other : undefined) ?? main)?.id ?? null;
}

function describeProfile({ phone, emailDomain, states, offices: [main] }: FirmDefinition) {
  const { name: city, line1, state, zipCode } = main;
  return {
    workdayStartsAt: "08:30",
    workdayEndsAt: "17:30",
    practiceAreas: ["Motor vehicle", "Premises liability", "Medical malpractice"],
    jurisdictions: [...states],
    phone,
    fax: null,
    email: `office@${emailDomain}`,
    website: `https://www.${emailDomain}`,
    address: { line1, line2: null, city, state, zipCode },
    defaultFeeBasisPoints: 3_333,
    memberEmailDomains: [emailDomain],
    holidayCalendarId: null,
  };
}

function buildMembers(
  definition: FirmDefinition,
  organizationId: string,
  now: number,
  foundedAt: string,
): Omit<Row<"Member">, "officeId">[] {
  return definition.people.map((person) => {
    const deactivatedAt = person.isDeactivated === true ? toInstant(now - 45 * dayMilliseconds) : null;
    return {
      organizationId,
      id: createId("member", new Date(foundedAt)),
      userId: null,
      firstName: person.firstName,
      lastName: person.lastName,
      email: `${person.firstName}.${person.lastName}@${definition.emailDomain}`.toLowerCase(),
      role: person.role,
      status: deactivatedAt === null ? "active" : "deactivated",
      isAttorney: person.isAttorney ?? false,
      canActForKeysByApi: false,
      permissions: person.permissions ?? [],
      phone: null,
      title: null,
      timezone: null,
      externalId: null,
      standingReason: null,
      invitedAt: null,
      suspendedAt: null,
      outOfOfficeStartOn: null,
      outOfOfficeEndOn: null,
      outOfOfficeDelegateId: null,
      outOfOfficeNote: null,
      isBarredOnlyInactive: false,
      deactivatedAt,
      acceptedAt: foundedAt,
      revision: deactivatedAt === null ? 1 : 2,
      createdAt: foundedAt,
      updatedAt: deactivatedAt ?? foundedAt,
    };
  });
}

const tags = [
  ["High value", "#b91c1c"],
  ["Statute within 90 days", "#dc2626"],
  ["Commercial policy", "#1d4ed8"],
  ["Spanish speaking", "#0f766e"],
  ["Surgery recommended", "#7c3aed"],
  ["Uninsured motorist", "#c2410c"],
  ["Medicare lien", "#a16207"],
  ["Photographs needed", "#be185d"],
  ["Policy limits demand", "#15803d"],
  ["Awaiting police report", "#475569"],
  ["Client hard to reach", "#6b7280"],
] as const;

/** The instant, in milliseconds, after which nothing is done for the case: its end, or now. */
export function endOf(firm: Firm, { row }: FirmCase): number {
  return row.resolutionDate === null ? firm.now : Date.parse(row.resolutionDate);
}

/** What every event about a case's record points to. */
export function relateToCase({ row, client }: FirmCase): RelatedId[] {
  return [
    { entity: "case", id: row.id },
    { entity: "client", id: client.id },
  ];
}
