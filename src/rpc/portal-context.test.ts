import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { EventType } from "../contract/events/event-types.ts";
import { createTenant, type TestTenant } from "../testing/harness/tenant.ts";
import { startTestServer, type TestServer } from "../testing/harness/server.ts";
import { countTraces, readEvents } from "../testing/harness/traces.ts";
import { recordEvent, type Context } from "./context.ts";
import { runSystemAction } from "./unit-of-work.ts";
import { systemPrincipal } from "./principal.ts";

let server: TestServer;
let tenant: TestTenant;

beforeAll(async () => {
  server = await startTestServer();
  tenant = await createTenant(server.services.database);
});
afterAll(() => server.close(1000));

/** Renames the firm as somebody from outside who declared these events. */
function rename<Result>(
  name: string,
  canRecordEvent: readonly EventType[],
  finish: (context: Context) => Result,
): Promise<Result> {
  const { database } = server.services;
  const actor = {
    database,
    principal: systemPrincipal(tenant.organizationId),
    requestId: "req_1",
    clientIp: null,
    action: { name: "testing.rename", canRecordEvent },
  };
  return runSystemAction(actor, async (context) => {
    await context.transaction
      .updateTable("Organization")
      .set({ name })
      .where("id", "=", tenant.organizationId)
      .execute();
    return finish(context);
  });
}

const record = (context: Context) =>
  recordEvent(context, {
    eventType: "organization.updated",
    entityId: tenant.organizationId,
    payload: {},
    diff: {},
    relatedIds: [],
  });

const readName = () =>
  tenant.inside(
    async (transaction) =>
      (
        await transaction
          .selectFrom("Organization")
          .select("name")
          .where("id", "=", tenant.organizationId)
          .executeTakeFirstOrThrow()
      ).name,
  );

describe("an action in an organization from outside", () => {
  test("commits with the declared events", async () => {
    await rename("Recorded", ["organization.updated"], record);
    expect([await readName(), (await readEvents(tenant)).at(-1)?.eventType]).toEqual([
      "Recorded",
      "organization.updated",
    ]);
  });

  test("does not commit without an event", async () => {
    const before = [await readName(), await countTraces(tenant)];
    await expect(rename("Unrecorded", ["organization.updated"], () => undefined)).rejects.toThrow(
      "testing.rename named no record",
    );
    await expect(rename("Unrecorded", ["organization.updated"], () => true)).rejects.toThrow(
      "testing.rename named no record",
    );
    expect([await readName(), await countTraces(tenant)]).toEqual(before);
  });

  test("does not commit with an undeclared event", async () => {
    const before = [await readName(), await countTraces(tenant)];
    await expect(rename("Undeclared", ["member.updated"], record)).rejects.toThrow(
      "testing.rename recorded organization.updated without declaring it",
    );
    expect([await readName(), await countTraces(tenant)]).toEqual(before);
  });

  test("leaves no trace if it reports no change, and is rejected if it recorded an event all the same", async () => {
    const before = await countTraces(tenant);
    expect(await rename("Recorded", [], () => false)).toBe(false);
    expect(await countTraces(tenant)).toEqual(before);
    await rename("Recorded", ["organization.updated"], (context) => {
      record(context);
      return false;
    });
    expect((await countTraces(tenant)).events).toBe(before.events + 1);
  });
});
