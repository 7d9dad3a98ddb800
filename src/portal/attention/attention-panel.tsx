import { useMutation, useQueryClient } from "@tanstack/react-query";
import { readError } from "../client/portal-error.ts";
import { useTRPC } from "../client/trpc.ts";
import { useOrganization } from "../shell/account-context.tsx";
import { Button } from "../ui/button.tsx";
import { LinkButton } from "../ui/link.tsx";
import { useToast } from "../ui/overlays/toast.tsx";
import { RelativeTime } from "../ui/relative-time.tsx";
import type { OpenItem } from "./attention-items.ts";
import { describeItem } from "./describe-item.ts";
import { attentionPanel as t } from "./lazy-strings.ts";
import { ResumeKey } from "./resume-key.tsx";

interface AttentionPanelProps {
  items: readonly OpenItem[];
  onSnoozed: () => void;
}

export default function AttentionPanel({ items, onSnoozed }: AttentionPanelProps) {
  return (
    <ul
      aria-label={t.itemsThatNeedAttention}
      className="max-h-[60dvh] divide-y divide-warning/30 overflow-y-auto border-t border-warning/30"
    >
      {items.map((item) => (
        <Item key={`${item.kind} ${item.recordId}`} item={item} onSnoozed={onSnoozed} />
      ))}
    </ul>
  );
}

function Item({ item, onSnoozed }: { item: OpenItem; onSnoozed: () => void }) {
  const { kind, recordId } = item;
  const { name, title, consequence, expiresAt, path, action } = describeItem(item);
  const { href } = useOrganization();
  const trpc = useTRPC();
  const queries = useQueryClient();
  const showToast = useToast();
  const snooze = useMutation(
    trpc.keys.snoozeAttention.mutationOptions({
      onSuccess: async () => {
        onSnoozed();
        await queries.invalidateQueries(trpc.keys.overview.pathFilter());
        showToast(t.snoozedForDay);
      },
      onError: (error) => showToast(t.notSnoozed(readError(error).message), "danger"),
    }),
  );
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
      <div className="min-w-0 flex-1 basis-64">
        <p className="font-semibold wrap-anywhere">{title}</p>
        <p>
          {expiresAt !== null && t.expires(<RelativeTime instant={expiresAt} />)}
          {consequence}
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        <LinkButton href={href(path)} size="sm">
          {action}
        </LinkButton>
        {kind === "leaked" && <ResumeKey id={recordId} name={name} title={title} />}
        <Button
          variant="ghost"
          size="sm"
          aria-label={t.snoozeItem(title)}
          busy={snooze.isPending}
          onClick={() => snooze.mutate({ kind, recordId })}
        >
          {t.snooze}
        </Button>
      </div>
    </li>
  );
}
