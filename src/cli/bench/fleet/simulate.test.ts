import { expect, onTestFinished, test, vi } from "vitest";
import { startOwnServer } from "../../../testing/harness/server.ts";
import { checkFleet } from "./check.ts";
import { createFleetClient } from "./client.ts";
import { createFirms, type Firm } from "./firms.ts";
import { jainIndex } from "./meters.ts";
import { actions } from "./mix.ts";
import { showReport } from "./report.ts";
import { simulate } from "./simulate.ts";

test("five firms for three seconds: the report has each part, what the noisy firm did, and that nothing was lost", async () => {
  const server = await startOwnServer({ worker: "inside" });
  onTestFinished(() => server.close(1_000));
  const { baseUrl, origin, applicationUrl, ownerUrl } = server;
  const readers = { readCpu: () => Promise.resolve({}), readWaiting: () => Promise.resolve(0) };
  const wanted = { firms: 5, seconds: 3, perMinute: 120, noisyAtOnce: 4, casesPerFirm: 2 };
  const report = await simulate(
    { ...wanted, baseUrl, origin, applicationUrl, ownerUrl, hosts: [], readers },
    new AbortController().signal,
    () => undefined,
  );
  const served = report.parts.map(({ meters: { quiet, noisy } }) => [quiet.served > 0, noisy.served > 0]);
  expect(served.slice(1)).toEqual([
    [true, false],
    [true, true],
  ]);
  expect(report.failed).toBe(0);
  expect(report.findings).toEqual({
    acknowledged: expect.any(Number),
    lost: 0,
    twice: 0,
    delivered: 0,
    undelivered: 0,
  });
  expect(report.findings.acknowledged).toBeGreaterThan(0);
  expect(
    (report.after.tables.get("Event")?.rows ?? 0) - (report.before.tables.get("Event")?.rows ?? 0),
  ).toBeGreaterThanOrEqual(report.findings.acknowledged);
  const lines: string[] = [];
  const log = vi.spyOn(console, "log").mockImplementation((line: string) => void lines.push(line));
  showReport(report);
  log.mockRestore();
  expect(lines.join("\n")).toMatch(/beside a noisy firm[\s\S]*Jain[\s\S]*write-ahead log/);
});

test("a write without an event and a repetition with one are found", async () => {
  const server = await startOwnServer();
  const owner = await server.connectOwner();
  const client = createFleetClient(server.baseUrl, server.origin);
  onTestFinished(async () => {
    client.close();
    await owner.end();
    await server.close(1_000);
  });
  const firms = await createFirms(server.services.database, 1, 1, []);
  const [{ organizationId, secret, cases }] = firms as [(typeof firms)[number]];
  const call = {
    method: "PATCH",
    path: `/api/v1/clients/${cases[0]?.clientId}`,
    key: secret,
    body: { phone: "+15125550101" },
  };
  expect((await client.send(call, { requestId: "sim-there", idempotencyKey: "1" })).status).toBe(200);
  const ledger = {
    acknowledged: new Map([[organizationId, new Set(["sim-there", "sim-gone"])]]),
    repeated: new Set(["sim-there"]),
    notReplayed: 0,
  };
  expect(await checkFleet(client, firms, ledger, owner)).toMatchObject({ acknowledged: 2, lost: 1, twice: 1 });
});

test("each action is served, and the noisy firm does all of them", async () => {
  const server = await startOwnServer();
  const client = createFleetClient(server.baseUrl, server.origin);
  onTestFinished(async () => {
    client.close();
    await server.close(1_000);
  });
  const [firm] = (await createFirms(server.services.database, 1, 1, [])) as [Firm];
  for (const action of actions) {
    const { status, body } = await client.send(action.call(firm));
    expect([200, 201], `${action.name}: ${status} ${JSON.stringify(body)}`).toContain(status);
  }
  expect(actions.filter(({ noisyWeight }) => noisyWeight === 0)).toEqual([]);
  expect(actions.map(({ name }) => name)).toEqual(
    expect.arrayContaining(["POST bulk job", "sign-in", "POST export", "run report"]),
  );
});

test("Jain's index is 1 for equal shares, and 1/n if one has everything", () => {
  expect(jainIndex([0.9, 0.9, 0.9])).toBeCloseTo(1);
  expect(jainIndex([1, 0, 0, 0])).toBe(0.25);
});
