import { Bell, CircleCheck, TriangleAlert } from "lucide-react";
import type { PortalOutputs } from "../client/trpc.ts";
import { useOrganization } from "../shell/account-context.tsx";
import { Code } from "../ui/code-block.tsx";
import { cn } from "../ui/class-names.ts";
import { LinkButton } from "../ui/link.tsx";
import { RelativeTime, formatDate } from "../ui/relative-time.tsx";
import { describeNotice, type NoticeLabels } from "./notification-labels.ts";
import { notificationItem as t } from "./strings.ts";

export type NotificationView = PortalOutputs["notifications"]["list"]["notifications"][number];

const marks = {
  info: [Bell, "bg-accent-soft text-accent"],
  success: [CircleCheck, "bg-success-soft text-success"],
  warning: [TriangleAlert, "bg-warning-soft text-warning"],
} as const satisfies Record<NoticeLabels["tone"], unknown>;

/** Following the link marks the notification as read. */
export function NotificationItem({ notification, onOpen }: { notification: NotificationView; onOpen: () => void }) {
  const { href } = useOrganization();
  const { createdAt, readAt, keyId } = notification;
  const { sentence, detail, action, tone } = describeNotice(notification, formatDate);
  const [Icon, look] = marks[tone];
  const isUnread = readAt === null;
  return (
    <li className={cn("flex gap-4 px-4 py-4 sm:px-5", isUnread && "bg-accent-soft/40")}>
      <span aria-hidden className={cn("grid size-9 shrink-0 place-items-center rounded-full", look)}>
        <Icon className="size-4.5" />
      </span>
      <div className="flex min-w-0 flex-1 flex-wrap items-start justify-between gap-x-6 gap-y-2">
        <div className="min-w-0 flex-1 basis-72 text-sm">
          <p className={cn("wrap-anywhere", isUnread && "font-medium")}>
            {isUnread && <span className="sr-only">{t.unread}</span>}
            <Sentence parts={sentence} />
          </p>
          {detail !== null && <p className="mt-0.5 max-w-prose wrap-anywhere text-muted">{detail}</p>}
          <p className="mt-1 flex items-center gap-2 text-[0.8125rem] text-muted">
            {isUnread && <span aria-hidden className="size-2 rounded-full bg-accent" />}
            <RelativeTime instant={createdAt} />
          </p>
        </div>
        {action !== null && (
          <LinkButton
            size="sm"
            href={href(action.place ?? `/credentials${keyId === null ? "" : `/${keyId}`}${action.query}`)}
            onClick={onOpen}
          >
            {action.label}
          </LinkButton>
        )}
      </div>
    </li>
  );
}

function Sentence({ parts }: { parts: NoticeLabels["sentence"] }) {
  return parts.map((part, place) => {
    if (typeof part === "string") return part;
    const at = `${place}`;
    return "scope" in part ? <Code key={at}>{part.scope}</Code> : <strong key={at}>{part.name}</strong>;
  });
}
