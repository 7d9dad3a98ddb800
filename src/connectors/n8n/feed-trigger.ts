import type { Json } from "../call.ts";
import { readFeedEnd, readNewEvents, readSampleEvents } from "../events.ts";
import { withConnection } from "./connection.ts";
import type { PollContext, Platform } from "./platform.ts";

/**
 * The events since the last poll, oldest first; null if there are none, which starts no run. The first poll of an
 * active workflow begins at the end of the feed. A person who tests the node gets the last event of the week.
 */
export async function pollFeed(context: PollContext, platform: Platform): Promise<{ json: Json }[] | null> {
  const eventTypes = context.getNodeParameter("eventTypes", []) as string[];
  const stored = context.getWorkflowStaticData("node") as { cursor?: string };
  return withConnection(context, platform, async (connection) => {
    if (context.getMode() === "manual") return asItems(await readSampleEvents(connection, eventTypes, 1));
    if (stored.cursor === undefined) {
      stored.cursor = await readFeedEnd(connection);
      return null;
    }
    const { events, cursor } = await readNewEvents(connection, stored.cursor, eventTypes);
    // n8n stores it with the start of the run.
    stored.cursor = cursor;
    return asItems(events);
  });
}

const asItems = (events: readonly Json[]) => (events.length === 0 ? null : events.map((json) => ({ json })));
