import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { FeedTable, type Feed } from "../calendar-feeds/feed-table.tsx";
import { RevokeFeedDialog } from "../calendar-feeds/revoke-feed-dialog.tsx";
import { LoadedList } from "../client/loaded-list.tsx";
import { useTRPC } from "../client/trpc.ts";
import { useInvalidate } from "../client/use-invalidate.ts";
import { Button } from "../ui/button.tsx";
import { SkeletonTable } from "../ui/feedback/skeleton.tsx";
import { Dialog } from "../ui/overlays/dialog.tsx";
import { feedsDialog as t } from "./lazy-strings.ts";
import { nameMember, type Member } from "./team-query.ts";

export default function FeedsDialog({ member, onClose }: { member: Member; onClose: () => void }) {
  const trpc = useTRPC();
  const list = useQuery(trpc.members.calendarFeeds.list.queryOptions({ memberId: member.id }));
  const [revoked, setRevoked] = useState<Feed | null>(null);
  const invalidate = useInvalidate((client) => [client.members.calendarFeeds.pathFilter()]);
  return (
    <>
      <Dialog
        open
        onOpenChange={onClose}
        width="lg"
        title={t.feedsOf(nameMember(member))}
        description={t.description}
        footer={<Button onClick={onClose}>{t.close}</Button>}
      >
        <LoadedList
          query={list}
          items={list.data?.feeds}
          what={t.feeds}
          placeholder={<SkeletonTable rows={2} />}
          empty={<p className="text-muted">{t.none}</p>}
        >
          {(feeds) => <FeedTable feeds={feeds} onRevoke={setRevoked} />}
        </LoadedList>
      </Dialog>
      {revoked !== null && (
        <RevokeFeedDialog
          name={revoked.name}
          options={trpc.members.calendarFeeds.revoke.mutationOptions()}
          input={{ memberId: member.id, feedId: revoked.id }}
          invalidate={invalidate}
          onClose={() => setRevoked(null)}
        />
      )}
    </>
  );
}
