import { Badge, type BadgeTone } from "../ui/feedback/badge.tsx";
import { referralsScreen as t } from "./strings.ts";
import type { Referral } from "./views.ts";

const tones: Readonly<Record<Referral["status"], BadgeTone>> = {
  draft: "neutral",
  sent: "info",
  under_review: "info",
  accepted: "info",
  engaged: "success",
  closed: "success",
  declined: "danger",
  expired: "warning",
  withdrawn: "neutral",
  returned: "warning",
};

export function ReferralStatus({ status }: Pick<Referral, "status">) {
  return <Badge tone={tones[status]}>{t.statuses[status]}</Badge>;
}
