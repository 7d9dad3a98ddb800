import { expect, test } from "vitest";
import type * as z from "zod";
import { declarations } from "../../composition/router.ts";
import { entityOf, readingScope } from "../../contract/events/event-types.ts";
import { formatEtag } from "../../contract/revision.ts";
import type { Scope } from "../../contract/scopes.ts";
import { hasEchoForm } from "../../openapi/echo-forms.ts";
import { scopeReading } from "../../rpc/echo-form.ts";
import { openApi } from "../harness/requests/api.ts";
import type { Reply } from "../harness/requests/send.ts";
import { createKey } from "../harness/tenant.ts";
import { expectDescribed } from "./expect-described.ts";
import { conform } from "./rules.ts";
import { expectSuccess, isMutation, subjects, type SubjectHarness } from "./subject.ts";

/** A value in a response, below the names of its members. */
interface Leaf {
  path: string[];
  value: unknown;
}

const mutations = declarations.filter(isMutation);
/** What identifies a record and its revision; the numbers are those that people use. */
const identifying: ReadonlySet<string> = new Set([
  "id",
  "facilityId",
  "revision",
  "version",
  "updatedAt",
  "sequenceId",
  "invoiceNumber",
  "requestNumber",
  "number",
]);

/**
 * What operations show besides, to every caller: the result of a transition, or what the request obtained. Reviewed
 * here.
 */
const besides: Record<string, readonly string[]> = {
  "cases.transition": ["case.matterStage", "case.matterStatus"],
  "leads.assign": ["warnings"],
  "members.transition": ["member.status"],
  "leads.transition": ["lead.status", "lead.availableTransitions"],
  "leads.convert": ["lead.status", "lead.availableTransitions"],
  "conflictChecks.close": ["conflictCheck.status"],
  "cases.documents.create": ["upload"],
  "leads.documents.create": ["upload"],
  "documents.complete": ["document.status"],
  "documents.versions.create": ["version.number", "upload"],
  "documents.versions.restore": ["version.number"],
  "cases.surveyDetails.setMany": ["results", "succeeded", "failed"],
  "leads.surveyDetails.setMany": ["results", "succeeded", "failed"],
  "intakeForms.publish": ["intakeForm.status", "intakeFormVersion.version"],
  "invoices.transition": ["invoice.status", "invoice.availableTransitions"],
  "payments.transition": ["payment.status", "payment.availableTransitions"],
  "payments.refund": ["payment.status", "payment.availableTransitions"],
  "payments.void": ["payment.status", "payment.availableTransitions"],
  "expenses.transition": ["expense.status", "expense.availableTransitions"],
  "settlements.transition": ["settlement.status", "settlement.availableTransitions"],
  "settlementStatements.transition": ["settlementStatement.status", "settlementStatement.availableTransitions"],
  "liens.transition": ["lien.status", "lien.availableTransitions"],
  "trustDisbursements.transition": ["trustDisbursement.status", "trustDisbursement.availableTransitions"],
  "referrals.send": ["referral.status", "referral.availableTransitions"],
  "referrals.accept": ["referral.status", "referral.availableTransitions"],
  "referrals.transition": ["referral.status", "referral.availableTransitions"],
  "referrals.fee.set": ["referral.feeStatus"],
  "referrals.fee.transition": ["referral.feeStatus"],
  "referrals.payouts.transition": ["payout.state", "payout.availableTransitions"],
  "retrievalRequests.transition": ["retrievalRequest.status", "retrievalRequest.availableTransitions"],
  "tasks.transition": ["task.status", "task.availableTransitions"],
  "calendarEvents.transition": ["calendarEvent.status", "calendarEvent.availableTransitions"],
  "tasks.assign": ["warnings"],
  "cases.tasks.create": ["warnings"],
  "leads.tasks.create": ["warnings"],
  "tasks.create": ["warnings"],
  "cases.deadlines.create": ["warnings"],
  "cases.deadlineChains.create": ["warnings"],
  "deadlineChains.cancel": ["deadlineChain.status"],
  "deadlines.transition": ["deadline.status", "deadline.availableTransitions", "deadline.pendingTransition"],
  "deadlines.verify": ["deadline.status", "deadline.verificationStatus", "deadline.pendingTransition"],
  "hipaaAuthorizations.revoke": ["hipaaAuthorization.status"],
  "retrievalQueue.lease": [
    "leases.leaseToken",
    "leases.leasedUntil",
    ...["id", "requestNumber", "revision", "updatedAt", "status"].map((name) => `leases.retrievalRequest.${name}`),
  ],
  "retrievalQueue.ack": ["results"],
  "webhookSubscriptions.create": ["secret"],
  "webhookSubscriptions.enable": ["webhookSubscription.status"],
  "webhookSubscriptions.disable": ["webhookSubscription.status"],
  "webhookSubscriptions.rotateSecret": ["secret"],
  "webhookDeliveries.redeliver": ["webhookDelivery.status"],
  "messages.transition": ["message.status", "message.availableTransitions"],
  // What it is for.
  "esignRequests.recipients.signingUrl.create": ["signingUrl", "expiresAt"],
};

