"use client";

import { useQuery } from "@tanstack/react-query";
import { ListChecks, Plus } from "lucide-react";
import { useState } from "react";
import { LoadedList } from "../client/loaded-list.tsx";
import { useTRPC, useTRPCClient } from "../client/trpc.ts";
import { nameValue } from "../exports/export-request.ts";
import { useOrganization } from "../shell/account-context.tsx";
import { NoPermission } from "../shell/no-permission.tsx";
import { useTeamAction } from "../team/use-team-action.ts";
import { Button } from "../ui/button.tsx";
import { DataTable } from "../ui/data-table.tsx";
import { EmptyState } from "../ui/feedback/empty-state.tsx";
import { later } from "../ui/feedback/later.tsx";
import { SkeletonTab } from "../ui/feedback/skeleton.tsx";
import { Switch } from "../ui/forms/switch.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import { RelativeTime } from "../ui/relative-time.tsx";
import { taskTemplatesScreen as t } from "./strings.ts";
import type { TaskTemplate } from "./template.ts";

const TemplateDialog = later(() => import("./template-dialog.tsx"));

/** An organization has at most 200 task templates: all on one page. */
export function TaskTemplatesScreen() {
  const { can } = useOrganization();
  return can("organization:manage") ? (
    <TemplateList />
  ) : (
    <NoPermission permission="organization:manage" what={t.manageTemplates} />
  );
}

function TemplateList() {
  const trpc = useTRPC();
  const list = useQuery(trpc.taskTemplates.list.queryOptions({ sort: "name", limit: 200 }));
  const [edited, setEdited] = useState<TaskTemplate | "new" | null>(null);
  const create = (
    <Button variant="primary" onClick={() => setEdited("new")}>
      <Plus aria-hidden className="size-4" />
      {t.createTemplate}
    </Button>
  );
  return (
    <>
      <PageHeader title={t.taskTemplates} description={t.description} actions={create} />
      <LoadedList
        query={list}
        items={list.data?.taskTemplates}
        what={t.taskTemplates}
        placeholder={<SkeletonTab />}
        empty={
          <EmptyState icon={ListChecks} title={t.noTemplates} actions={create}>
            {t.emptyDescription}
          </EmptyState>
        }
      >
        {(templates) => <TemplateTable templates={templates} onEdit={setEdited} />}
      </LoadedList>
      {edited !== null && (
        <TemplateDialog template={edited === "new" ? null : edited} onClose={() => setEdited(null)} />
      )}
    </>
  );
}

const describeTriggers = ({ triggers }: TaskTemplate) =>
  triggers.length === 0
    ? t.byRequest
    : triggers
        .map((trigger) =>
          trigger.type === "case_created" ? t.caseCreated : t.stageEntered(nameValue(trigger.stage).toLowerCase()),
        )
        .join("; ");

function TemplateTable({
  templates,
  onEdit,
}: {
  templates: readonly TaskTemplate[];
  onEdit: (template: TaskTemplate) => void;
}) {
  return (
    <DataTable
      name="task-templates"
      caption={t.templatesByName}
      rows={templates}
      keyOf={({ id }) => id}
      columns={[
        {
          label: t.name,
          render: (template) => <NameCell template={template} onEdit={onEdit} />,
          text: ({ name }) => name,
        },
        {
          label: t.templateDescription,
          render: ({ description }) => description ?? t.noDescription,
          text: ({ description }) => description,
          className: "wrap-anywhere",
          isOptional: true,
        },
        { label: t.appliedWhen, render: describeTriggers, text: describeTriggers },
        {
          label: t.items,
          render: ({ items }) => String(items.length),
          text: ({ items }) => items.length,
          isNumber: true,
        },
        {
          label: t.lastApplied,
          render: ({ lastAppliedAt }) => <RelativeTime instant={lastAppliedAt} />,
          text: ({ lastAppliedAt }) => lastAppliedAt,
        },
        {
          label: t.status,
          render: (template) => <Activation template={template} />,
          text: ({ isActive }) => (isActive ? t.active : t.inactive),
          onPhone: "without-label",
        },
      ]}
    />
  );
}

function NameCell({ template, onEdit }: { template: TaskTemplate; onEdit: (template: TaskTemplate) => void }) {
  return (
    <button
      type="button"
      onClick={() => onEdit(template)}
      className="min-h-6 cursor-pointer rounded text-left font-semibold hover:underline"
    >
      {template.name}
    </button>
  );
}

function Activation({ template: { id, name, isActive } }: { template: TaskTemplate }) {
  const client = useTRPCClient();
  const { isBusy, run } = useTeamAction(
    () => client.taskTemplates.update.mutate({ templateId: id, isActive: !isActive }),
    () => `${name}: ${isActive ? t.inactive : t.active}`,
    () => undefined,
  );
  return (
    <Switch
      label={isActive ? t.active : t.inactive}
      aria-label={t.activate(name)}
      checked={isActive}
      disabled={isBusy}
      onChange={run}
    />
  );
}
