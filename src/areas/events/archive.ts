import type { ArchiveDeclaration } from "../../rpc/archive.ts";

export const eventArchive: readonly ArchiveDeclaration[] = [
  { table: "Event", omitted: "Read by exports/contents/store.events.ts, because events are redacted." },
  { table: "EventCase", omitted: "An index over events." },
  { table: "EventCounter", omitted: "The last event number; the events have their numbers." },
];
