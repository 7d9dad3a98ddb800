import { FileSignature, Upload } from "lucide-react";
import { useState } from "react";
import { PagedList } from "../client/paged-list.tsx";
import { useTRPC, useTRPCClient, type PortalOutputs } from "../client/trpc.ts";
import { usePages } from "../client/use-pages.ts";
import { nameValue } from "../exports/export-request.ts";
import { useOrganization } from "../shell/account-context.tsx";
import { Button } from "../ui/button.tsx";
import { DataTable } from "../ui/data-table.tsx";
import { Badge } from "../ui/feedback/badge.tsx";
import { EmptyState } from "../ui/feedback/empty-state.tsx";
import { later } from "../ui/feedback/later.tsx";
import { Switch } from "../ui/forms/switch.tsx";
import { PlainLink } from "../ui/link.tsx";
import { RelativeTime } from "../ui/relative-time.tsx";
import { templatesTab as t } from "./strings.ts";
import type { Template } from "./views.ts";

const UploadDialog = later(() => import("./upload-dialog.tsx").then((file) => file.UploadDialog));

type ListedTemplate = PortalOutputs["esignTemplates"]["list"]["esignTemplates"][number];

export function TemplatesTab() {
  const trpc = useTRPC();
  const client = useTRPCClient();
  const [archived, setArchived] = useState(false);
  const [isUploading, setUploading] = useState(false);
  const input = { archived, sort: "newest" as const, limit: 50 };
  const list = usePages<PortalOutputs["esignTemplates"]["list"]>(
    trpc.esignTemplates.list.queryKey(input),
    (place) => client.esignTemplates.list.query({ ...input, ...place }),
    { keepFormer: true },
  );
  const upload = (
    <Button variant="primary" onClick={() => setUploading(true)}>
      <Upload aria-hidden className="size-4" />
      {t.upload}
    </Button>
  );
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <Switch label={t.showArchived} checked={archived} onChange={({ target }) => setArchived(target.checked)} />
        {upload}
      </div>
      <PagedList
        list={list}
        items={(page) => page.esignTemplates}
        nouns={t.nouns}
        placeholder={4}
        empty={
          <EmptyState
            icon={FileSignature}
            title={archived ? t.noArchived : t.none}
            actions={archived ? undefined : upload}
          >
            {archived ? undefined : t.noneHint}
          </EmptyState>
        }
      >
        {(templates) => <TemplateTable templates={templates} />}
      </PagedList>
      {isUploading && <UploadDialog onClose={() => setUploading(false)} />}
    </>
  );
}

function TemplateTable({ templates }: { templates: readonly ListedTemplate[] }) {
  return (
    <DataTable
      name="signature-templates"
      caption={t.caption}
      rows={templates}
      keyOf={({ id }) => id}
      columns={[
        {
          label: t.name,
          render: (template) => <NameCell template={template} />,
          text: ({ name }) => name,
          className: "max-sm:basis-full wrap-anywhere",
        },
        { label: t.purpose, render: ({ purpose }) => nameValue(purpose), text: ({ purpose }) => nameValue(purpose) },
        { label: t.signers, render: nameSigners, text: nameSigners },
        {
          label: t.fields,
          render: ({ fields }) => String(fields.length),
          text: ({ fields }) => fields.length,
          isNumber: true,
        },
        {
          label: t.pages,
          render: ({ file }) => String(file.pageCount),
          text: ({ file }) => file.pageCount,
          isNumber: true,
        },
        {
          label: t.description,
          render: ({ description }) => description ?? t.noDescription,
          text: ({ description }) => description,
          className: "wrap-anywhere",
          isOptional: true,
        },
        {
          label: t.changed,
          render: ({ updatedAt }) => <RelativeTime instant={updatedAt} />,
          text: ({ updatedAt }) => updatedAt,
        },
      ]}
    />
  );
}

const nameSigners = ({ recipients }: Pick<Template, "recipients">) =>
  recipients.length === 0 ? t.noSigners : recipients.map(({ label }) => label).join(", ");

function NameCell({ template: { id, name, isReady } }: { template: ListedTemplate }) {
  const { href } = useOrganization();
  return (
    <span className="flex flex-wrap items-center gap-2">
      <PlainLink
        href={href(`/settings/e-signature/templates/${id}`)}
        className="rounded py-0.5 font-semibold text-accent hover:underline"
      >
        {name}
      </PlainLink>
      {!isReady && <Badge tone="warning">{t.notReady}</Badge>}
    </span>
  );
}
