import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openApi, readBody } from "../../../testing/harness/requests/api.ts";
import type { Reply } from "../../../testing/harness/requests/send.ts";
import { changeRow, createTenant, type TestTenant } from "../../../testing/harness/tenant.ts";
import { startTestServer, type TestServer } from "../../../testing/harness/server.ts";
import { createLead } from "../../leads/fixtures.ts";
import { createMember, readTraces } from "../fixtures.ts";
import { createTeam } from "./fixtures.ts";
import type { Team } from "./schema.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close(1000));

async function createTeamOf(assignmentRule: string, size = 3) {
  const tenant = await createTenant(server.services.database);
  const members: string[] = [];
  for (let count = 0; count < size; count += 1)
    members.push(await createMember(tenant, { firstName: `M${count}`, lastName: "Quill" }));
  return {
    tenant,
    api: openApi(server, tenant.secret),
    members,
    teamId: await createTeam(tenant, members, { assignmentRule }),
  };
}

interface Assigned {
  lead: { assignedTo: { id: string } | null; assignedTeam: { id: string } | null };
  warnings: string[];
}

/**
 * Assigns leads to the team, all at once; a request that waited too long for the others is sent again.
 *
 * @returns how many each member got
 */
async function assignMany(tenant: TestTenant, teamId: string, count: number): Promise<number[]> {
  const leads = await Promise.all(Array.from({ length: count }, () => createLead(tenant)));
  const api = openApi(server, tenant.secret);
  const assign = async (id: string): Promise<Reply> => {
    const reply = await api.change(
      "POST",
      `/leads/${id}/assign`,
      { assignedTeamId: teamId },
      { "X-Idempotency-Key": id },
    );
    return reply.status === 503 ? assign(id) : reply;
  };
  const replies = (await Promise.all(leads.map(assign))).map((reply) => readBody<Assigned>(reply));
  return [...Map.groupBy(replies, ({ lead }) => lead.assignedTo?.id).values()].map(({ length }) => length);
}

describe("assignment of leads to a team", () => {
  test("acceptance 18: by round robin gives each of three members ten of thirty concurrent assignments, and fifteen each without one who is absent", async () => {
    const { tenant, members, teamId } = await createTeamOf("round_robin");
    expect(await assignMany(tenant, teamId, 30)).toEqual([10, 10, 10]);
    await changeRow(tenant, "Member", members[1] ?? "", {
      outOfOfficeStartOn: "2026-01-01",
      outOfOfficeEndOn: "2126-01-01",
    });
    expect(await assignMany(tenant, teamId, 30)).toEqual([15, 15]);
  });

  test("chooses nobody manually, and warns if nobody can be chosen", async () => {
    const { tenant, api, members, teamId } = await createTeamOf("manual", 1);
    const leadId = await createLead(tenant);
    const assign = async (body: object) => api.change("POST", `/leads/${leadId}/assign`, body);
    expect(readBody<Assigned>(await assign({ assignedTeamId: teamId }))).toMatchObject({
      lead: { assignedTo: null, assignedTeam: { id: teamId, name: teamId } },
      warnings: [],
    });
    await changeRow(tenant, "Team", teamId, { assignmentRule: "round_robin" });
    await changeRow(tenant, "Member", members[0] ?? "", { status: "suspended" });
    expect(readBody<Assigned>(await assign({ assignedTeamId: teamId }))).toMatchObject({
      lead: { assignedTo: null },
      warnings: ["no_candidate"],
    });
    expect((await api.get(`/leads?assignedTeamId=${teamId}&fields=id`)).body["leads"]).toEqual([{ id: leadId }]);
    expect(readBody<Assigned>(await assign({ assignedToMemberId: tenant.attorneyId }))).toMatchObject({
      lead: { assignedTo: { id: tenant.attorneyId }, assignedTeam: null },
    });
    for (const body of [{}, { assignedTeamId: teamId, assignedToMemberId: null }])
      expect((await assign(body)).status).toBe(400);
    expect((await assign({ assignedTeamId: "tea_unknown" })).body["error"]).toBe("Team not found");
  });
});

