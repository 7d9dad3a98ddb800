import * as z from "zod";
import { cursorForm, eventPageLimit, pageInput } from "../../contract/page.ts";
import { operation, router } from "../../rpc/operation.ts";
import { readDocumentEvents } from "./domain.ts";
import { EventRecord } from "./schema.ts";

export const events = router({
  listDocumentEvents: operation({
    method: "GET",
    path: "/document-events",
    summary: "Read the documents-only event feed",
    description: "Events of documents and folders, oldest first. Deprecated in favor of GET /events; kept for existing integrations.",
    area: "Documents",
    scope: "documents:read",
    tier: "read",
    idempotency: "none",
    deprecated: { successor: "/events" },
  })
    .input(z.strictObject(pageInput(eventPageLimit, cursorForm)))
    .output(z.object({ events: z.array(EventRecord), nextCursor: z.string() }))
    .query(({ ctx, input }) => readDocumentEvents(ctx, input)),
});
