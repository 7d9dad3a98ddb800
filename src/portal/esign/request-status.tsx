import { Badge, type BadgeTone } from "../ui/feedback/badge.tsx";
import { signaturesScreen as t } from "./strings.ts";
import type { SignatureRequest } from "./views.ts";

const tones: Readonly<Record<SignatureRequest["status"], BadgeTone>> = {
  draft: "neutral",
  preparing: "info",
  sent: "info",
  sealing: "info",
  completed: "success",
  declined: "danger",
  voided: "neutral",
  expired: "warning",
};

export function RequestStatus({ status }: Pick<SignatureRequest, "status">) {
  return <Badge tone={tones[status]}>{t.statuses[status]}</Badge>;
}
