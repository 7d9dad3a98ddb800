import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { FoundCase } from "../../client/case-search.tsx";
import { useTRPC } from "../../client/trpc.ts";
import { TemplateCaseSearch } from "./template-case-search.tsx";
import { SectionCard } from "../../ui/card.tsx";
import { DataTable } from "../../ui/data-table.tsx";
import { Badge } from "../../ui/feedback/badge.tsx";
import { QueryFallback } from "../../ui/feedback/query-fallback.tsx";
import { SkeletonText } from "../../ui/feedback/skeleton.tsx";
import { mergePreview as t } from "../lazy-strings.ts";
import type { Template } from "../views.ts";

/** What a case would fill in, of the template as it is saved. */
export function MergePreview({ template, isDirty }: { template: Template; isDirty: boolean }) {
  const [chosen, setChosen] = useState<FoundCase | null>(null);
  if (!template.fields.some(({ kind }) => kind === "merge")) return null;
  return (
    <SectionCard title={t.title} description={isDirty ? t.ofSaved : t.description} className="mt-5">
      <div className="grid gap-4">
        <TemplateCaseSearch chosen={chosen} onChoose={setChosen} />
        {chosen !== null && <Values templateId={template.id} caseId={chosen.id} />}
      </div>
    </SectionCard>
  );
}

interface ValuesProps {
  templateId: string;
  caseId: string;
}

function Values({ templateId, caseId }: ValuesProps) {
  const trpc = useTRPC();
  const found = useQuery(trpc.esignTemplates.preview.queryOptions({ esignTemplateId: templateId, caseId }));
  if (found.data === undefined)
    return <QueryFallback query={found} what={t.values} placeholder={<SkeletonText lines={3} />} />;
  return (
    <DataTable
      name="signature-merge-preview"
      caption={t.title}
      rows={found.data.mergeFields}
      keyOf={({ label, source }) => `${label} ${source}`}
      file={null}
      columns={[
        { label: t.field, render: ({ label }) => label, text: ({ label }) => label },
        {
          label: t.source,
          render: ({ source }) => source,
          text: ({ source }) => source,
          className: "font-mono text-[0.8125rem]",
        },
        {
          label: t.value,
          render: ({ isResolved, value }) =>
            isResolved ? (value ?? t.hidden) : <Badge tone="warning">{t.missing}</Badge>,
          text: ({ value }) => value,
          className: "whitespace-pre-line wrap-anywhere",
        },
      ]}
    />
  );
}
