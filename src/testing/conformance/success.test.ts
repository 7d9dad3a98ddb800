import { afterAll, expect } from "vitest";
import { declaredEvents, examples } from "../../composition/router.ts";
import { entityOf, type EventType } from "../../contract/events/event-types.ts";
import { hasEchoForm } from "../../openapi/echo-forms.ts";
import { isElevated } from "../../contract/scopes.ts";
import { formatEtag } from "../../contract/revision.ts";
import { Redacted } from "../../contract/values/redacted.ts";
import type { ResponseBody, ExampleRequest } from "../harness/requests/example-request.ts";
import type { Row } from "../../platform/database/tables.ts";
import { expectDescribed } from "./expect-described.ts";
import { expectFresh, expectReplay } from "./expect-replay.ts";
import { closeProbes, expectNoEffect, readState } from "./row-effects.ts";
import { conform, type Rule } from "./rules.ts";
import { prepareSdkCall, type SdkResult } from "./sdk-call.ts";
import { changeRow, createKey } from "../harness/tenant.ts";
import { listTexts } from "../harness/requests/schema-places.ts";
import type { Reply } from "../harness/requests/send.ts";
import {
  expectSuccess,
  isMutation,
  isOwnRecord,
  listEmitted,
  needsAttorney,
  readPath,
  type SubjectHarness,
} from "./subject.ts";
import { expectEventsRecorded, readAuditEntries, readEvents } from "../harness/traces.ts";

afterAll(closeProbes);

const requestId = "conformance-success";
const headers = { "X-Request-Id": requestId };
const idempotencyKey = "order 66 / a~b";
const instant = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/) as unknown;

/**
 * What the event says of the record: what the response shows, where it shows it, and what the feed has. Some records
 * say more to their requester.
 */
function expectedPayload(
  body: ResponseBody,
  { recordIn, touched }: ExampleRequest,
  eventType: EventType | undefined,
): unknown {
  const record = recordIn === undefined ? Object.keys(body).find((name) => name !== "success") : recordIn;
  if (record === undefined || record === null) {
    const { entity, id } = touched?.(body) ?? {};
    return expect.objectContaining(entity === "medical_facility" ? { facilityId: id } : { id });
  }
  // A record does not say of which occurrence of a series the event is; here it is of the whole event.
  const payload = eventType === undefined ? undefined : declaredEvents[entityOf(eventType)]?.payload;
  const redact = ([name, value]: [string, unknown]) => [
    name,
    payload?.shape[name] === Redacted && value !== null ? "[redacted]" : value,
  ];
  return payload?.parse({
    occurrence: null,
    ...Object.fromEntries(Object.entries(body[record] as object).map(redact)),
  });
}

/** One success of an operation, and what it left behind: several rows look at it. */
interface Success {
  reply: Reply;
  /** The number of events before it. */
  before: number;
  events: Row<"Event">[];
  entries: Row<"AuditEntry">[];
}

const successes = new WeakMap<SubjectHarness, Promise<Success>>();

async function succeed({ call, tenant }: SubjectHarness): Promise<Success> {
  const before = (await readEvents(tenant)).length;
  const reply = expectFresh(await call({ headers, idempotencyKey }));
  const events = (await readEvents(tenant)).slice(before);
  const entries = (await readAuditEntries(tenant)).filter((entry) => entry.requestId === requestId);
  return { reply, before, events, entries };
}

function readSuccess(harness: SubjectHarness): Promise<Success> {
  const success = successes.get(harness) ?? succeed(harness);
  successes.set(harness, success);
  return success;
}

/** A row about the one success of an operation. */
const ofSuccess = (check: (success: Success, harness: SubjectHarness) => void, when?: Rule["when"]): Rule => ({
  ...(when !== undefined && { when }),
  shares: true,
  check: async (harness) => check(await readSuccess(harness), harness),
});

async function callWithOwnScope(harness: SubjectHarness): Promise<void> {
  const { scope } = harness.declaration.meta;
  const { dataScopes = [] } = harness.arranged;
  const { secret } = await createKey(harness.tenant, { scopes: scope === null ? [] : [scope, ...dataScopes] });
  expectSuccess(await harness.call({ secret }));
}

/** Operations whose tests send another body than the documented one, each for the reason that its fixtures give. */
const sendsOtherBody: ReadonlySet<string> = new Set(["leads.create", "calendarEvents.transition"]);