/** Sent values that have the name of a member of the record but are not shown. */
const notShown: Record<string, readonly string[]> = {
  // A result is shown without its values to callers who cannot read the record that it found.
  "conflictChecks.results.update": ["note"],
  // The version is null until its file is sent.
  "documents.versions.create": ["fileName", "contentType", "sizeBytes", "sha256", "note"],
  // Which of the two events has them depends on the scope.
  "calendarEvents.update": ["startAt", "endAt"],
  // An occurrence that is as its rule says has nothing of its own to show.
  "calendarEvents.occurrences.restore": ["occurrenceOn"],
  // That of the request; each disbursement has its own.
  "settlementStatements.disbursements.create": ["method"],
  // The payment's amount is not the refund's.
  "payments.refund": ["amountCents"],
  // It is the `feeStatus` of a referral, which has a status besides.
  "referrals.fee.transition": ["status"],
  // It takes a scope of its own to see.
  "messages.create": ["bodyText"],
  "messages.log": ["bodyText"],
  // Of several records only what was obtained is shown.
  "referrals.accept": ["handlingAttorneyName"],
};

test("additional fields shown by operations equal the reviewed list", () => {
  expect(
    Object.fromEntries(
      mutations.flatMap(({ name, meta: { echoes } }) => (echoes === undefined ? [] : [[name, echoes]])),
    ),
  ).toEqual(besides);
});

test("only operations whose own scope reads the record, or that return none, have no echo form", () => {
  const whole = mutations.filter(
    (declaration) => !hasEchoForm(declaration) && Object.keys(declaration.output.shape).length > 0,
  );
  expect(whole.map(({ name }) => name)).toEqual([
    "bulk.create",
    "bulk.cancel",
    ...["create", "reset"].map((name) => `sandbox.${name}`),
    "taskTemplates.create",
    "taskTemplates.update",
    "cases.surveyDetails.setMany",
    "leads.surveyDetails.setMany",
    "retrievalQueue.ack",
    "exports.create",
    "exports.cancel",
    ...["create", "update", "check", "start", "cancel", "undo"].map((name) => `imports.${name}`),
    ...["create", "update", "pause", "resume", "rotate", "revoke"].map((name) => `serviceAccounts.${name}`),
    "esignRequests.recipients.signingUrl.create",
  ]);
});

