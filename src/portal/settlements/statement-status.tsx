import { Badge, type BadgeTone } from "../ui/feedback/badge.tsx";
import { statementLabels as t } from "./lazy-strings.ts";
import type { ListedStatement } from "./views.ts";

const tones: Readonly<Record<ListedStatement["status"], BadgeTone>> = {
  draft: "neutral",
  issued: "info",
  approved: "success",
  declined: "danger",
  superseded: "neutral",
  voided: "neutral",
};

export function StatementStatus({ status }: Pick<ListedStatement, "status">) {
  return <Badge tone={tones[status]}>{t.statuses[status]}</Badge>;
}
