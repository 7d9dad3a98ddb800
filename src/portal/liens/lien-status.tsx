import { Badge, type BadgeTone } from "../ui/feedback/badge.tsx";
import { liensScreen as t } from "./strings.ts";
import type { Lien } from "./views.ts";

const tones: Readonly<Record<Lien["status"], BadgeTone>> = {
  identified: "neutral",
  asserted: "info",
  disputed: "warning",
  negotiating: "info",
  final: "info",
  paid: "success",
  released: "success",
  waived: "neutral",
  withdrawn: "neutral",
};

export function LienStatus({ status }: Pick<Lien, "status">) {
  return <Badge tone={tones[status]}>{t.statuses[status]}</Badge>;
}