test("the scope that shows a record in a response is one that reads it", () => {
  const read = new Map<z.core.$ZodType, Set<Scope | null>>();
  for (const { meta, output } of declarations.filter((declaration) => !isMutation(declaration))) {
    for (const schema of Object.values(output.shape)) {
      const record = recordOf(schema);
      read.set(record, new Set([...(read.get(record) ?? []), meta.scope, ...(meta.orScopes ?? [])]));
    }
  }
  const written = mutations.flatMap(({ name, meta, output }) =>
    Object.entries(output.shape).map(([member, schema]) => ({
      name: `${name}: ${member}`,
      scope: scopeReading(meta, member) ?? null,
      readers: read.get(recordOf(schema)),
    })),
  );
  expect(
    written.filter(({ scope, readers }) => readers !== undefined && !readers.has(scope)).map(({ name }) => name),
  ).toEqual([]);
  expect(written.filter(({ readers }) => readers !== undefined).length).toBeGreaterThan(70);
});

test("a mutation's events are read with the same scope as its response", () => {
  const differing = mutations.filter(hasEchoForm).filter(({ meta: { emits = [], readBy } }) => {
    const reading: unknown[] = typeof readBy === "object" ? Object.values(readBy) : [readBy];
    return emits.some((type) => !reading.includes(readingScope(entityOf(type))));
  });
  expect(differing.map(({ name }) => name)).toEqual([]);
});

/** The schema below lists and null. */
function recordOf(schema: z.core.$ZodType): z.core.$ZodType {
  const { def } = schema._zod;
  if ("innerType" in def) return recordOf(def.innerType as z.core.$ZodType);
  return "element" in def ? recordOf(def.element as z.core.$ZodType) : schema;
}

function listLeaves(value: unknown, path: string[] = []): Leaf[] {
  if (typeof value !== "object" || value === null) return [{ path, value }];
  return Object.entries(value).flatMap(([name, member]) => listLeaves(member, [...path, name]));
}

function readAt(value: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (found, name) =>
      typeof found === "object" && found !== null ? (found as Record<string, unknown>)[name] : undefined,
    value,
  );
}

function isSame(shown: unknown, sent: unknown): boolean {
  return (
    shown === sent ||
    (typeof shown === "string" &&
      typeof sent === "string" &&
      sent.includes("T") &&
      Date.parse(shown) === Date.parse(sent))
  );
}

/** What the response shows although the request neither sent it nor made it. */
function findUnsent({ body, status }: Reply, { declaration, arranged }: SubjectHarness, startedAt: number): string[] {
  const sent = { ...arranged.pathValues, ...arranged.body };
  const isInPath = (name: string, value: unknown) =>
    Object.hasOwn(arranged.pathValues, name) && value === arranged.pathValues[name];
  const { success: _success, ...response } = body;
  const isShownToAll = (path: string) =>
    (besides[declaration.name] ?? []).some((shown) => path === shown || path.startsWith(`${shown}.`));
  const isAllowed = ({ path, value }: Leaf) => {
    const [, ...below] = path;
    const name = below.join(".");
    if (
      identifying.has(name) ||
      isShownToAll(path.filter((step) => !/^\d+$/.test(step)).join(".")) ||
      isShownToAll(path.join("."))
    )
      return true;
    // A version whose file is still to be sent.
    if (value === null && name === "") return true;
    if (name === "createdAt") return status === 201 && Date.parse(String(value)) >= startedAt;
    return isInPath(name, value) || isSame(value, readAt(sent, below)) || isSame(value, readAt(sent, path));
  };
  return listLeaves(response)
    .filter((leaf) => !isAllowed(leaf))
    .map(({ path, value }) => `${path.join(".")}: ${JSON.stringify(value)}`);
}

/** Sent values that are members of a record in the response but are missing from it. */
function findMissing({ body }: Reply, { declaration, arranged }: SubjectHarness): string[] {
  const records = Object.entries(declaration.output.shape).flatMap(([member, schema]) => {
    const { def } = recordOf(schema)._zod;
    return "shape" in def ? [{ member, names: Object.keys(def.shape as object) }] : [];
  });
  const plain = Object.entries(arranged.body ?? {}).filter(([, value]) => typeof value !== "object" || value === null);
  const isMissing = ([name]: [string, unknown]) =>
    records.some(({ names }) => names.includes(name)) &&
    records.every(({ member }) => readAt(body, [member, name]) === undefined);
  return plain.filter(isMissing).map(([name]) => name);
}

