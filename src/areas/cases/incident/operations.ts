import * as z from "zod";
import { Id, changesSomething } from "../../../contract/values/values.ts";
import { operation } from "../../../rpc/operation.ts";
import { dayEvents } from "../domain.day-followers.ts";
import { getIncident, updateIncident } from "./domain.ts";
import { Incident, IncidentChanges } from "./schema.ts";

// What the firm thinks of the case is privileged, so that assistants need the key's switch.
const Shown = z.object({ incident: Incident });

export const incidentProcedures = {
  "cases.incident.get": operation({
    area: "Cases",
    scope: "cases:read",
    mcp: "optIn",
    route: "GET /cases/{caseId}/incident",
    summary: "Get the incident of a case",
    description:
      "Each case has one. Before anything is recorded its `id` is null and its `revision` is 0. " +
      "Use the ETag only for `If-Match`: `occurredOn` is a field of the case, so the response is never 304.",
    etag: "incident.revision",
    isVolatile: true,
  })
    .input(z.strictObject({ caseId: Id }))
    .output(Shown)
    .query(async ({ ctx, input: { caseId } }) => ({ incident: await getIncident(ctx, caseId) })),

  "cases.incident.update": operation({
    area: "Cases",
    scope: "cases:write",
    readBy: "cases:read",
    mcp: "optIn",
    route: "PATCH /cases/{caseId}/incident",
    summary: "Update the incident of a case",
    description:
      "Changes the fields that you send, at least one; `null` clears a field. The first request creates the incident. Deadlines that are counted from `deathOn`, `injuryDiscoveredOn` and `treatmentEndedOn` follow: " +
      "an earlier date applies at once, a later one waits for a second person. Fails with 409 while the case is archived.",
    emits: ["incident.updated"],
    mayEmit: dayEvents,
    errors: ["STALE_REVISION", "INVALID_STATE_TRANSITION", "DUPLICATE_ENTRY"],
    etag: "incident.revision",
  })
    .input(IncidentChanges.extend({ caseId: Id }).refine(...changesSomething("caseId")))
    .output(Shown)
    .mutation(async ({ ctx, input: { caseId, ...changes } }) => ({
      incident: await updateIncident(ctx, caseId, changes),
    })),
};
