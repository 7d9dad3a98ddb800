import { Client } from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ensureApplicationRole } from "../../platform/database/application-role.ts";
import { cloneDatabase } from "../database/clone-database.ts";
import { partitionedTables } from "../../platform/database/partitions.ts";
import { createTenant } from "../harness/tenant.ts";
import { openDatabase } from "../../platform/database/database.ts";
import { hooks } from "../../composition/transaction-hooks.ts";

/** What the catalog of the database says of tenant isolation: a table that is added without them fails here. */
let owner: Client;
let application: Client;
let organizationId = "";

beforeAll(async () => {
  const ownerUrl = await cloneDatabase();
  const applicationUrl = await ensureApplicationRole(ownerUrl);
  owner = new Client({ connectionString: ownerUrl });
  application = new Client({ connectionString: applicationUrl });
  await owner.connect();
  await application.connect();
  const database = openDatabase(applicationUrl, { poolSize: 2, hooks });
  const tenant = await createTenant(database);
  ({ organizationId } = tenant);
  await tenant.inside((transaction) =>
    transaction
      .insertInto("AuditEntry")
      .values({
        organizationId,
        id: "aud_1",
        action: "x",
        actorType: "x",
        actorId: "x",
        actorName: "x",
        entity: "x",
        entityId: "x",
        requestId: "x",
      })
      .execute(),
  );
  await database.close();
});

afterAll(async () => {
  await application.end();
  await owner.end();
});

async function list(statement: string): Promise<unknown[]> {
  const { rows } = await owner.query<{ name: unknown }>(statement);
  return rows.map(({ name }) => name);
}

/** Every table of the project that holds rows of organizations. */
const tenantTables = `
  SELECT c.oid, c.relname, c.relrowsecurity, c.relforcerowsecurity FROM pg_class c
  WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p')
    AND EXISTS (SELECT FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attname = 'organizationId')`;

/**
 * What the portal's functions across organizations need: reading for administrators and jobs, writing and purging of
 * logs.
 */
const keptByPortal = [
  "AssistantConnection definer_reads SELECT",
  "AssistantToken definer_deletes DELETE",
  "AssistantToken definer_reads SELECT",
  "BulkItem definer_reads SELECT",
  "BulkJob definer_reads SELECT",
  "CalendarEvent definer_reads SELECT",
  "CalendarFeed definer_reads SELECT",
  "CalendarReminder definer_reads SELECT",
  "CapturedMessage definer_deletes DELETE",
  "CapturedMessage definer_reads SELECT",
  "Case definer_reads SELECT",
  "Deadline definer_reads SELECT",
  "Lien definer_reads SELECT",
  "Message definer_reads SELECT",
  "Negotiation definer_reads SELECT",
  "Settlement definer_reads SELECT",
  "SettlementPayer definer_reads SELECT",
  "DeadlinePolicy definer_reads SELECT",
  "Task definer_reads SELECT",
  "TaskReminder definer_reads SELECT",
  "TextConnection definer_reads SELECT",
  "UnsentDeadlineNotice definer_reads SELECT",
  "HolidayCalendar definer_reads SELECT",
  "KeyOperationDay definer_writes ALL",
  "KeyScopeUse definer_writes ALL",
  "KeyUse definer_writes ALL",
  "KeyUsageDay definer_writes ALL",
  "KeyUsageHour definer_writes ALL",
  "Notification definer_deletes DELETE",
  "Notification definer_reads SELECT",
  "NotificationPreference definer_reads SELECT",
  "Organization definer_reads SELECT",
  "RequestLog definer_reads SELECT",
  "RequestLog definer_writes INSERT",
  "RequestLogGap definer_deletes DELETE",
  "RequestLogGap definer_reads SELECT",
  "RequestLogGap definer_writes INSERT",
  "ScopeRequest definer_reads SELECT",
];

/**
 * What the feed's and the webhooks' functions across organizations need: how far feeds have come, and purging; and what
 * redacts the own organization's events.
 */
