import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { applicationUrlOf, cloneDatabase } from "../../../testing/database/clone-database.ts";
import { openApi } from "../../../testing/harness/requests/api.ts";
import { createTenant, type TestTenant } from "../../../testing/harness/tenant.ts";
import { startServerProcess } from "../../../testing/servers/server-process.ts";
import { createLogger } from "../../observability/logger.ts";
import { openDatabase, type Database } from "../database.ts";
import { openEventChannel, type EventChannel } from "./event-channel.ts";
import { createEventNotifier } from "./event-notifier.ts";
import { noHooks } from "../transaction-hooks.ts";

let url = "";
let database: Database;
let tenant: TestTenant;
const logger = createLogger("silent");

beforeAll(async () => {
  url = applicationUrlOf(await cloneDatabase());
  database = openDatabase(url, { poolSize: 4, hooks: noHooks });
  tenant = await createTenant(database);
});
afterAll(() => database.close());

/** As each process opens one. */
async function openChannel(): Promise<EventChannel & { heard: string[] }> {
  const opened = openEventChannel(url, logger);
  onTestFinished(() => opened.close());
  const heard: string[] = [];
  opened.onEvents((organizationId, hasDeliveries) => void heard.push(`${organizationId} ${hasDeliveries}`));
  await untilOpen(opened);
  return Object.assign(opened, { heard });
}

const untilOpen = (opened: EventChannel) => expect.poll(() => opened.isOpen(), { interval: 5 }).toBe(true);

test("each process hears of others' events, gathered by organization, and not of its own", async () => {
  const [sender, one, two] = await Promise.all([openChannel(), openChannel(), openChannel()]);
  for (let count = 0; count < 150; count += 1) sender.notify(`org_${count}`, false);
  sender.notify("org_7", true);
  sender.notify("org_7", false);
  const expected = Array.from({ length: 150 }, (_, number) => `org_${number} ${number === 7}`);
  for (const { heard } of [one, two]) await expect.poll(() => heard, { interval: 5 }).toEqual(expected);
  expect(sender.heard).toEqual([]);
});

test("a lost connection is opened again", async () => {
  const [sender, hearer] = await Promise.all([openChannel(), openChannel()]);
  await database.pool.query(
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'caseport events' AND datname = current_database()",
  );
  await expect.poll(() => hearer.isOpen() || sender.isOpen(), { interval: 5 }).toBe(false);
  await Promise.all([untilOpen(sender), untilOpen(hearer)]);
  sender.notify("org_again", true);
  await expect.poll(() => hearer.heard, { interval: 5 }).toEqual(["org_again true"]);
});

test("waits for events of another process end at its notification, by one statement for all of them", async () => {
  const server = await startServerProcess(url);
  onTestFinished(() => server.end("SIGKILL").then(() => undefined));
  const ours = await openChannel();
  let statements = 0;
  const withoutTenant = database.withoutTenant.withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: ({ result }) => ((statements += 1), Promise.resolve(result)),
  });
  // The clock of this process stands still, so no poll can end the waits.
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
  onTestFinished(() => void vi.useRealTimers());
  const notifier = createEventNotifier({ withoutTenant, onEvents: () => undefined }, logger, ours);
  onTestFinished(() => notifier.close());
  const places = Array.from({ length: 100 }, (_, number) =>
    notifier.admit({ organizationId: tenant.organizationId, keyId: `key_${number % 20}` }),
  );
  const waits = places.map((place) => place?.wait(0, 20_000));
  // The poll that finds what was recorded before the wait began.
  await vi.advanceTimersByTimeAsync(300);
  await expect.poll(() => statements, { interval: 5 }).toBe(1);
  const { status, text } = await openApi(server, tenant.secret).change("POST", "/contacts", {
    type: "person",
    firstName: "Ana",
    lastName: "Ruiz",
  });
  expect(status, text).toBe(201);
  await expect.poll(() => ours.heard, { interval: 5 }).toEqual([`${tenant.organizationId} false`]);
  await vi.advanceTimersByTimeAsync(100);
  expect(new Set(await Promise.all(waits))).toEqual(new Set(["news"]));
  expect(statements).toBe(2);
});
