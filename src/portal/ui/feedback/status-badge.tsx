import { Ban, CircleAlert, CircleCheck, CirclePause, CircleSlash, Clock, Hourglass, Mail, TriangleAlert, Undo2, type LucideIcon } from "lucide-react";
import { Badge, type BadgeTone } from "./badge.tsx";

/** Labels of all statuses, with an icon, not by color alone. */
const statuses = {
  active: ["Active", "success", CircleCheck],
  expiring: ["Expiring", "warning", Clock],
  paused: ["Paused", "neutral", CirclePause],
  expired: ["Expired", "danger", Hourglass],
  revoked: ["Revoked", "danger", Ban],
  needs_attention: ["Needs attention", "warning", TriangleAlert],
  pending: ["Pending", "info", Clock],
  granted: ["Granted", "success", CircleCheck],
  denied: ["Denied", "danger", Ban],
  lapsed: ["Expired", "neutral", Hourglass],
  withdrawn: ["Withdrawn", "neutral", Undo2],
  invited: ["Invited", "info", Mail],
  suspended: ["Suspended", "warning", CirclePause],
  deactivated: ["Deactivated", "neutral", CircleSlash],
  // `halted` is the pause after many failures, which no member requested.
  failing: ["Failing", "warning", TriangleAlert],
  stopped: ["Stopped", "danger", CircleAlert],
  halted: ["Paused", "danger", CirclePause],
  disabled: ["Disabled", "neutral", CircleSlash],
  succeeded: ["Succeeded", "success", CircleCheck],
  failed: ["Failed", "danger", CircleAlert],
  cancelled: ["Abandoned", "neutral", CircleSlash],
} as const satisfies Record<string, readonly [string, BadgeTone, LucideIcon]>;

export type Status = keyof typeof statuses;

export function nameStatus(status: Status): string {
  return statuses[status][0];
}

export function StatusBadge({ status, className }: { status: Status; className?: string }) {
  const [word, tone, Icon] = statuses[status];
  return (
    <Badge tone={tone} className={className}>
      <Icon aria-hidden className="size-3.5" />
      {word}
    </Badge>
  );
}