describe("teams", () => {
  test("are created, found, changed and deleted; a name is unique among live teams", async () => {
    const { tenant, api, members } = await createTeamOf("manual");
    const { team } = readBody<{ team: Team }>(
      await api.change("POST", "/teams", { name: "Intake", externalId: "T-1", caseTypes: ["dog_bite"] }),
    );
    expect(team).toMatchObject({ members: [], assignmentRule: "manual", description: null, revision: 1 });
    expect((await api.change("POST", "/teams", { name: "INTAKE" })).body["error"]).toBe("name: used by another team");
    const [lead = "", other = ""] = members;
    const given = await api.change("PUT", `/teams/external:T-1/members`, {
      members: [{ memberId: other }, { memberId: lead, teamRole: "lead" }],
    });
    expect(readBody<{ team: Team }>(given).team.members.map(({ id, teamRole }) => [id, teamRole])).toEqual([
      [lead, "lead"],
      [other, "member"],
    ]);
    expect((await api.get(`/members/${lead}`)).body["member"]).toMatchObject({
      teams: [{ id: team.id, name: "Intake" }, {}],
    });
    expect((await api.get(`/members?teamId=${team.id}&fields=id`)).body["members"]).toEqual([
      { id: lead },
      { id: other },
    ]);
    for (const filter of [`memberId=${lead}&caseType=dog_bite`, "updatedSince=2020-01-01T00:00:00Z&caseType=dog_bite"])
      expect((await api.get(`/teams?${filter}&fields=id`)).body["teams"]).toEqual([{ id: team.id }]);
    await changeRow(tenant, "Member", other, { status: "deactivated" });
    expect(
      (await api.change("PUT", `/teams/${team.id}/members`, { members: [{ memberId: other }] })).body["error"],
    ).toBe("Member not found");
    const twoLeads = [
      { memberId: lead, teamRole: "lead" },
      { memberId: members[2] ?? "", teamRole: "lead" },
    ];
    expect((await api.change("PUT", `/teams/${team.id}/members`, { members: twoLeads })).body["error"]).toBe(
      "members: must contain at most one lead",
    );
    const leadId = await createLead(tenant);
    await api.change("POST", `/leads/${leadId}/assign`, { assignedTeamId: team.id });
    expect((await api.change("DELETE", `/teams/${team.id}`)).headers["x-error-reason"]).toBe("record_in_use");
    await api.change("POST", `/leads/${leadId}/assign`, { assignedToMemberId: null });
    expect((await api.change("DELETE", `/teams/${team.id}`)).status).toBe(200);
    expect((await api.change("POST", "/teams", { name: "Intake" })).status).toBe(201);
    expect((await api.change("POST", "/teams", { name: "Intake again", externalId: "T-1" })).body["code"]).toBe(
      "DUPLICATE_ENTRY",
    );
    expect((await readTraces(tenant, team.id)).events.map(({ eventType }) => eventType)).toEqual([
      "team.created",
      "team.updated",
      "team.deleted",
    ]);
  });

  test("acceptance 17: an unknown team, a deleted one and another organization's have one response", async () => {
    const [{ api }, foreign, { tenant, teamId }] = [
      await createTeamOf("manual"),
      await createTeamOf("manual"),
      await createTeamOf("manual"),
    ];
    await changeRow(tenant, "Team", teamId, { deletedAt: "2026-01-01T00:00:00.000Z" });
    const texts = [
      await api.get("/teams/tea_unknown"),
      await api.get(`/teams/${foreign.teamId}`),
      await openApi(server, tenant.secret).get(`/teams/${teamId}`),
    ].map(({ status, text }) => `${status} ${text}`);
    expect(new Set(texts).size).toBe(1);
    expect(texts[0]).toContain("404");
  });
});
