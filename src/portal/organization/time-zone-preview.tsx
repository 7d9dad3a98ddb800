import { useQuery } from "@tanstack/react-query";
import { useTRPC, type PortalOutputs } from "../client/trpc.ts";
import { formatInstant } from "../ui/relative-time.tsx";
import { timeZonePreview as t } from "./strings.ts";

type Moved = PortalOutputs["organization"]["previewTimezone"]["moved"][number];

/** Says what the chosen time zone would move, before it is saved. */
export function TimeZonePreview({ timezone }: { timezone: string }) {
  const trpc = useTRPC();
  const { data } = useQuery(trpc.organization.previewTimezone.queryOptions({ timezone }));
  if (data === undefined) return null;
  const moved = data.moved.filter(({ count }) => count > 0);
  return (
    <div role="status" className="grid gap-1 text-sm text-muted">
      {moved.length === 0 ? <p>{t.nothingMoves}</p> : moved.map((each) => <p key={each.kind}>{describeMoved(each)}</p>)}
    </div>
  );
}

function describeMoved({ kind, count, next }: Moved): string {
  return t.moves(t[kind](count), formatInstant(next?.before ?? ""), formatInstant(next?.after ?? ""));
}
