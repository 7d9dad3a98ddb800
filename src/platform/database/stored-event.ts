import { sql } from "kysely";
import type { Row } from "./tables.ts";

/** An event whose payload and diff are the text that is stored, without the columns that only the database reads. */
export type StoredEvent = Omit<Row<"Event">, "payload" | "diff" | "actorId" | "bytes"> & { payload: string; diff: string };

/** The columns of a StoredEvent. pg would parse them, and a response would serialize them again. */
export const storedEventColumns = sql`
  "organizationId", number, id, entity, "entityId", "eventType", "occurredAt", actor, payload::text, diff::text, "relatedIds", "correlationId", metadata
`;
