import * as z from "zod";
import { portalOperation } from "../../rpc/operation.ts";
import { readNewestEvents } from "./newest/domain.ts";
import { eventProcedures } from "./operations.ts";
import { NewestQuery, EventInResponse } from "./schema.ts";

/** One operation of the API, and a list that starts with the newest event. */
export const eventsPortal = {
  "events.get": eventProcedures["events.get"],

  "events.listNewest": portalOperation({
    summary: "The organization's events, newest first",
    permission: "integrations:manage",
    tier: "read",
  })
    .input(NewestQuery)
    .output(z.object({ events: z.array(EventInResponse), nextCursor: z.string().nullable() }))
    .query(({ ctx, input }) => readNewestEvents(ctx, input)),
};
