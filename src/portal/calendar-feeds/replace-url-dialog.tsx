import { useMutationWithConfirmation } from "../client/confirmation.tsx";
import { readError } from "../client/portal-error.ts";
import { useTRPC } from "../client/trpc.ts";
import { useInvalidate } from "../client/use-invalidate.ts";
import { FormDialog } from "../ui/overlays/form-dialog.tsx";
import { FeedUrlOnce } from "./feed-url-once.tsx";
import { replaceUrlDialog as t } from "./lazy-strings.ts";
import type { Feed } from "./views.ts";

export default function ReplaceUrlDialog({ feed, onClose }: { feed: Feed; onClose: () => void }) {
  const trpc = useTRPC();
  const refetch = useInvalidate((client) => [client.calendarFeeds.pathFilter()]);
  const rotate = useMutationWithConfirmation(trpc.calendarFeeds.rotate.mutationOptions({ gcTime: 0, onSettled: refetch }));
  if (rotate.data !== undefined) return <FeedUrlOnce name={feed.name} url={rotate.data.url} onStored={onClose} />;
  const rejection = rotate.error === null ? null : readError(rotate.error);
  return (
    <FormDialog
      title={t.title}
      description={t.consequence(<strong className="font-semibold text-text wrap-anywhere">{feed.name}</strong>)}
      action={t.replaceUrl}
      busy={rotate.isPending}
      rejection={rejection?.code === "CANCELLED" ? null : rejection?.message}
      onSubmit={() => rotate.mutate({ feedId: feed.id })}
      onClose={onClose}
    >
      {null}
    </FormDialog>
  );
}