const keptByEvents = [
  "Event definer_reads SELECT",
  "Event definer_redacts UPDATE",
  "EventCounter definer_reads SELECT",
  "WebhookDelivery definer_reads SELECT",
  "WebhookJob definer_leases UPDATE",
  "WebhookJob definer_reads SELECT",
  "WebhookSecret definer_deletes DELETE",
  "WebhookSecret definer_reads SELECT",
  "WebhookSubscription definer_deletes DELETE",
  "WebhookSubscription definer_reads SELECT",
];

/** What reports are made of: read in the reader's role alone, also of the organizations below. */
const readByReports = [
  "BankLine",
  "CalendarAttendee",
  "CalendarEvent",
  "Call",
  "Case",
  "CaseParty",
  "CaseStageEntry",
  "Client",
  "Consent",
  "Contact",
  "Conversation",
  "CourtAction",
  "CustomFieldDefinition",
  "Damage",
  "Deadline",
  "DeadlineAssignee",
  "Document",
  "EsignDocument",
  "EsignRecipient",
  "EsignRequest",
  "Expense",
  "IntegrationKey",
  "Invoice",
  "Lead",
  "Lien",
  "MedicalBill",
  "MedicalFacility",
  "Member",
  "Message",
  "Negotiation",
  "Note",
  "Office",
  "Organization",
  "PartnerFirm",
  "Payment",
  "Referral",
  "ReportSetting",
  "RetrievalRequest",
  "Settlement",
  "Task",
  "TaskAssignee",
  "TaskSeries",
  "TaskTemplate",
  "Team",
  "TeamMember",
  "TrustAccount",
  "TrustDisbursement",
  "TrustLedger",
  "TrustPosting",
  "TrustTransaction",
];

