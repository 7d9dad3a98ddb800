import { ShieldCheck } from "lucide-react";
import { Badge } from "../../ui/feedback/badge.tsx";
import { scopeMarks as t } from "./strings.ts";

export function ElevatedMark() {
  return (
    <Badge tone="warning">
      <ShieldCheck aria-hidden className="size-3.5 max-sm:hidden" />
      {t.elevated}
    </Badge>
  );
}
