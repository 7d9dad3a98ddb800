import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createDelivery, createSubscription } from "../../areas/webhooks/fixtures.ts";
import { claimGoneNotice } from "../../areas/webhooks/store.delivery.ts";
import {
  beginRound,
  changeSubscription,
  countSubscriptions,
  endSecrets,
  findDelivery,
  findSpan,
  findSubscription,
  isEventKept,
  listDeliveryRows,
  listLiveSecrets,
  listStalled,
  listSubscriptionRows,
  lockSubscription,
} from "../../areas/webhooks/store.ts";
import { ensureApplicationRole } from "../../platform/database/application-role.ts";
import { openDatabase } from "../../platform/database/database.ts";
import type { Database } from "../../platform/database/database.ts";
import { createId } from "../../platform/database/ids.ts";
import type { Context } from "../../rpc/context.ts";
import { cloneDatabase } from "../database/clone-database.ts";
import { createTenant } from "../harness/tenant.ts";
import type { TestTenant } from "../harness/tenant.ts";
import { readEvents } from "../harness/traces.ts";

/** A firm with a webhook that stands still, its secret and a delivery of the firm's first event. */
interface FilledTenant extends TestTenant {
  subscriptionId: string;
  deliveryId: string;
  eventId: string;
}

let database: Database;
let superuser: Database;
let ours: FilledTenant;
let theirs: FilledTenant;

async function fillTenant(): Promise<FilledTenant> {
  const tenant = await createTenant(database);
  const subscriptionId = await createSubscription(tenant, { status: "paused", statusReason: "failures" });
  const deliveryId = await createDelivery(tenant, subscriptionId);
  const { organizationId } = tenant;
  const secret = { organizationId, id: createId("webhookSecret"), subscriptionId, prefix: "whsec_AAAA", sealed: Buffer.alloc(60) };
  await tenant.inside((transaction) => transaction.insertInto("WebhookSecret").values(secret).execute());
  const [event] = await readEvents(tenant);
  return { ...tenant, subscriptionId, deliveryId, eventId: event?.id ?? "" };
}

beforeAll(async () => {
  const ownerUrl = await cloneDatabase();
  database = openDatabase(await ensureApplicationRole(ownerUrl), 10);
  superuser = openDatabase(ownerUrl, 2);
  ours = await fillTenant();
  theirs = await fillTenant();
});
afterAll(async () => {
  await superuser.close();
  await database.close();
});

/** Runs a store function of our firm as a superuser, and undoes it. A function that finds nothing may say so by throwing. */
async function ask(work: (context: Context) => Promise<unknown>): Promise<unknown> {
  const rollback = new Error("rolled back");
  const outcome: { result?: unknown } = {};
  await superuser
    .inOrganization(ours.organizationId, async (transaction) => {
      outcome.result = await work({ organizationId: ours.organizationId, transaction, expectedRevisions: null } as unknown as Context);
      throw rollback;
    })
    .catch((error: unknown) => {
      if (error !== rollback && !String(error).includes("no result")) throw error;
    });
  return outcome.result;
}

const isFound = (result: unknown) => (Array.isArray(result) ? result.length > 0 : result !== undefined && result !== 0 && result !== false);

const functions: Record<string, (context: Context, records: FilledTenant) => Promise<unknown>> = {
  findSubscription: (context, { subscriptionId }) => findSubscription(context, subscriptionId),
  lockSubscription: (context, { subscriptionId }) => lockSubscription(context, subscriptionId),
  changeSubscription: (context, { subscriptionId }) => changeSubscription(context, subscriptionId, { name: "Changed" }),
  claimGoneNotice: (context, { subscriptionId }) => claimGoneNotice(context, subscriptionId),
  countSubscriptions: (context, { keyId }) => countSubscriptions(context, keyId),
  listLiveSecrets: (context, { subscriptionId }) => listLiveSecrets(context, [subscriptionId]),
  endSecrets: async (context, { subscriptionId }) => {
    await endSecrets(context, subscriptionId, 0);
    return context.transaction.selectFrom("WebhookSecret").select("id").where("subscriptionId", "=", subscriptionId).where("expiresAt", "is not", null).execute();
  },
  listDeliveryRows: (context, { subscriptionId }) => listDeliveryRows(context, subscriptionId, { after: null, limit: 10 }),
  findDelivery: (context, { deliveryId }) => findDelivery(context, deliveryId, "look"),
  "findDelivery with its lock": (context, { deliveryId }) => findDelivery(context, deliveryId, "lock"),
  beginRound: (context, { deliveryId }) => beginRound(context, deliveryId),
  isEventKept: (context, { eventId }) => isEventKept(context, 1, eventId),
};

describe("the first wall: store functions of webhooks filter by themselves, without row-level security", () => {
  test.each(Object.entries(functions))("%s", async (_, call) => {
    expect(isFound(await ask((context) => call(context, ours)))).toBe(true);
    expect(isFound(await ask((context) => call(context, theirs)))).toBe(false);
  });

  test("what takes no id shows the own organization's alone", async () => {
    const ids = async (rows: Promise<unknown>) => ((await rows) as { id: string }[]).map(({ id }) => id);
    expect(await ids(ask((context) => listSubscriptionRows(context, { after: null, limit: 10 })))).toEqual([ours.subscriptionId]);
    expect(await ids(ask((context) => listSubscriptionRows(context, { after: null, limit: 10, keyId: theirs.keyId })))).toEqual([]);
    expect(await ids(ask((context) => listStalled(context, 10)))).toEqual([ours.subscriptionId]);
    // Theirs has a second event.
    await createDelivery(theirs, theirs.subscriptionId);
    expect(await ask((context) => findSpan(context, 0, null))).toMatchObject({ firstNumber: 1, lastNumber: 1 });
  });
});
