import { sql } from "kysely";
import { enumeration } from "../../../contract/enumeration.ts";
import { clientEnumerations } from "../../clients/enumerations.ts";
import { callEnumerations } from "../../communications/calls/enumerations.ts";
import { consentEnumerations } from "../../communications/consents/enumerations.ts";
import { communicationEnumerations as messages } from "../../communications/enumerations.ts";
import { caseFields, caseJoins, ofLiveOrNoCase } from "./store.case-parts.ts";
import {
  dayOf,
  daysSince,
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

const scope = "communications:read";

/** Of a live case, of a lead, or of nothing; an entry that was wrong does not count. */
const isEntry = sql<boolean>`(t."voidedAt" IS NULL AND ${ofLiveOrNoCase})`;

const lead = joinOne("Lead", "l", sql`t."leadId"`, sql`AND l."deletedAt" IS NULL`);
const leadSequenceId = text("Lead number", sql`l."sequenceId"`, { scope: "leads:read", joins: ["lead"] });

/** What a person of the firm sent: an answer, as far as anybody knows. */
const isSentByPerson = (alias: string) => {
  const of = (column: string) => sql.ref(`${alias}.${column}`);
  return sql`${of("direction")} = 'outbound' AND NOT ${of("isAutomated")} AND ${of("voidedAt")} IS NULL AND ${of("status")} IN ('sent', 'delivered', 'read', 'logged')`;
};
/** What somebody wrote to the firm: an out-of-office reply waits for no answer. */
const isWrittenByPerson = (alias: string) =>
  sql`${sql.ref(`${alias}.direction`)} = 'inbound' AND NOT ${sql.ref(`${alias}.isAutomated`)}`;
const ofConversation = (alias: string) =>
  sql`${sql.ref(`${alias}.organizationId`)} = t."organizationId" AND ${sql.ref(`${alias}.conversationId`)} = t."conversationId"`;

/** The first message since the firm last wrote: what its answer is counted from. */
const beginsWait = sql`(${isWrittenByPerson("t")} AND before.direction IS DISTINCT FROM 'inbound')`;
const isUnanswered = sql`(${isWrittenByPerson("t")} AND v."unansweredSince" IS NOT NULL AND v."unansweredSince" = t."occurredAt")`;
const conversation = { joins: ["conversation"] };
const answer = { joins: ["before", "answer"] };

/** No field has a subject, a text, a name or an address of the other side. */
export const messageSource: ReportSource = {
  scope,
  from: sql`"Message" t`,
  live: isEntry,
  custom: null,
  joins: {
    ...caseJoins(sql`t."caseId"`),
    lead: { sql: lead },
    behalf: { sql: joinOne("Member", "b", sql`t."onBehalfOfAttorneyId"`) },
    conversation: { sql: joinOne("Conversation", "v", sql`t."conversationId"`) },
    assigned: { sql: joinOne("Member", "w", sql`v."assignedToMemberId"`), needs: ["conversation"] },
    before: {
      sql: sql`LEFT JOIN LATERAL (SELECT x.direction FROM "Message" x
        WHERE ${ofConversation("x")} AND (x."occurredAt", x.id) < (t."occurredAt", t.id) AND x."voidedAt" IS NULL
          AND (${isWrittenByPerson("x")} OR (${isSentByPerson("x")}))
        ORDER BY x."occurredAt" DESC, x.id DESC LIMIT 1) before ON true`,
    },
    answer: {
      sql: sql`LEFT JOIN LATERAL (SELECT x."occurredAt" AS at FROM "Message" x
        WHERE ${ofConversation("x")} AND (x."occurredAt", x.id) > (t."occurredAt", t.id) AND ${isSentByPerson("x")}
        ORDER BY x."occurredAt", x.id LIMIT 1) answer ON ${beginsWait}`,
      needs: ["before"],
    },
  },
  fields: {
    ...group("Message", {
      id: text("ID", sql`t.id`, { isNeverNull: true }),
      channel: text("Channel", sql`t.channel`, { of: messages.messageChannel, isNeverNull: true }),
      direction: text("Direction", sql`t.direction`, { of: messages.messageDirection, isNeverNull: true }),
      status: text("Status", sql`t.status`, { of: messages.messageStatus, isRanked: true, isNeverNull: true }),
      failure: text("Failure", sql`t.failure`, { of: messages.messageFailure }),
      block: text("Why it was blocked", sql`t.block`, { of: messages.sendBlock }),
      failedCount: integer(
        "Not delivered",
        sql`(t.status IN ('failed', 'undelivered', 'bounced', 'blocked'))::integer`,
      ),
      isAutomated: flag("Automated", sql`t."isAutomated"`),
      automation: text("Automation", sql`t.automation`, { of: messages.messageAutomation }),
      optOutKeyword: text("Keyword", sql`t."optOutKeyword"`, { of: messages.optOutKeyword }),
      provider: text("Provider", sql`t.provider`, { of: messages.messageProvider }),
      segments: integer("Segments", sql`t.segments`),
      onBehalfOfName: text("On behalf of", nameOf("b"), { joins: ["behalf"] }),
      assignedToName: text("Conversation assigned to", nameOf("w"), { joins: ["assigned"] }),
      leadSequenceId,
      conversationId: text("Conversation ID", sql`t."conversationId"`, { isNeverNull: true }),
      caseId: text("Case ID", sql`t."caseId"`),
      leadId: text("Lead ID", sql`t."leadId"`),
      externalId: text("External ID", sql`t."externalId"`),
    }),
    ...group("Response", {
      isUnanswered: flag("Waits for an answer", isUnanswered, conversation),
      unansweredSince: instant(
        "Unanswered since",
        sql`CASE WHEN ${isUnanswered} THEN v."unansweredSince" END`,
        conversation,
      ),
      daysUnanswered: integer(
        "Days without an answer",
        sql`CASE WHEN ${isUnanswered} THEN ${daysSince(dayOf(sql`v."unansweredSince"`))} END`,
        conversation,
      ),
      beginsWait: flag("First since the firm wrote", beginsWait, { joins: ["before"] }),
      answeredAt: instant("Answered", sql`answer.at`, answer),
      answeredCount: integer("Answered messages", sql`(answer.at IS NOT NULL)::integer`, answer),
      responseMinutes: integer(
        "Minutes until the answer",
        sql`floor(extract(epoch FROM answer.at - t."occurredAt") / 60)::bigint`,
        answer,
      ),
    }),
    ...group("Dates", {
      occurredAt: instant("Time", sql`t."occurredAt"`, { isNeverNull: true }),
      sendAt: instant("Scheduled for", sql`t."sendAt"`),
      sentAt: instant("Sent", sql`t."sentAt"`),
      deliveredAt: instant("Delivered", sql`t."deliveredAt"`),
      readAt: instant("Read", sql`t."readAt"`),
      failedAt: instant("Failed", sql`t."failedAt"`),
      ...versionFields,
    }),
    ...caseFields,
  },
};

/** No field has a summary, a name or a number of the other side. */
export const callSource: ReportSource = {
  scope,
  from: sql`"Call" t`,
  live: isEntry,
  custom: null,
  joins: {
    ...caseJoins(sql`t."caseId"`),
    lead: { sql: lead },
    member: { sql: joinOne("Member", "b", sql`t."memberId"`) },
  },
  fields: {
    ...group("Call", {
      id: text("ID", sql`t.id`, { isNeverNull: true }),
      direction: text("Direction", sql`t.direction`, { of: callEnumerations.callDirection, isNeverNull: true }),
      status: text("Status", sql`t.status`, { of: callEnumerations.callStatus, isRanked: true, isNeverNull: true }),
      disposition: text("Outcome", sql`t.disposition`, { of: callEnumerations.callDisposition }),
      memberName: text("Member", nameOf("b"), { joins: ["member"] }),
      completedCount: integer("Completed", sql`(t.status = 'completed')::integer`),
      missedCount: integer("Missed", sql`(t.status = 'missed')::integer`),
      durationSeconds: integer("Seconds", sql`t."durationSeconds"`),
      durationMinutes: integer("Minutes", sql`round(t."durationSeconds" / 60.0)::bigint`),
      recordingConsent: text("Consent to recording", sql`t."recordingConsent"`, {
        of: callEnumerations.recordingConsent,
      }),
      provider: text("Provider", sql`t.provider`),
      leadSequenceId,
      caseId: text("Case ID", sql`t."caseId"`),
      leadId: text("Lead ID", sql`t."leadId"`),
      externalId: text("External ID", sql`t."externalId"`),
    }),
    ...group("Dates", {
      startedAt: instant("Started", sql`t."startedAt"`, { isNeverNull: true }),
      answeredAt: instant("Answered", sql`t."answeredAt"`),
      endedAt: instant("Ended", sql`t."endedAt"`),
      ...versionFields,
    }),
    ...caseFields,
  },
};

const persons = enumeration("Whose consent it is.", {
  client: "A client's.",
  lead: "A lead's.",
  contact: "A contact's.",
});

const isLive = (table: string, column: string) =>
  sql`(SELECT true FROM ${sql.table(table)} k WHERE k."organizationId" = o.id AND k.id = ${sql.ref(`t.${column}`)} AND k."deletedAt" IS NULL)`;

/** No field has the evidence: texts, addresses and forms. */
export const consentSource: ReportSource = {
  scope,
  from: sql`"Consent" t`,
  live: sql<boolean>`(CASE WHEN t."clientId" IS NOT NULL THEN ${isLive("Client", "clientId")}
    WHEN t."leadId" IS NOT NULL THEN ${isLive("Lead", "leadId")} ELSE ${isLive("Contact", "contactId")} END IS NOT NULL)`,
  custom: null,
  joins: {
    client: { sql: joinOne("Client", "p", sql`t."clientId"`) },
    lead: { sql: joinOne("Lead", "l", sql`t."leadId"`) },
    contact: { sql: joinOne("Contact", "n", sql`t."contactId"`) },
  },
  fields: {
    ...group("Consent", {
      id: text("ID", sql`t.id`, { isNeverNull: true }),
      person: text(
        "Of",
        sql`CASE WHEN t."clientId" IS NOT NULL THEN 'client' WHEN t."leadId" IS NOT NULL THEN 'lead' ELSE 'contact' END`,
        { of: persons },
      ),
      channel: text("Channel", sql`t.channel`, { of: consentEnumerations.consentChannel, isNeverNull: true }),
      status: text("Status", sql`t.status`, { of: clientEnumerations.textConsentStatus, isNeverNull: true }),
      source: text("Source", sql`t.source`, { of: clientEnumerations.textConsentSource }),
      clientName: text("Client", nameOf("p"), { scope: "clients:read", joins: ["client"] }),
      leadSequenceId,
      contactName: text("Contact", sql`n.name`, { scope: "contacts:read", joins: ["contact"] }),
      clientId: text("Client ID", sql`t."clientId"`),
      leadId: text("Lead ID", sql`t."leadId"`),
      contactId: text("Contact ID", sql`t."contactId"`),
    }),
    ...group("Dates", { at: instant("Given or withdrawn", sql`t.at`), ...versionFields }),
  },
};