const scopesOf = ({ declaration, arranged }: SubjectHarness): Scope[] => [
  ...(declaration.meta.scope === null ? [] : [declaration.meta.scope]),
  ...(arranged.dataScopes ?? []),
];

function expectHeaders(
  { headers, body }: Reply,
  { declaration: { meta }, arranged: { pathValues } }: SubjectHarness,
): void {
  const readName = (path: string) => readAt(body, path.split("."));
  expect(headers.etag).toBe(meta.etag === undefined ? undefined : formatEtag(readName(meta.etag) as string | number));
  const location = meta.created?.location.replaceAll(/\{([\w.]+)\}/g, (_, path: string) =>
    String((readName(path) as string | undefined) ?? pathValues[path.replace(/.*\./, "")]),
  );
  expect(headers.location).toBe(location === undefined ? undefined : `/api/v1${location}`);
}

conform({
  "acceptance 17: its own scope alone shows only what was sent": {
    when: hasEchoForm,
    check: async (harness) => {
      const { name } = harness.declaration;
      const { secret } = await createKey(harness.tenant, { scopes: scopesOf(harness) });
      const startedAt = Date.now();
      const reply = expectSuccess(await harness.call({ secret }));
      expect(findUnsent(reply, harness, startedAt)).toEqual([]);
      expect(findMissing(reply, harness)).toEqual(notShown[name] ?? []);
      expectHeaders(reply, harness);
      expectDescribed(harness, reply);
    },
  },
  "its events show nothing more": {
    on: "class",
    when: hasEchoForm,
    check: async (harness) => {
      const { secret } = await createKey(harness.tenant, { scopes: [...scopesOf(harness), "events:read"] });
      const reply = expectSuccess(await harness.call({ secret }));
      const { events } = (await openApi(harness.server, secret).get("/events?limit=500")).body as {
        events: { correlationId: string; payload: object; diff: object }[];
      };
      const own = events.filter(({ correlationId }) => correlationId === reply.headers["x-request-id"]);
      expect(own.length).toBeGreaterThan(0);
      const shown = own.flatMap(
        ({ payload: { id: _id, ...payload }, diff }: { payload: { id?: string }; diff: object }) =>
          listLeaves([payload, diff]),
      );
      expect(shown.filter(({ value }) => value !== "[redacted]" && JSON.stringify(value) !== "{}")).toEqual([]);
    },
  },
  "a replay shows only what the key's scopes currently allow": {
    on: "class",
    // A response without a record can hold nothing but what was sent.
    when: (declaration) =>
      hasEchoForm(declaration) && declaration.meta.idempotency === "required" && declaration.meta.etag !== undefined,
    check: async (harness) => {
      const { tenant, call } = harness;
      const setScopes = (scopes: readonly string[]) =>
        tenant.inside((transaction) =>
          transaction
            .updateTable("IntegrationKey")
            .set({ scopes: [...scopes] })
            .where("id", "=", tenant.keyId)
            .execute(),
        );
      const startedAt = Date.now();
      const whole = expectSuccess(await call({ idempotencyKey: "once" }));
      expect(findUnsent(whole, harness, startedAt)).not.toEqual([]);
      await setScopes(scopesOf(harness));
      const replay = expectSuccess(await call({ idempotencyKey: "once" }));
      expect(replay.headers["idempotent-replayed"]).toBe("true");
      expect(findUnsent(replay, harness, startedAt)).toEqual([]);
      expect([replay.headers.etag, replay.headers.location]).toEqual([whole.headers.etag, whole.headers.location]);
      expect((await call({ idempotencyKey: "once" })).text).toBe(replay.text);
    },
  },
});

test("the rules run on more than 75 mutations", () => {
  expect(subjects.filter(({ declaration }) => hasEchoForm(declaration)).length).toBeGreaterThan(75);
});
