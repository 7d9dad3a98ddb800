import { sql } from "kysely";
import type { Context } from "../../../rpc/context.ts";
import type { AddressParts, CustomFieldType, CustomValue } from "./domain.format.ts";

export interface MergeRecords {
  firm: { name: string; phone: string | null; address: AddressParts | null; timezone: string };
  now: string;
  author: NamedPerson | null;
  /** The case, or what a lead has of it. */
  matter: {
    sequenceId: string | null;
    title: string | null;
    caseType: string | null;
    dateOfIncident: string | null;
    attorneyFeePercentage: number | null;
  } | null;
  attorney: NamedPerson | null;
  client: Client | null;
  /** The values of the case, or of the lead. */
  customFields: Readonly<Record<string, CustomValue>>;
  /** The definitions of the requested keys. */
  customTypes: ReadonlyMap<string, CustomFieldType>;
}

interface NamedPerson {
  firstName: string;
  lastName: string;
}

interface Client {
  firstName: string | null;
  middleName: string | null;
  lastName: string | null;
  suffix: string | null;
  email: string | null;
  phone: string | null;
  dateOfBirth: string | null;
  address: AddressParts | null;
}

type Found = Omit<MergeRecords, "customTypes" | "now"> & {
  now: Date | string;
  definitions: readonly (CustomFieldType & { key: string })[];
};

/**
 * The records that merge sources read, in one statement. A lead's person is its client. What was deleted still has its
 * values: whether a request may be prepared is another question.
 */
export async function findMergeRecords(
  { organizationId, transaction }: Context,
  { caseId, leadId, authorMemberId }: { caseId: string | null; leadId: string | null; authorMemberId: string | null },
  customKeys: readonly string[],
): Promise<MergeRecords> {
  const ofCase = sql`
    SELECT json_build_object('sequenceId', c."sequenceId", 'title', c.title, 'caseType', c."caseType",
        'dateOfIncident', c."dateOfIncident", 'attorneyFeePercentage', c."attorneyFeePercentage") AS matter,
      (SELECT json_build_object('firstName', m."firstName", 'lastName', m."lastName") FROM "Member" m
        WHERE m."organizationId" = ${organizationId} AND m.id = c."attorneyId") AS attorney,
      (SELECT json_build_object('firstName', p."firstName", 'middleName', p."middleName", 'lastName', p."lastName",
          'suffix', p.suffix, 'email', p.email, 'phone', p.phone, 'dateOfBirth', p."dateOfBirth",
          'address', json_build_object('line1', p.line1, 'line2', p.line2, 'city', p.city, 'state', p.state,
            'zipCode', p."zipCode", 'country', p.country)) FROM "Client" p
        WHERE p."organizationId" = ${organizationId} AND p.id = c."plaintiffId") AS client,
      c."customFields" AS "customFields"
    FROM "Case" c WHERE c."organizationId" = ${organizationId} AND c.id = ${caseId}`;
  const ofLead = sql`
    SELECT json_build_object('sequenceId', NULL, 'title', NULL, 'caseType', l."caseType",
        'dateOfIncident', l."dateOfIncident", 'attorneyFeePercentage', NULL) AS matter,
      NULL::json AS attorney,
      json_build_object('firstName', l."firstName", 'middleName', l."middleName", 'lastName', l."lastName",
        'suffix', NULL, 'email', l.email, 'phone', l.phone, 'dateOfBirth', l."dateOfBirth", 'address', l.address) AS client,
      l."customFields" AS "customFields"
    FROM "Lead" l WHERE l."organizationId" = ${organizationId} AND l.id = ${leadId}`;
  const entity = caseId === null ? "lead" : "case";
  const { rows } = await sql<Found>`
    SELECT json_build_object('name', o.name, 'phone', o.phone, 'address', o.address, 'timezone', o.timezone) AS firm,
      now() AS now, r.matter, r.attorney, r.client, coalesce(r."customFields", '{}'::jsonb) AS "customFields",
      (SELECT json_build_object('firstName', m."firstName", 'lastName', m."lastName") FROM "Member" m
        WHERE m."organizationId" = ${organizationId} AND m.id = ${authorMemberId}) AS author,
      coalesce((SELECT json_agg(json_build_object('key', d.key, 'type', d.type, 'options', d.options)) FROM "CustomFieldDefinition" d
        WHERE d."organizationId" = ${organizationId} AND d.entity = ${entity} AND d.key = ANY(${[...customKeys]}::text[])),
        '[]'::json) AS definitions
    FROM "Organization" o LEFT JOIN (${caseId === null ? ofLead : ofCase}) r ON true
    WHERE o.id = ${organizationId}`.execute(transaction);
  const [found] = rows;
  if (found === undefined) throw new Error("the organization exists");
  const { definitions, now, ...records } = found;
  return {
    ...records,
    now: new Date(now).toISOString(),
    customTypes: new Map(definitions.map(({ key, ...type }) => [key, type])),
  };
}

/** The names of contacts and members, by ID. */
export async function listNames(
  { organizationId, transaction }: Context,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{ id: string; name: string }>`
    SELECT id, name FROM "Contact" WHERE "organizationId" = ${organizationId} AND id = ANY(${[...ids]}::text[])
    UNION ALL
    SELECT id, "firstName" || ' ' || "lastName" FROM "Member"
    WHERE "organizationId" = ${organizationId} AND id = ANY(${[...ids]}::text[])`.execute(transaction);
  return new Map(rows.map(({ id, name }) => [id, name]));
}
