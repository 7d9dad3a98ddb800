import { Ban, CircleAlert, CircleCheck, CircleDot, LoaderCircle, Undo2, type LucideIcon } from "lucide-react";
import { Badge, type BadgeTone } from "../ui/feedback/badge.tsx";
import { importLabels } from "./strings.ts";
import type { ListedImport } from "./views.ts";

const looks: Readonly<Record<ListedImport["status"], readonly [BadgeTone, LucideIcon]>> = {
  reading: ["info", LoaderCircle],
  ready: ["neutral", CircleDot],
  checking: ["info", LoaderCircle],
  running: ["info", LoaderCircle],
  completed: ["success", CircleCheck],
  cancelled: ["neutral", Ban],
  failed: ["danger", CircleAlert],
  undoing: ["info", LoaderCircle],
  undone: ["neutral", Undo2],
};

export function ImportStatus({ status }: Pick<ListedImport, "status">) {
  const [tone, Icon] = looks[status];
  return (
    <Badge tone={tone}>
      <Icon aria-hidden className="size-3.5" />
      {importLabels.statuses[status]}
    </Badge>
  );
}
