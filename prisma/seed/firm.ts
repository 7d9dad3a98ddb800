import { createId } from "../../src/platform/database/ids.ts";
import type { Row } from "../../src/platform/database/tables.ts";
import { createTurn } from "../../src/platform/event-loop-turn.ts";
import type { FirmDefinition, NetworkPair } from "./firms.ts";
import { createHistory, type Actor, type History, type RelatedId } from "./history.ts";
import { addKeys, type KeySecrets } from "./keys.ts";
import { describeCalendars, describeOffices, founding } from "./offices.ts";
import { createRandom, dayMilliseconds, toInstant, type Random } from "./random.ts";
import { buildMember, buildOrganization } from "./builders/organizations.ts";
import { buildTag } from "./builders/cases.ts";
import type { Given } from "./builders/records.ts";
import { createFirmRows, type Add, type ColumnsOfTables, type FirmRows } from "./rows.ts";
import { addTeams, completeMembers, describeAdmissions } from "./teams.ts";

/** A firm under construction: what every builder reads, and where it puts its rows. */
export interface Firm {
  definition: FirmDefinition;
  organizationId: string;
  /** The instant that the demo counts back from, in milliseconds since 1970. Nothing has happened later. */
  now: number;
  random: Random;
  rows: FirmRows;
  /** Adds complete rows to those of the firm. */
  add: Add;
  history: History;
  /** The attorney on whose behalf the firm's keys act. */
  actingAttorney: Row<"Member">;
  activeAttorneys: Row<"Member">[];
  secrets: KeySecrets;
  /** The key that acts for an attorney: folders and everything medical come through it. */
  actor: Actor;
  /** The key of another program that writes where no attorney is needed. */
  plainActor: Actor;
  /** Ends a turn of the event loop that has lasted long enough. Builders await it between two records. */
  pause: () => Promise<void> | undefined;
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

/** Where and when the demo data is made. */
export interface Setting {
  /** The instant that the demo counts back from, in milliseconds since 1970. */
  now: number;
  columns: ColumnsOfTables;
  /** The firms that refer matters to each other; null for a firm that knows no other. */
  network: NetworkPair | null;
}

/** Starts a firm: organization, members, keys, tags. */
export function startTenant(
  definition: FirmDefinition,
  { now, columns }: Pick<Setting, "now" | "columns">,
  parentOrganizationId: string | null,
): Firm {
  const random = createRandom(definition.seed);
  const { rows, add } = createFirmRows(columns);
  const foundedAt = toInstant(now - foundedDaysAgo * dayMilliseconds);
  const organizationId = definition.organizationId ?? createId("organization", new Date(foundedAt));
  const founded = { organizationId, foundedAt };
  const { name, legalName, slug, isHeadquarters, timezone, showsKeys = false } = definition;
  const { Organization: organization } = add({
    Organization: buildOrganization({
      id: organizationId,
      name,
      legalName,
      slug,
      parentOrganizationId,
      isHeadquarters,
      timezone,
      keysVisibleTo: showsKeys && parentOrganizationId !== null ? [parentOrganizationId] : [],
      ...describeProfile(definition),
      createdAt: foundedAt,
    }),
  });
  const { Office: offices } = add({ Office: describeOffices(definition, founded) });
  const { Member: members } = add({
    Member: definition.people.map((person, index) =>
      buildMember({
        ...describeMember(definition, person, now),
        ...founding(founded),
        officeId: pickOffice(offices, index),
      }),
    ),
  });
  completeMembers(members, now);
  add({ BarAdmission: describeAdmissions(definition, members) });
  addTeams(add, founded, members);
  const activeAttorneys = members.filter((member) => member.isAttorney && member.status === "active");
  const [actingAttorney] = activeAttorneys;
  if (actingAttorney === undefined) throw new Error(`${name} has no active attorney`);
  const { HolidayCalendar: calendars } = add({
    HolidayCalendar: describeCalendars(definition, founded, now, actingAttorney),
  });
  organization.holidayCalendarId = calendars[0]?.id ?? null;
  const keys = addKeys(add, { organizationId, now, members, actingAttorney, isDemo: isHeadquarters });
  add({
    Tag: tags.map(([tagName, color]) => buildTag({ ...founding(founded), id: createId("tag"), name: tagName, color })),
  });
  return {
    definition,
    organizationId,
    now,
    random,
    rows,
    add,
    actingAttorney,
    activeAttorneys,
    history: createHistory(organizationId, now),
    secrets: keys.secrets,
    actor: keys.actor,
    plainActor: keys.plainActor,
    pause: createTurn().end,
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
    email: `office@${emailDomain}`,
    website: `https://www.${emailDomain}`,
    address: { line1, line2: null, city, state, zipCode },
    defaultFeeBasisPoints: 3_333,
    memberEmailDomains: [emailDomain],
  };
}

function describeMember(
  { emailDomain }: FirmDefinition,
  person: FirmDefinition["people"][number],
  now: number,
): Omit<Given<"Member">, "organizationId" | "createdAt"> {
  const deactivatedAt = person.isDeactivated === true ? toInstant(now - 45 * dayMilliseconds) : null;
  return {
    ...(person.id !== undefined && { id: person.id }),
    firstName: person.firstName,
    lastName: person.lastName,
    email: `${person.firstName}.${person.lastName}@${emailDomain}`.toLowerCase(),
    role: person.role,
    isAttorney: person.isAttorney ?? false,
    permissions: person.permissions ?? [],
    ...(deactivatedAt !== null && { status: "deactivated", deactivatedAt, revision: 2, updatedAt: deactivatedAt }),
  };
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
