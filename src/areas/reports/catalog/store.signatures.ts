import { sql } from "kysely";
import { esignEnumerations } from "../../esign/enumerations.ts";
import { caseFields, caseJoins, ofLiveOrNoCase } from "./store.case-parts.ts";
import {
  dayOf,
  flag,
  group,
  instant,
  integer,
  joinOne,
  nameOf,
  text,
  type ReportSource,
  versionFields,
} from "./store.fields.ts";

const signers = { joins: ["signers"] };

/** No field has titles, messages, reasons, names, addresses and values. */
export const signatureSource: ReportSource = {
  scope: "esign:read",
  from: sql`"EsignRequest" t`,
  live: sql<boolean>`t."deletedAt" IS NULL AND ${ofLiveOrNoCase}`,
  custom: null,
  joins: {
    ...caseJoins(sql`t."caseId"`),
    lead: { sql: joinOne("Lead", "l", sql`t."leadId"`, sql`AND l."deletedAt" IS NULL`) },
    onBehalfOf: { sql: joinOne("Member", "w", sql`t."onBehalfOfAttorneyId"`) },
    first: {
      sql: sql`LEFT JOIN "EsignDocument" d ON d."organizationId" = t."organizationId" AND d."requestId" = t.id AND d.position = 1`,
    },
    signers: {
      sql: sql`LEFT JOIN LATERAL (
        SELECT count(*)::integer AS signers, (count(*) FILTER (WHERE x.status = 'signed'))::integer AS signed
        FROM "EsignRecipient" x WHERE x."organizationId" = o.id AND x."requestId" = t.id AND x.role = 'signer') s ON true`,
    },
  },
  fields: {
    ...group("Signature request", {
      id: text("ID", sql`t.id`, { isNeverNull: true }),
      sequenceId: text("Number", sql`t."sequenceId"`, { isNeverNull: true }),
      status: text("Status", sql`t.status`, {
        of: esignEnumerations.esignRequestStatus,
        isRanked: true,
        isNeverNull: true,
      }),
      needsAttention: flag("Needs attention", sql`t."needsAttention"`, { isNeverNull: true }),
      purpose: text("Purpose", sql`d.purpose`, { of: esignEnumerations.esignPurpose, joins: ["first"] }),
      language: text("Language", sql`t.language`),
      signerCount: integer("Signers", sql`s.signers`, signers),
      signedCount: integer("Signed", sql`s.signed`, signers),
      reminderCount: integer("Reminders sent", sql`t."reminderCount"`),
      onBehalfOfName: text("On behalf of", nameOf("w"), { joins: ["onBehalfOf"] }),
      leadSequenceId: text("Lead number", sql`l."sequenceId"`, { scope: "leads:read", joins: ["lead"] }),
      caseId: text("Case ID", sql`t."caseId"`),
      leadId: text("Lead ID", sql`t."leadId"`),
      externalId: text("External ID", sql`t."externalId"`),
    }),
    ...group("Dates", {
      sentAt: instant("Sent", sql`t."sentAt"`),
      daysOut: integer(
        "Days since it was sent",
        sql`CASE WHEN t.status IN ('sent', 'sealing') THEN o.today - ${dayOf(sql`t."sentAt"`)} END`,
      ),
      expiresAt: instant("Expires", sql`t."expiresAt"`),
      allSignedAt: instant("Signed by all", sql`t."allSignedAt"`),
      completedAt: instant("Completed", sql`t."completedAt"`),
      endedAt: instant("Ended", sql`t."endedAt"`),
      ...versionFields,
    }),
    ...caseFields,
  },
};
