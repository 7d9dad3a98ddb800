import {
  Ban,
  CircleAlert,
  CircleCheck,
  CirclePause,
  CircleSlash,
  Clock,
  Hourglass,
  Mail,
  TriangleAlert,
  Undo2,
  type LucideIcon,
} from "lucide-react";
import { statusLabels as t } from "./status-labels.ts";
import { Badge, type BadgeTone } from "./badge.tsx";

/** Labels of all statuses, with an icon, not by color alone. */
const statuses = {
  active: [t.active, "success", CircleCheck],
  expiring: [t.expiring, "warning", Clock],
  paused: [t.paused, "neutral", CirclePause],
  expired: [t.expired, "danger", Hourglass],
  revoked: [t.revoked, "danger", Ban],
  needs_attention: [t.needsAttention, "warning", TriangleAlert],
  pending: [t.pending, "info", Clock],
  granted: [t.granted, "success", CircleCheck],
  denied: [t.denied, "danger", Ban],
  lapsed: [t.expired, "neutral", Hourglass],
  withdrawn: [t.withdrawn, "neutral", Undo2],
  invited: [t.invited, "info", Mail],
  suspended: [t.suspended, "warning", CirclePause],
  deactivated: [t.deactivated, "neutral", CircleSlash],
  // `halted` is the pause after many failures, which no member requested.
  failing: [t.failing, "warning", TriangleAlert],
  stopped: [t.stopped, "danger", CircleAlert],
  halted: [t.paused, "danger", CirclePause],
  disabled: [t.disabled, "neutral", CircleSlash],
  succeeded: [t.succeeded, "success", CircleCheck],
  failed: [t.failed, "danger", CircleAlert],
  verified: [t.verified, "success", CircleCheck],
  unverified: [t.unverified, "warning", TriangleAlert],
  disputed: [t.disputed, "danger", CircleAlert],
  cancelled: [t.abandoned, "neutral", CircleSlash],
} as const satisfies Record<string, readonly [string, BadgeTone, LucideIcon]>;

export type Status = keyof typeof statuses;

export function nameStatus(status: Status): string {
  return statuses[status][0];
}

interface StatusBadgeProps {
  status: Status;
  /** Without its color, beside something more urgent. */
  quiet?: boolean;
  className?: string;
}

export function StatusBadge({ status, quiet = false, className }: StatusBadgeProps) {
  const [word, tone, Icon] = statuses[status];
  return (
    <Badge tone={quiet ? "neutral" : tone} className={className}>
      <Icon aria-hidden className="size-3.5" />
      {word}
    </Badge>
  );
}