describe("tenant tables", () => {
  test("are all tables except these", async () => {
    const others = await list(`
      SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p', 'f', 'm', 'v')
        AND oid NOT IN (SELECT oid FROM (${tenantTables}) t) ORDER BY 1`);
    // Organization is the tenant itself and has its own policy; counters name keys and addresses, and templates are texts without
    // values. A person belongs to no tenant: a Member row ties them to one.
    const ofPersons = ["Account", "Passkey", "PlatformAdministrator", "Session", "TwoFactor", "User", "Verification"];
    expect(others).toEqual(
      [...ofPersons, "DecisionTemplate", "Organization", "RateLimitCounter", "_prisma_migrations"].toSorted(),
    );
  });

  test("have row-level security enabled and forced", async () => {
    expect(
      await list(`SELECT relname AS name FROM (${tenantTables}) t WHERE NOT (relrowsecurity AND relforcerowsecurity)`),
    ).toEqual([]);
    expect(
      await list(`SELECT relrowsecurity AND relforcerowsecurity AS name FROM pg_class WHERE relname = 'Organization'`),
    ).toEqual([true]);
  });

  test("have exactly one policy for the application, with USING and WITH CHECK on the setting", async () => {
    const policy = `("organizationId" = current_setting('caseport.organization'::text, true))`;
    const { rows } = await owner.query(
      `SELECT relname, (SELECT json_agg(json_build_array(p.policyname, p.cmd, p.permissive, p.qual, p.with_check)) FROM pg_policies p
         WHERE p.tablename = relname AND p.roles = '{caseport_application}') AS policies FROM (${tenantTables}) t`,
    );
    for (const { relname, policies } of rows) {
      expect([relname, policies]).toEqual([relname, [["own_organization", "ALL", "PERMISSIVE", policy, policy]]]);
    }
  });

  test("have no other policies than those of the definer and the reader", async () => {
    const others = await list(
      `SELECT tablename || ' ' || policyname || ' ' || cmd AS name FROM pg_policies WHERE roles = '{caseport_definer}' ORDER BY 1`,
    );
    const known = [
      "ClientSsn definer_reads SELECT",
      "DocumentUpload definer_reads SELECT",
      "DocumentVersion definer_reads SELECT",
      "EsignDocument definer_reads SELECT",
      "EsignLink definer_deletes DELETE",
      "EsignLink definer_reads SELECT",
      "EsignRecipient definer_reads SELECT",
      "EsignRequest definer_reads SELECT",
      "EsignSession definer_deletes DELETE",
      "EsignSession definer_reads SELECT",
      "EsignSetting definer_reads SELECT",
      "EsignSubmission definer_reads SELECT",
      "EsignTemplate definer_reads SELECT",
      "Export definer_reads SELECT",
      "IdempotencyRecord definer_deletes DELETE",
      "IdempotencyRecord definer_reads SELECT",
      "Import definer_reads SELECT",
      "ImportRow definer_reads SELECT",
      "IntegrationKey definer_reads SELECT",
      "IntegrationKeySecret definer_reads SELECT",
      "Invoice definer_reads SELECT",
      "LegacyCredential definer_reads SELECT",
      "Member definer_reads SELECT",
      "Referral definer_reads SELECT",
      "ReferralDocument definer_reads SELECT",
      "ReferralProfile definer_reads SELECT",
      "Report definer_reads SELECT",
      "ReportSchedule definer_reads SELECT",
      "StoredObject definer_reads SELECT",
      "TrustAccount definer_reads SELECT",
      "TrustDisbursement definer_reads SELECT",
    ];
    expect(others).toEqual([...known, ...keptByPortal, ...keptByEvents].toSorted());
    expect(
      await list(
        `SELECT DISTINCT roles::text AS name FROM pg_policies WHERE roles <> '{caseport_application}' ORDER BY 1`,
      ),
    ).toEqual(["{caseport_definer}", "{caseport_reader}"]);
    const reads = await list(
      `SELECT concat_ws(' ', tablename, policyname, cmd, qual) AS name FROM pg_policies WHERE roles = '{caseport_reader}'`,
    );
    const column = (table: string) => (table === "Organization" ? "id" : '"organizationId"');
    expect(reads.toSorted()).toEqual(
      readByReports.map((table) => `${table} report_reads SELECT (${column(table)} = ANY (report_reach()))`).toSorted(),
    );
  });

  test("have a primary key and unique indexes that begin with organizationId", async () => {
    const indexes = await list(`
      SELECT i.indexrelid::regclass::text AS name FROM pg_index i JOIN (${tenantTables}) t ON t.oid = i.indrelid
      WHERE i.indisunique AND (SELECT attname FROM pg_attribute WHERE attrelid = i.indrelid AND attnum = i.indkey[0]) <> 'organizationId'`);
    // A secret is looked up before anybody knows whose it is; its digest must be unique in the world. So is what an issuer calls a client.
    expect(indexes.toSorted()).toEqual([
      '"AssistantToken_digest_key"',
      '"CalendarFeed_tokenDigest_key"',
      '"EsignLink_tokenDigest_key"',
      '"IntegrationKeySecret_digest_key"',
      '"LegacyCredential_client_key"',
      '"LegacyCredential_digest_key"',
      '"TextConnection_tokenDigest_key"',
    ]);
    expect(
      await list(
        `SELECT relname AS name FROM (${tenantTables}) t WHERE NOT EXISTS (SELECT FROM pg_index i WHERE i.indrelid = t.oid AND i.indisprimary)`,
      ),
    ).toEqual([]);
  });

  test("reference each other by keys that include organizationId", async () => {
    const keys = await list(`
      SELECT conname AS name FROM pg_constraint
      WHERE contype = 'f' AND conrelid IN (SELECT oid FROM (${tenantTables}) t) AND confrelid IN (SELECT oid FROM (${tenantTables}) u)
        AND NOT (
          (SELECT attname FROM pg_attribute WHERE attrelid = conrelid AND attnum = conkey[1]) = 'organizationId'
          AND (SELECT attname FROM pg_attribute WHERE attrelid = confrelid AND attnum = confkey[1]) = 'organizationId')`);
    expect(keys).toEqual([]);
  });
});

