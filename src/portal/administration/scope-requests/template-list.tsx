import { useQuery } from "@tanstack/react-query";
import { FileText, Plus } from "lucide-react";
import { useState } from "react";
import { useTRPC } from "../../client/trpc.ts";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { EmptyState } from "../../ui/feedback/empty-state.tsx";
import { QueryFallback } from "../../ui/feedback/query-fallback.tsx";
import { Loading, SkeletonText } from "../../ui/feedback/skeleton.tsx";
import type { Template } from "../views.ts";
import { later } from "../../ui/feedback/later.tsx";
import { templateList as t } from "./strings.ts";

const TemplateDialog = later(() => import("./template-dialogs.tsx").then((file) => file.TemplateDialog));
const DeleteTemplateDialog = later(() => import("./template-dialogs.tsx").then((file) => file.DeleteTemplateDialog));

/** The texts that administrators reuse in decisions. */
export function TemplateList() {
  const trpc = useTRPC();
  const list = useQuery(trpc.administration.listDecisionTemplates.queryOptions({}));
  const [edited, setEdited] = useState<Template | "new" | null>(null);
  const [deleted, setDeleted] = useState<Template | null>(null);
  const create = (
    <Button variant="primary" onClick={() => setEdited("new")}>
      <Plus aria-hidden className="size-4" />
      {t.createTemplate}
    </Button>
  );
  if (list.data === undefined)
    return (
      <QueryFallback
        query={list}
        what={t.templates}
        placeholder={
          <>
            <Loading what={t.loadingTemplates} />
            <SkeletonText lines={6} className="max-w-prose" />
          </>
        }
      />
    );
  const { templates } = list.data;
  return (
    <>
      {templates.length === 0 ? (
        <EmptyState icon={FileText} title={t.noTemplatesYet} actions={create}>
          {t.templateFillsNote}
        </EmptyState>
      ) : (
        <>
          <div className="mb-4">{create}</div>
          <ul className="grid gap-4">
            {templates.map((template) => (
              <li key={template.id}>
                <Card>
                  <h2 className="font-medium wrap-anywhere">{template.name}</h2>
                  <p className="mt-1 max-w-prose text-sm wrap-anywhere whitespace-pre-line text-muted">
                    {template.text}
                  </p>
                  <div className="mt-3 flex flex-wrap gap-2">
                    <Button size="sm" onClick={() => setEdited(template)}>
                      {t.editTemplate(<span className="sr-only"> {template.name}</span>)}
                    </Button>
                    <Button size="sm" variant="danger-quiet" onClick={() => setDeleted(template)}>
                      {t.deleteTemplate(<span className="sr-only"> {template.name}</span>)}
                    </Button>
                  </div>
                </Card>
              </li>
            ))}
          </ul>
        </>
      )}
      {edited !== null && (
        <TemplateDialog template={edited === "new" ? null : edited} onClose={() => setEdited(null)} />
      )}
      {deleted !== null && <DeleteTemplateDialog template={deleted} onClose={() => setDeleted(null)} />}
    </>
  );
}
