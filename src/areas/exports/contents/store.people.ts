import { sql, type RawBuilder } from "kysely";
import type { Snapshot } from "../../../platform/database/statements/row-stream.ts";
import type { TableColumn, TableRow } from "../../../platform/file-formats/table-values.ts";
import {
  liveRows,
  otherColumn,
  ownColumns,
  selectColumns,
  type ChangeSpan,
  type Inside,
  type SelectedColumn,
} from "./store.columns.ts";

/** A table of people or companies as a file. */
interface PeopleTable {
  columns: readonly SelectedColumn[];
  name: "Client" | "Contact";
}

const client = ownColumns<"Client">();
const contact = ownColumns<"Contact">();

const clientTags = (organizationId: string) => sql`(
  SELECT string_agg(g.tag, '; ' ORDER BY g.tag) FROM "ClientTag" g
  WHERE g."organizationId" = ${organizationId} AND g."clientId" = t.id)`;
const clientCases = (organizationId: string) => sql`(
  SELECT string_agg(c."sequenceId", '; ' ORDER BY c.id) FROM "Case" c
  WHERE c."organizationId" = ${organizationId} AND c."plaintiffId" = t.id AND c."deletedAt" IS NULL)`;
const contactRoles = (organizationId: string) => sql`(
  SELECT string_agg(r.role, '; ' ORDER BY r.role) FROM "ContactRole" r
  WHERE r."organizationId" = ${organizationId} AND r."contactId" = t.id)`;
const contactPhones = (organizationId: string) => sql`(
  SELECT string_agg(p.number, '; ' ORDER BY p.position) FROM "ContactPhone" p
  WHERE p."organizationId" = ${organizationId} AND p."contactId" = t.id)`;
const contactEmails = (organizationId: string) => sql`(
  SELECT string_agg(e.address, '; ' ORDER BY e.position) FROM "ContactEmail" e
  WHERE e."organizationId" = ${organizationId} AND e."contactId" = t.id)`;
const employer = (organizationId: string) => sql`(
  SELECT e.name FROM "Contact" e WHERE e."organizationId" = ${organizationId} AND e.id = t."companyId")`;

/**
 * What people look up and write to. No free text and nothing of health, because files are passed on; no digits of a
 * number of the state.
 */
export const clientsTable: PeopleTable = {
  name: "Client",
  columns: [
    client("lastName", "Last name"),
    client("firstName", "First name"),
    client("middleName", "Middle name"),
    client("suffix", "Suffix"),
    client("preferredName", "Preferred name"),
    client("email", "Email"),
    client("phone", "Phone"),
    client("phoneE164", "Phone, E.164"),
    client("phoneType", "Kind of phone"),
    client("secondaryPhone", "Second phone"),
    client("line1", "Address, line 1"),
    client("line2", "Address, line 2"),
    client("city", "City"),
    client("state", "State"),
    client("zipCode", "ZIP code"),
    client("country", "Country"),
    client("dateOfBirth", "Date of birth", "date"),
    client("dateOfDeath", "Date of death", "date"),
    client("preferredContactMethod", "Preferred contact method"),
    client("preferredLanguage", "Preferred language"),
    client("interpreterNeeded", "Interpreter needed", "boolean"),
    client("doNotContact", "Do not contact", "boolean"),
    otherColumn("cases", "Cases", clientCases),
    otherColumn("tags", "Tags", clientTags),
    client("externalId", "External ID"),
    client("id", "ID"),
    client("createdAt", "Created at", "instant"),
    client("updatedAt", "Updated at", "instant"),
  ],
};

/** Without notes: free text may be of a client's treatment. */
export const contactsTable: PeopleTable = {
  name: "Contact",
  columns: [
    contact("name", "Name"),
    contact("type", "Kind"),
    otherColumn("roles", "Roles", contactRoles),
    contact("lastName", "Last name"),
    contact("firstName", "First name"),
    contact("companyName", "Company"),
    contact("doingBusinessAs", "Doing business as"),
    otherColumn("employer", "Employer", employer),
    contact("jobTitle", "Job title"),
    contact("department", "Department"),
    contact("specialty", "Specialty"),
    contact("email", "Email"),
    contact("phone", "Phone"),
    contact("fax", "Fax"),
    otherColumn("phones", "All phones", contactPhones),
    otherColumn("emails", "All emails", contactEmails),
    contact("line1", "Address, line 1"),
    contact("city", "City"),
    contact("state", "State"),
    contact("zipCode", "ZIP code"),
    contact("website", "Website"),
    contact("barNumber", "Bar number"),
    contact("npi", "NPI"),
    contact("licenseNumber", "License number"),
    contact("fieldOfExpertise", "Field of expertise"),
    contact("hourlyRateCents", "Hourly rate", "money"),
    contact("preferredDeliveryMethod", "Preferred delivery method"),
    contact("doNotContact", "Do not contact", "boolean"),
    contact("tags", "Tags"),
    contact("externalId", "External ID"),
    contact("id", "ID"),
    contact("createdAt", "Created at", "instant"),
    contact("updatedAt", "Updated at", "instant"),
  ],
};

export function listPeopleColumns({ columns }: PeopleTable): TableColumn[] {
  return columns.map(([column]) => column);
}

function fromPeople({ name }: PeopleTable, context: Inside, span: ChangeSpan): RawBuilder<unknown> {
  return sql`FROM ${sql.table(name)} t WHERE ${sql.join(liveRows(context, span), sql` AND `)}`;
}

/** The clients, contacts or leads that changed in a span, by ID, in batches of one snapshot. */
export function readPeople(
  snapshot: Pick<Snapshot, "read">,
  context: Inside,
  table: PeopleTable,
  span: ChangeSpan,
): AsyncGenerator<TableRow[], void> {
  const selected = selectColumns(table.columns, context.organizationId);
  const query = sql<TableRow>`SELECT ${selected} ${fromPeople(table, context, span)} ORDER BY t.id`;
  return snapshot.read(query.compile(context.transaction));
}

export async function countPeople(context: Inside, table: PeopleTable, span: ChangeSpan): Promise<number> {
  const counted = sql<{ count: number }>`SELECT count(*) AS count ${fromPeople(table, context, span)}`;
  const { rows } = await counted.execute(context.transaction);
  return rows[0]?.count ?? 0;
}