describe("the application role", () => {
  test("owns nothing, has no special attribute and inherits no rights of another role", async () => {
    const { rows } = await application.query(`
      SELECT rolsuper, rolbypassrls, rolcreatedb, rolcreaterole, rolreplication,
        (SELECT count(*)::int FROM pg_class WHERE relowner = r.oid) AS relations,
        (SELECT count(*)::int FROM pg_proc WHERE proowner = r.oid) AS functions,
        ARRAY(SELECT g.rolname::text FROM pg_roles g WHERE g.oid <> r.oid AND pg_has_role(r.oid, g.oid, 'USAGE')) AS groups,
        ARRAY(SELECT g.rolname::text FROM pg_roles g WHERE g.oid <> r.oid AND pg_has_role(r.oid, g.oid, 'SET') ORDER BY 1) AS taken
      FROM pg_roles r WHERE rolname = current_user`);
    expect(rows).toEqual([
      {
        rolsuper: false,
        rolbypassrls: false,
        rolcreatedb: false,
        rolcreaterole: false,
        rolreplication: false,
        relations: 0,
        functions: 0,
        groups: ["caseport_application"],
        // The reader's it takes for a statement, and gives up its own meanwhile.
        taken: ["caseport_application", "caseport_reader"],
      },
    ]);
  });

  test.each([
    "SET ROLE caseport_definer",
    "SET ROLE caseport_emptier",
    "SET ROLE postgres",
    "SET SESSION AUTHORIZATION postgres",
    `ALTER TABLE "Case" DISABLE ROW LEVEL SECURITY`,
    `ALTER TABLE "Case" NO FORCE ROW LEVEL SECURITY`,
    `DROP POLICY own_organization ON "Case"`,
    `ALTER TABLE "AuditEntry" DISABLE TRIGGER ALL`,
    "SET session_replication_role = replica",
    "CREATE TABLE public.mine (id text)",
    "CREATE FUNCTION public.mine() RETURNS integer LANGUAGE sql AS 'SELECT 1'",
    "ALTER FUNCTION find_integration_key(bytea) SECURITY INVOKER",
    `COPY "Case" TO PROGRAM 'true'`,
  ])("may not %s", async (statement) => {
    await expect(application.query(statement)).rejects.toMatchObject({
      code: expect.stringMatching(/^(42501|42704|22023)$/),
    });
  });

  test("gets an error instead of unfiltered rows with row_security = off", async () => {
    await application.query("SET row_security = off");
    await expect(application.query(`SELECT FROM "Case"`)).rejects.toMatchObject({ code: "42501" });
    await application.query("RESET row_security");
  });
});

