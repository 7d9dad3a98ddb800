import { afterAll, beforeAll, expect, test } from "vitest";
import { openApi, readBody } from "../../../testing/harness/requests/api.ts";
import { startTestServer, type TestServer } from "../../../testing/harness/server.ts";
import { createTenant } from "../../../testing/harness/tenant.ts";
import { readEvents } from "../../../testing/harness/traces.ts";
import { signInMember } from "../../team/fixtures.ts";
import { createDeadline } from "../fixtures.ts";
import type { Deadline, DeadlineChange } from "../schema.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close(1000));

test("a deadline that follows the organization's time zone is over at the same local time in the new one, and needs another verification where that is later", async () => {
  const tenant = await createTenant(server.services.database);
  const api = openApi(server, tenant.secret);
  const get = async (id: string) => readBody<{ deadline: Deadline }>(await api.get(`/deadlines/${id}`)).deadline;
  const create = async (values: Parameters<typeof createDeadline>[1]) =>
    (await createDeadline(tenant, values)).deadlineId;
  const [plain, verified, given, done] = [
    await create({ dueTime: "17:00", dueAt: "2126-03-01T22:00:00Z" }),
    await create({ verificationStatus: "verified", conservativeDueOn: "2126-02-01" }),
    await create({ timeZoneBasis: "given" }),
    await create({ status: "waived" }),
  ];
  const member = await signInMember(server, tenant, { role: "owner" });
  const preview = await member.portal.query<{ moved: object[] }>("organization.previewTimezone", {
    timezone: "America/Los_Angeles",
  });
  expect(preview.data.moved).toContainEqual({
    kind: "deadlines",
    count: 2,
    next: { before: "2126-03-01T22:00:00.000Z", after: "2126-03-02T01:00:00.000Z" },
  });
  const move = async (timezone: string) => readBody(await api.change("PATCH", "/organization", { timezone }));
  await move("America/Los_Angeles");
  expect(await get(plain)).toMatchObject({
    timeZone: "America/Los_Angeles",
    dueOn: "2126-03-01",
    dueAt: "2126-03-02T01:00:00.000Z",
    revision: 2,
  });
  expect(await get(verified)).toMatchObject({
    timeZone: "America/Los_Angeles",
    dueAt: "2126-03-02T08:00:00.000Z",
    verificationStatus: "unverified",
    effectiveOn: "2126-02-01",
    actByOn: "2126-02-01",
  });
  for (const id of [given, done])
    expect(await get(id)).toMatchObject({
      timeZone: "America/New_York",
      dueAt: "2126-03-02T05:00:00.000Z",
      revision: 1,
    });
  const events = (await readEvents(tenant)).filter(({ entity }) => entity === "deadline");
  expect(events.map(({ entityId, eventType }) => [entityId, eventType]).toSorted()).toEqual(
    [
      [plain, "deadline.updated"],
      [verified, "deadline.updated"],
    ].toSorted(),
  );
  expect(events.find(({ entityId }) => entityId === plain)?.diff).toMatchObject({
    timeZone: { from: "America/New_York", to: "America/Los_Angeles" },
  });
  const { changes } = readBody<{ changes: DeadlineChange[] }>(await api.get(`/deadlines/${verified}/history`));
  expect(changes).toMatchObject([{ kind: "verification_reset", reason: "The organization’s time zone changed" }]);
});

test("an earlier end stays verified, and other changes of the organization move nothing", async () => {
  const tenant = await createTenant(server.services.database);
  const api = openApi(server, tenant.secret);
  const { deadlineId } = await createDeadline(tenant, { verificationStatus: "verified" });
  readBody(await api.change("PATCH", "/organization", { workdayStartsAt: "08:00" }));
  const read = async () => readBody<{ deadline: Deadline }>(await api.get(`/deadlines/${deadlineId}`)).deadline;
  expect((await read()).revision).toBe(1);
  readBody(await api.change("PATCH", "/organization", { timezone: "Europe/London" }));
  expect(await read()).toMatchObject({
    timeZone: "Europe/London",
    dueAt: "2126-03-02T00:00:00.000Z",
    verificationStatus: "verified",
    revision: 2,
  });
});
