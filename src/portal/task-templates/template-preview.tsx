import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTRPC } from "../client/trpc.ts";
import { cn } from "../ui/class-names.ts";
import { FieldGroup } from "../ui/forms/field.tsx";
import { TextField } from "../ui/forms/fields.tsx";
import { formatDate } from "../ui/relative-time.tsx";
import { templateItem, templatePreview as t } from "./lazy-strings.ts";
import type { Due, TaskTemplate } from "./template.ts";

type Anchor = Exclude<Due["relativeTo"], "task_completed">;

/** When the items of a saved template would be due, from typed dates. */
export function TemplatePreview({ template: { id: templateId, items } }: { template: TaskTemplate }) {
  const trpc = useTRPC();
  const [dates, setDates] = useState<Partial<Record<Anchor, string>>>({});
  const anchors = [
    ...new Set(
      items.flatMap(({ due }) => (due === null || due.relativeTo === "task_completed" ? [] : [due.relativeTo])),
    ),
  ];
  const given = Object.fromEntries(Object.entries(dates).filter(([, date]) => date !== ""));
  const { data, isPlaceholderData } = useQuery({
    ...trpc.taskTemplates.preview.queryOptions({ templateId, anchors: given }),
    placeholderData: (before) => before,
  });
  return (
    <FieldGroup legend={t.preview} hint={t.description}>
      {anchors.length === 0 && <p className="text-sm text-muted">{t.noDates}</p>}
      <div className="grid gap-3 sm:grid-cols-3">
        {anchors.map((anchor) => (
          <TextField
            key={anchor}
            label={templateItem.anchors[anchor]}
            type="date"
            max="9999-12-31"
            value={dates[anchor] ?? ""}
            onChange={(text) => setDates({ ...dates, [anchor]: text })}
          />
        ))}
      </div>
      <dl
        aria-busy={isPlaceholderData}
        className={cn(
          "grid grid-cols-[1fr_auto] gap-x-6 gap-y-1 text-sm",
          isPlaceholderData && "opacity-60 transition-opacity delay-150",
        )}
      >
        {data?.tasks.map(({ itemKey, title, dueOn }) => (
          <div key={itemKey} className="contents">
            <dt className="wrap-anywhere">{title}</dt>
            <dd className="text-muted">{dueOn === null ? t.none : formatDate(`${dueOn}T12:00:00Z`)}</dd>
          </div>
        ))}
      </dl>
    </FieldGroup>
  );
}
