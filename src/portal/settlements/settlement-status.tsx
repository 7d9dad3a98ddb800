import { Badge, type BadgeTone } from "../ui/feedback/badge.tsx";
import { settlementsScreen as t } from "./strings.ts";
import type { ListedSettlement } from "./views.ts";

const tones: Readonly<Record<ListedSettlement["status"], BadgeTone>> = {
  draft: "neutral",
  agreed: "info",
  funds_received: "info",
  funds_cleared: "info",
  disbursing: "info",
  disbursed: "success",
  closed: "success",
  fell_through: "danger",
  voided: "neutral",
};

export function SettlementStatus({ status }: Pick<ListedSettlement, "status">) {
  return <Badge tone={tones[status]}>{t.statuses[status]}</Badge>;
}