conform({
  "the request body is the documented one": {
    shares: true,
    check: ({ arranged, declaration }) => {
      expect(arranged.otherBody !== undefined).toBe(sendsOtherBody.has(declaration.name));
      expect(arranged.body === undefined).toBe(examples[declaration.name]?.body === undefined);
      return Promise.resolve();
    },
  },
  "the response has exactly the declared shape": ofSuccess(({ reply }, { declaration }) => {
    const { success, ...output } = reply.body;
    expect(success).toBe(true);
    // zod leaves out what is not declared, at every level: what is equal afterwards held nothing more.
    expect(declaration.output.parse(output)).toStrictEqual(output);
  }),
  "the response matches the document": ofSuccess(({ reply }, harness) => expectDescribed(harness, reply)),
  "status, ETag and Location are as declared": ofSuccess(({ reply }, { declaration: { meta } }) => {
    expect(reply.status).toBe(meta.created === undefined ? 200 : 201);
    const etag = meta.etag === undefined ? undefined : formatEtag(readPath(reply.body, meta.etag) as string | number);
    expect(reply.headers.etag).toBe(etag);
    const location = meta.created?.location.replaceAll(/\{([\w.]+)\}/g, (_, path: string) =>
      String(readPath(reply.body, path)),
    );
    expect(reply.headers.location).toBe(location === undefined ? undefined : `/api/v1${location}`);
    expect(reply.headers["content-type"]).toBe("application/json");
  }),
  "a replay is byte-identical and has no second effect": {
    when: ({ meta }) => meta.idempotency === "required",
    shares: true,
    check: async (harness) => {
      const { reply } = await readSuccess(harness);
      const before = await readState(harness);
      expectReplay(await harness.call({ idempotencyKey }), reply);
      await expectNoEffect(harness, before);
    },
  },
  "the SDK's method sends the same request, and returns the declared output and the ETag": {
    shares: true,
    check: async (harness) => {
      const { reply } = await readSuccess(harness);
      const { meta, output } = harness.declaration;
      const { etag, ...result } = (await prepareSdkCall(harness, { idempotencyKey }).call()) as SdkResult;
      expect(output.parse(result)).toStrictEqual(result);
      expect(etag).toBe(
        meta.etag === undefined ? undefined : formatEtag(readPath(result, meta.etag) as string | number),
      );
      // Another request under the idempotency key would be a conflict.
      if (meta.idempotency === "required") expect({ success: true, ...result }).toEqual(reply.body);
    },
  },
  "a deprecated operation returns the Deprecation header": ofSuccess(({ reply }, { declaration }) => {
    const { deprecated } = declaration.meta;
    if (deprecated === undefined) return void expect(reply.headers).not.toHaveProperty("deprecation");
    expect(reply.headers["deprecation"]).toBe(`@${Date.parse(deprecated.since) / 1_000}`);
    expect(reply.headers["link"]).toContain(`</api/v1${deprecated.successor}>; rel="successor-version"`);
    expect(Date.parse(String(reply.headers["sunset"]))).toBe(Date.parse(String(deprecated.sunset)));
  }),
  "a read changes nothing and records no event": {
    when: (declaration) => !isMutation(declaration),
    shares: true,
    check: async (harness) => {
      const { reply, before, events } = await readSuccess(harness);
      const again = expectSuccess(await harness.call());
      expect([events, (await readEvents(harness.tenant)).length]).toEqual([[], before]);
      expect(again.headers.etag).toBe(reply.headers.etag);
    },
  },
  "fields chooses the ID of each record alone, under the same ETag": {
    when: ({ selectable }) => selectable !== undefined,
    shares: true,
    check: async (harness) => {
      const { selectable = "" } = harness.declaration;
      const { reply: whole } = await readSuccess(harness);
      const [first] = [whole.body[selectable]].flat() as Record<string, unknown>[];
      const name = ["id", "facilityId", "attorneyId"].find((each) => first !== undefined && each in first) ?? "id";
      const chosen = expectSuccess(await harness.call({ search: `fields=${name}` }));
      const identify = (value: unknown): unknown =>
        Array.isArray(value) ? value.map(identify) : { [name]: (value as Record<string, unknown>)[name] };
      expect(chosen.body).toEqual({ ...whole.body, [selectable]: identify(whole.body[selectable]) });
      expect(chosen.headers.etag).toBe(whole.headers.etag);
    },
  },
  "a mutation records exactly the declared events": ofSuccess(
    ({ reply, before, events }, { tenant, arranged, declaration }) => {
      const { body } = reply;
      const emitted = listEmitted({ declaration, arranged });
      const place = arranged.emitsBefore?.length ?? 0;
      expect(events.map(({ eventType }) => eventType)).toEqual(emitted);
      expectEventsRecorded(events);
      const touched = arranged.touched?.(body);
      expect(events[place]).toEqual({
        organizationId: tenant.organizationId,
        number: before + 1 + place,
        id: expect.stringMatching(/^evt_[0-9a-z]{26}$/),
        entity: touched?.entity,
        entityId: touched?.id,
        eventType: emitted[place],
        occurredAt: instant,
        actor: { type: "integration_key", id: tenant.keyId, name: "Test key" },
        actorId: tenant.keyId,
        bytes: expect.any(Number),
        payload: expectedPayload(body, arranged, emitted[place]),
        diff: arranged.diff,
        relatedIds: touched?.relatedIds,
        correlationId: requestId,
        metadata: {
          source: "api",
          credentialId: tenant.keyId,
          onBehalfOfAttorneyId: tenant.attorneyId,
          apiVersion: "1.0.0",
        },
      });
      const related =
        isOwnRecord(declaration) || arranged.standsAlone === true
          ? [touched?.relatedIds.some(({ entity }) => entity === "lead") === true ? "lead" : touched?.entity]
          : ["case", "client"];
      expect(touched?.relatedIds.map(({ entity }) => entity)).toEqual(expect.arrayContaining(related));
    },
    isMutation,
  ),
  "each event or touched record has one audit entry, with IDs and without values": ofSuccess(
    ({ reply, entries }, { tenant, arranged, declaration }) => {
      const { scope } = declaration.meta;
      // A read under another scope may note what it showed: a download does.
      const isNoted = arranged.touched !== undefined || (scope !== null && isElevated(scope));
      if (!isMutation(declaration) && !isNoted) return void expect(entries).toEqual([]);
      const touched = arranged.touched?.(reply.body);
      expect(touched).toBeDefined();
      expect(entries).toHaveLength(Math.max(1, listEmitted({ declaration, arranged }).length));
      expect(entries.find(({ entity, entityId }) => entity === touched?.entity && entityId === touched?.id)).toEqual({
        organizationId: tenant.organizationId,
        id: expect.stringMatching(/^aud_[0-9a-z]{26}$/),
        occurredAt: instant,
        action: declaration.name,
        actorType: "integration_key",
        actorId: tenant.keyId,
        actorName: "Test key",
        onBehalfOfAttorneyId: tenant.attorneyId,
        entity: touched?.entity,
        entityId: touched?.id,
        relatedIds: touched?.relatedIds,
        // Keys are no PHI: the audit log says what was changed of them.
        changes: isMutation(declaration) && isOwnRecord(declaration) ? arranged.diff : {},
        requestId,
        address: "127.0.0.1",
      });
      if (isOwnRecord(declaration)) return;
      const written = JSON.stringify(entries);
      // The type of a settlement is also the kind of record.
      const values = listTexts(arranged.body).filter(
        (value) => value.length > 6 && !value.includes("_") && value !== touched?.entity,
      );
      expect(values.filter((value) => written.includes(value))).toEqual([]);
    },
  ),
  "the operation's own scope is sufficient": {
    // After all other rows of the success: a record that only its key's owner may change becomes the new key's.
    shares: true,
    // For the others `echo.test.ts` sends the same request.
    when: (declaration) => !hasEchoForm(declaration) && !isMutation(declaration),
    check: callWithOwnScope,
  },
  "the own scope of a mutation is sufficient": {
    when: (declaration) => !hasEchoForm(declaration) && isMutation(declaration),
    check: callWithOwnScope,
  },
  "the event's actor keeps the key's name from before a rename": {
    on: "class",
    when: isMutation,
    check: async (harness) => {
      const { tenant } = harness;
      const key = await createKey(tenant, { name: "First name", actorName: "First name" });
      await changeRow(tenant, "IntegrationKey", key.keyId, { name: "Second name" });
      expectSuccess(await harness.call({ secret: key.secret }));
      expect((await readEvents(tenant)).at(-1)?.actor).toEqual({
        type: "integration_key",
        id: key.keyId,
        name: "First name",
      });
      expect((await readAuditEntries(tenant)).at(-1)?.actorName).toBe("First name");
    },
  },
  "the correlation ID is the request ID of the response": {
    on: "class",
    when: isMutation,
    check: async (harness) => {
      const reply = expectSuccess(await harness.call());
      expect((await readEvents(harness.tenant)).at(-1)?.correlationId).toBe(reply.headers["x-request-id"]);
    },
  },
  "without an acting attorney the event has none": {
    on: "class",
    when: (declaration) => isMutation(declaration) && !needsAttorney(declaration),
    check: async (harness) => {
      const { secret } = await createKey(harness.tenant, { actingAttorneyId: null });
      expectSuccess(await harness.call({ secret }));
      expect((await readEvents(harness.tenant)).at(-1)?.metadata).toMatchObject({ onBehalfOfAttorneyId: null });
      expect((await readAuditEntries(harness.tenant)).at(-1)?.onBehalfOfAttorneyId).toBeNull();
    },
  },
});