describe("functions that cross organizations", () => {
  test("are exactly these, owned by the definer role, with a fixed search path and restricted EXECUTE", async () => {
    const { rows } = await owner.query(`
      SELECT p.proname AS name, r.rolname AS owner, p.proconfig AS settings, has_function_privilege('caseport_application', p.oid, 'EXECUTE') AS application,
        EXISTS (SELECT FROM aclexplode(p.proacl) a WHERE a.grantee = 0) OR p.proacl IS NULL AS everybody
      FROM pg_proc p JOIN pg_roles r ON r.oid = p.proowner WHERE p.prosecdef AND p.pronamespace = 'public'::regnamespace ORDER BY 1`);
    const kept = {
      owner: "caseport_definer",
      settings: ["search_path=public, pg_temp"],
      application: true,
      everybody: false,
    };
    const names = [
      "count_installation_backlog",
      "count_pending_scope_requests",
      "drop_partitions",
      "drop_partitions",
      "empty_sandbox",
      "find_assistant_key",
      "find_assistant_token",
      "find_calendar_feed",
      "find_integration_key",
      "find_legacy_credentials",
      "find_newest_webhook_secret",
      "find_oldest_webhook_job",
      "find_referral_firm",
      "find_sandbox",
      "find_signing_link",
      "find_text_connection",
      "is_assistant_connected",
      "lease_webhook_jobs",
      "list_bulk_requests_to_reencrypt",
      "list_deadlines_past_due",
      "list_deadlines_to_warn",
      "list_deadlines_without_court_day",
      "list_due_bulk_jobs",
      "list_due_calendar_reminders",
      "list_due_deadline_notices",
      "list_due_deadline_reminders",
      "list_due_deadline_warnings",
      "list_due_dockets",
      "list_due_esign_expiries",
      "list_due_esign_reminders",
      "list_due_expiry_notices",
      "list_due_exports",
      "list_due_imports",
      "list_due_lien_notices",
      "list_due_messages",
      "list_due_negotiation_notices",
      "list_due_referral_notices",
      "list_due_report_schedules",
      "list_due_task_digests",
      "list_due_task_reminders",
      "list_ended_absences",
      "list_ending_verifications",
      "list_esign_keys_to_reencrypt",
      "list_esign_submission_key_numbers",
      "list_esign_submissions_of_keys",
      "list_expired_referrals",
      "list_headquarters",
      "list_import_rows_to_reencrypt",
      "list_import_samples_to_reencrypt",
      "list_inherited_reports",
      "list_invitations",
      "list_invoices_past_due",
      "list_lapsed_scope_requests",
      "list_legal_holds",
      "list_lost_esign_requests",
      "list_lost_referral_documents",
      "list_memberships",
      "list_messages_at_rest",
      "list_newest_events",
      "list_office_keys",
      "list_offices",
      "list_open_uploads",
      "list_organization_traffic",
      "list_organizations",
      "list_overdue_deliveries",
      "list_overdue_settlements",
      "list_overdue_tasks",
      "list_passed_calendar_series",
      "list_plain_esign_signatures",
      "list_report_organizations",
      "list_sandboxes",
      "list_scope_requests",
      "list_silent_texts",
      "list_ssn_key_numbers",
      "list_ssns_of_keys",
      "list_stale_trust_checks",
      "list_stored_versions",
      "list_stuck_messages",
      "list_text_connections_to_reencrypt",
      "list_text_secrets_to_reencrypt",
      "list_time_zones",
      "list_trust_accounts_to_remind",
      "list_trust_accounts_to_verify",
      "list_uncollected_assistants",
      "list_unnamed_objects",
      "list_unplaced_calendar_series",
      "list_unreached_signers",
      "list_webhook_secrets_to_reencrypt",
      "make_partitions",
      "purge_assistant_tokens",
      "purge_captured_messages",
      "purge_esign_links",
      "purge_esign_sessions",
      "purge_idempotency_records",
      "purge_key_operations",
      "purge_key_usage",
      "purge_key_usage_hours",
      "purge_notifications",
      "purge_request_log_gaps",
      "purge_webhook_secrets",
      "purge_webhook_subscriptions",
      "read_hierarchy",
      "record_key_uses",
      "record_requests",
      "redact_events",
      "renew_webhook_jobs",
      "report_reach",
    ];
    // The queue's keep to its indexes while statistics are older than a burst.
    // Those of partitions wait for half a second.
    const planned: Record<string, string[]> = {
      drop_partitions: ["lock_timeout=500ms", "TimeZone=UTC"],
      make_partitions: ["lock_timeout=500ms", "TimeZone=UTC"],
      lease_webhook_jobs: ["enable_seqscan=off", "enable_bitmapscan=off", "jit=off"],
      renew_webhook_jobs: ["enable_seqscan=off"],
    };
    // It runs before every request: its statements name the schema instead.
    const settingsOf = (name: string) =>
      name === "find_integration_key" ? null : [...kept.settings, ...(planned[name] ?? [])];
    // Which deletes, and has no right beyond it: no other function runs as its role.
    const ownerOf = (name: string) => (name === "empty_sandbox" ? "caseport_emptier" : kept.owner);
    expect(rows).toEqual(names.map((name) => ({ name, ...kept, owner: ownerOf(name), settings: settingsOf(name) })));
  });

  test("the key lookup does not read the caller's temporary tables", async () => {
    const { rows } = await owner.query<{ source: string }>(
      `SELECT prosrc AS source FROM pg_proc WHERE proname = 'find_integration_key'`,
    );
    const tables = rows[0]?.source.match(/(?<=\b(?:FROM|JOIN)\s+)[\w."]+/g) ?? [];
    expect(tables).toEqual([
      'public."IntegrationKeySecret"',
      'public."IntegrationKey"',
      'public."Organization"',
      'public."Member"',
    ]);
  });

  test("belong to a role that cannot log in, owns nothing else but partitioned tables and cannot be assumed", async () => {
    const { rows } = await owner.query(`
      SELECT rolcanlogin, rolsuper, rolbypassrls, (SELECT array_agg(relname::text ORDER BY relname) FROM pg_class WHERE relowner = r.oid AND relkind IN ('r', 'p', 'v', 'm') AND NOT relispartition) AS relations,
        has_schema_privilege(r.oid, 'public', 'CREATE') AS creates,
        -- Owners that migrate create roles, too; other tests have some on this server.
        ARRAY(SELECT m.member::regrole::text FROM pg_auth_members m JOIN pg_roles o ON o.oid = m.member WHERE m.roleid = r.oid AND NOT o.rolcreaterole) AS members
      FROM pg_roles r WHERE rolname = 'caseport_definer'`);
    expect(rows).toEqual([
      {
        rolcanlogin: false,
        rolsuper: false,
        rolbypassrls: false,
        relations: partitionedTables.toSorted(),
        creates: false,
        members: [],
      },
    ]);
  });
});

describe("the role that empties sandboxes", () => {
  test("cannot log in or be assumed, owns one function, and has the application's rights and DELETE on every tenant table", async () => {
    const { rows } = await owner.query(`
      SELECT rolcanlogin, rolsuper, rolbypassrls, has_schema_privilege(r.oid, 'public', 'CREATE') AS creates,
        ARRAY(SELECT proname::text FROM pg_proc WHERE proowner = r.oid) AS functions,
        (SELECT count(*)::int FROM pg_class WHERE relowner = r.oid) AS relations,
        ARRAY(SELECT DISTINCT g.rolname::text FROM pg_auth_members m JOIN pg_roles g ON g.oid = m.roleid WHERE m.member = r.oid) AS groups,
        ARRAY(SELECT m.member::regrole::text FROM pg_auth_members m JOIN pg_roles o ON o.oid = m.member WHERE m.roleid = r.oid AND NOT o.rolcreaterole) AS members
      FROM pg_roles r WHERE rolname = 'caseport_emptier'`);
    expect(rows).toEqual([
      {
        rolcanlogin: false,
        rolsuper: false,
        rolbypassrls: false,
        creates: false,
        functions: ["empty_sandbox"],
        relations: 0,
        groups: ["caseport_application"],
        members: [],
      },
    ]);
    expect(
      await list(
        `SELECT relname AS name FROM (${tenantTables}) t WHERE NOT has_table_privilege('caseport_emptier', oid, 'DELETE')`,
      ),
    ).toEqual([]);
    expect(
      await list(`
        SELECT concat_ws(' ', table_name, privilege_type) AS name FROM information_schema.role_table_grants
        WHERE grantee = 'caseport_emptier' AND privilege_type <> 'DELETE'`),
    ).toEqual([]);
  });
});

describe("the audit log is append-only", () => {
  const changes = [`UPDATE "AuditEntry" SET action = 'y'`, `DELETE FROM "AuditEntry"`, `TRUNCATE "AuditEntry"`];

  test.each(changes)("for the application: %s", async (statement) => {
    await application.query("BEGIN");
    await application.query("SELECT set_config('caseport.organization', $1, true)", [organizationId]);
    await expect(application.query(statement)).rejects.toMatchObject({ code: "42501" });
    await application.query("ROLLBACK");
  });

  test.each(changes)("for the owner, a superuser: %s", async (statement) => {
    await expect(owner.query(statement)).rejects.toThrow("AuditEntry is append-only");
  });

  test("rejects changes of events as well", async () => {
    await owner.query(
      `INSERT INTO "Event" VALUES ($1, 1, 'evt', 'x', 'x', 'x.y', now(), '{}', '{}', '{}', '[]', 'x', '{}')`,
      [organizationId],
    );
    await expect(owner.query(`UPDATE "Event" SET payload = '{"name": "Other"}'`)).rejects.toThrow(
      "Event is append-only",
    );
  });
});
