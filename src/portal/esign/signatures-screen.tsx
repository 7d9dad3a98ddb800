"use client";

import { FileSignature } from "lucide-react";
import { useSearchParams } from "next/navigation";
import { useState, type ReactNode } from "react";
import { PagedList } from "../client/paged-list.tsx";
import { useTRPC, useTRPCClient, type PortalInputs, type PortalOutputs } from "../client/trpc.ts";
import { usePages } from "../client/use-pages.ts";
import { useOrganization } from "../shell/account-context.tsx";
import { NoPermission } from "../shell/no-permission.tsx";
import { DataTable } from "../ui/data-table.tsx";
import { Badge } from "../ui/feedback/badge.tsx";
import { EmptyState } from "../ui/feedback/empty-state.tsx";
import { later } from "../ui/feedback/later.tsx";
import { SkeletonTab } from "../ui/feedback/skeleton.tsx";
import { Choice } from "../ui/forms/select.tsx";
import { GuardedTabs } from "../ui/guarded-tabs.tsx";
import { PlainLink } from "../ui/link.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import { RelativeTime } from "../ui/relative-time.tsx";
import { TabPanel } from "../ui/tabs.tsx";
import { RequestStatus } from "./request-status.tsx";
import { signaturesScreen as t } from "./strings.ts";
import type { SignatureRequest } from "./views.ts";

const RequestView = later(
  () => import("./request-view.tsx").then((file) => file.RequestView),
  () => <SkeletonTab />,
);

/** `?request=esr_…` shows one. */
export function SignaturesScreen() {
  const { can } = useOrganization();
  const chosen = useSearchParams().get("request");
  if (!can("esign:view")) return <NoPermission permission="esign:view" what={t.view} />;
  if (chosen !== null) return <RequestView key={chosen} requestId={chosen} />;
  return (
    <>
      <PageHeader title={t.title} description={t.description} />
      <Lists />
    </>
  );
}

const tabs = [
  { value: "open", label: t.open },
  { value: "attention", label: t.attention },
  { value: "all", label: t.all },
];

function Lists() {
  return (
    <GuardedTabs label={t.sections} tabs={tabs}>
      {() => (
        <>
          <TabPanel value="open" className="grid gap-5">
            <RequestList filter={{ status: "sent" }}>
              <EmptyState icon={FileSignature} title={t.noneOpen}>
                {t.noneHint}
              </EmptyState>
            </RequestList>
          </TabPanel>
          <TabPanel value="attention" className="grid gap-5">
            <RequestList filter={{ needsAttention: true }}>
              <EmptyState icon={FileSignature} title={t.noneAttention}>
                {t.noneAttentionHint}
              </EmptyState>
            </RequestList>
          </TabPanel>
          <TabPanel value="all" className="grid gap-5">
            <AllRequests />
          </TabPanel>
        </>
      )}
    </GuardedTabs>
  );
}

const statuses = Object.keys(t.statuses) as SignatureRequest["status"][];

function AllRequests() {
  const [status, setStatus] = useState<SignatureRequest["status"] | null>(null);
  return (
    <>
      <Choice
        aria-label={t.status}
        className="max-w-56"
        values={statuses}
        name={(each) => t.statuses[each]}
        none={t.allStatuses}
        value={status}
        onChange={setStatus}
      />
      <RequestList filter={status === null ? {} : { status }}>
        <EmptyState icon={FileSignature} title={t.noneAll}>
          {t.noneHint}
        </EmptyState>
      </RequestList>
    </>
  );
}

interface RequestListProps {
  filter: PortalInputs["esignRequests"]["list"];
  /** In the place of an empty list. */
  children: ReactNode;
}

/** What changed last comes first. */
function RequestList({ filter, children }: RequestListProps) {
  const trpc = useTRPC();
  const client = useTRPCClient();
  const input = { ...filter, sort: "newest" as const, limit: 25 };
  const list = usePages<PortalOutputs["esignRequests"]["list"]>(
    trpc.esignRequests.list.queryKey(input),
    (place) => client.esignRequests.list.query({ ...input, ...place }),
    { keepFormer: true },
  );
  return (
    <PagedList list={list} items={(page) => page.esignRequests} nouns={t.nouns} placeholder={5} empty={children}>
      {(requests) => <RequestTable requests={requests} />}
    </PagedList>
  );
}

const describeProgress = ({ recipients }: SignatureRequest) => {
  const signers = recipients.filter(({ role }) => role === "signer");
  return t.progressOf(signers.filter(({ signedAt }) => signedAt !== null).length, signers.length);
};
const describeSubject = ({ case: about }: SignatureRequest) => (about === null ? t.lead : about.sequenceId);
const nameSubject = ({ case: about }: SignatureRequest) => about?.title ?? t.none;

function RequestTable({ requests }: { requests: readonly SignatureRequest[] }) {
  const { href } = useOrganization();
  return (
    <DataTable
      name="signature-requests"
      caption={t.caption}
      rows={requests}
      keyOf={({ id }) => id}
      columns={[
        {
          label: t.request,
          render: ({ id, sequenceId }) => (
            <PlainLink
              href={href(`/signatures?request=${id}`)}
              className="rounded py-0.5 font-semibold text-accent hover:underline"
            >
              {sequenceId}
            </PlainLink>
          ),
          text: ({ sequenceId }) => sequenceId,
          className: "max-sm:basis-full lg:whitespace-nowrap",
        },
        {
          label: t.requestTitle,
          render: ({ title }) => title,
          text: ({ title }) => title,
          share: "wide",
          className: "max-sm:wrap-anywhere",
        },
        {
          label: t.status,
          render: ({ status, needsAttention }) => (
            <span className="flex flex-wrap gap-1.5">
              <RequestStatus status={status} />
              {needsAttention && <Badge tone="warning">{t.needsAttention}</Badge>}
            </span>
          ),
          text: ({ status }) => t.statuses[status],
        },
        { label: t.about, render: describeSubject, text: describeSubject, className: "lg:whitespace-nowrap" },
        {
          label: t.caseTitle,
          render: nameSubject,
          text: nameSubject,
          className: "wrap-anywhere",
          isOptional: true,
        },
        { label: t.progress, render: describeProgress, text: describeProgress, className: "tabular-nums" },
        {
          label: t.sent,
          render: ({ sentAt }) => (sentAt === null ? t.none : <RelativeTime instant={sentAt} />),
          text: ({ sentAt }) => sentAt,
          isOptional: true,
        },
        {
          label: t.expires,
          render: ({ status, expiresAt }) =>
            status === "sent" && expiresAt !== null ? <RelativeTime instant={expiresAt} /> : t.none,
          text: ({ expiresAt }) => expiresAt,
        },
      ]}
    />
  );
}
