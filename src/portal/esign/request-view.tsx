import { useQuery } from "@tanstack/react-query";
import { useState, type ReactNode } from "react";
import { ReasonDialog, useReason } from "../client/reason-dialog.tsx";
import { useTRPC } from "../client/trpc.ts";
import { useChange } from "../client/use-change.ts";
import { nameValue } from "../exports/export-request.ts";
import { useOrganization } from "../shell/account-context.tsx";
import { RecordScreen } from "../shell/record-screen.tsx";
import { Button } from "../ui/button.tsx";
import { SectionCard } from "../ui/card.tsx";
import { DataTable, type Column } from "../ui/data-table.tsx";
import { DescriptionList } from "../ui/description-list.tsx";
import { Badge, type BadgeTone } from "../ui/feedback/badge.tsx";
import { Banner } from "../ui/feedback/banner.tsx";
import { SkeletonTab } from "../ui/feedback/skeleton.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import { RelativeTime } from "../ui/relative-time.tsx";
import { CorrectDialog, isCorrectable } from "./correct-dialog.tsx";
import { requestView as t, templateEditor } from "./lazy-strings.ts";
import { RequestStatus } from "./request-status.tsx";
import { signaturesScreen } from "./strings.ts";
import { useInvalidateRequests, type Recipient, type SignatureRequestDetail } from "./views.ts";

/** While a worker prepares or seals it, the request is read again. */
const pollMilliseconds = 3_000;

const isInWork = (status: SignatureRequestDetail["status"] | undefined) =>
  status === "preparing" || status === "sealing";

export function RequestView({ requestId }: { requestId: string }) {
  const trpc = useTRPC();
  const { href } = useOrganization();
  const trail = [{ label: signaturesScreen.title, href: href("/signatures") }];
  const query = useQuery(
    trpc.esignRequests.get.queryOptions(
      { esignRequestId: requestId },
      {
        refetchInterval: ({ state }) => (isInWork(state.data?.esignRequest.status) ? pollMilliseconds : false),
      },
    ),
  );
  return (
    <RecordScreen
      noun={t.noun}
      permission="esign:view"
      what={signaturesScreen.view}
      trail={trail}
      query={query}
      skeleton={<SkeletonTab />}
      unknownHint={t.unknownHint}
    >
      {({ esignRequest }) => (
        <>
          <PageHeader
            title={esignRequest.sequenceId}
            description={esignRequest.title}
            trail={trail}
            mark={<RequestStatus status={esignRequest.status} />}
            actions={<Actions request={esignRequest} />}
          />
          <div className="grid gap-5">
            <Attention request={esignRequest} />
            <SectionCard title={t.recipients}>
              <RecipientTable request={esignRequest} />
            </SectionCard>
            <SectionCard title={t.documents}>
              <DocumentTable documents={esignRequest.documents} />
            </SectionCard>
            <SectionCard title={t.details}>
              <DescriptionList facts={listFacts(esignRequest)} />
            </SectionCard>
            <Trail requestId={requestId} grows={isInWork(esignRequest.status)} />
          </div>
        </>
      )}
    </RecordScreen>
  );
}

function Actions({ request: { id, status, revision, sequenceId } }: { request: SignatureRequestDetail }) {
  const trpc = useTRPC();
  const { can } = useOrganization();
  const [isVoiding, setVoiding] = useState(false);
  const invalidate = useInvalidateRequests();
  const remind = useChange(trpc.esignRequests.remindRecipients.mutationOptions(), {
    successMessage: () => t.wasReminded,
    invalidate,
  });
  if (!can("esign:manage") || !["preparing", "sent"].includes(status)) return null;
  return (
    <>
      {status === "sent" && (
        <Button
          busy={remind.isPending}
          onClick={() => remind.mutate({ esignRequestId: id, expectedRevision: revision })}
        >
          {t.remind}
        </Button>
      )}
      <Button variant="danger-quiet" onClick={() => setVoiding(true)}>
        {t.void}
      </Button>
      {isVoiding && (
        <VoidDialog requestId={id} revision={revision} sequenceId={sequenceId} onClose={() => setVoiding(false)} />
      )}
    </>
  );
}

interface VoidDialogProps {
  requestId: string;
  revision: number;
  sequenceId: string;
  onClose: () => void;
}

function VoidDialog({ requestId, revision, sequenceId, onClose }: VoidDialogProps) {
  const trpc = useTRPC();
  const form = useReason(t.enterReason);
  const mutation = useChange(trpc.esignRequests.voidRequest.mutationOptions(), {
    successMessage: () => t.wasVoided,
    onSuccess: onClose,
    onRejected: form.reject,
    invalidate: useInvalidateRequests(),
  });
  const submit = () =>
    form.withReason((reason) => mutation.mutate({ esignRequestId: requestId, expectedRevision: revision, reason }));
  return (
    <ReasonDialog
      form={form}
      title={t.voidOf(sequenceId)}
      description={t.voidHint}
      action={t.void}
      label={t.reason}
      why="fields#reason-to-void-a-signature-request"
      maxLength={1_000}
      isBusy={mutation.isPending}
      onSubmit={submit}
      onClose={onClose}
    />
  );
}

/** Why it is stuck, and the way out. */
function Attention({ request: { status, needsAttention, problems, recipients } }: { request: SignatureRequestDetail }) {
  const stuck = recipients.filter((recipient) => recipient.status === "bounced" || recipient.status === "locked");
  if (needsAttention && stuck.length > 0)
    return (
      <Banner tone="warning" title={t.needsAttention}>
        {stuck.map(({ label, status: state }) => (state === "locked" ? t.locked(label) : t.bounced(label))).join(" ")}
      </Banner>
    );
  if (status === "draft" && problems.length > 0)
    return (
      <Banner tone="warning" title={t.preparationFailed}>
        {problems.map(({ code, field }) => templateEditor.problem(templateEditor.problems[code], field)).join(" ")}
      </Banner>
    );
  return null;
}

const tones: Readonly<Partial<Record<Recipient["status"], BadgeTone>>> = {
  sent: "info",
  viewed: "info",
  signed: "success",
  declined: "danger",
  bounced: "warning",
  locked: "warning",
};

/** The instant of the state that a recipient is in. */
const findInstant = ({ signedAt, declinedAt, viewedAt, sentAt }: Recipient) =>
  signedAt ?? declinedAt ?? viewedAt ?? sentAt;

function RecipientTable({ request }: { request: SignatureRequestDetail }) {
  const { can } = useOrganization();
  const [corrected, setCorrected] = useState<Recipient | null>(null);
  const isChangeable = can("esign:manage") && request.status === "sent";
  return (
    <>
      <DataTable
        name="signature-recipients"
        caption={t.recipients}
        rows={request.recipients.toSorted((one, other) => one.order - other.order)}
        keyOf={({ id }) => id}
        columns={[...recipientColumns, ...(isChangeable ? [actionColumn(setCorrected)] : [])]}
      />
      {corrected !== null && (
        <CorrectDialog request={request} recipient={corrected} onClose={() => setCorrected(null)} />
      )}
    </>
  );
}

const actionColumn = (onCorrect: (recipient: Recipient) => void): Column<Recipient> => ({
  label: t.actions,
  render: (recipient) =>
    isCorrectable(recipient) && (
      <Button size="sm" onClick={() => onCorrect(recipient)}>
        {t.correct}
        <span className="sr-only"> {recipient.label}</span>
      </Button>
    ),
});

/** Where a recipient is sent their link. */
const addressOf = ({ delivery, email, phone }: Recipient): string | null => (delivery === "text" ? phone : email);

const recipientColumns: readonly Column<Recipient>[] = [
  {
    label: t.name,
    render: ({ name, label }) => (
      <>
        {name}
        <p className="text-[0.8125rem] text-muted">{label}</p>
      </>
    ),
    text: ({ name }) => name,
    className: "max-sm:basis-full wrap-anywhere",
  },
  {
    label: t.status,
    render: ({ status }) => <Badge tone={tones[status]}>{t.statuses[status]}</Badge>,
    text: ({ status }) => t.statuses[status],
  },
  {
    label: t.since,
    render: (recipient) => {
      const instant = findInstant(recipient);
      return instant === null ? t.none : <RelativeTime instant={instant} />;
    },
    text: findInstant,
  },
  {
    label: t.address,
    render: (recipient) => (recipient.delivery === "link" ? t.byLink : (addressOf(recipient) ?? t.none)),
    text: addressOf,
    className: "wrap-anywhere",
  },
  { label: t.order, render: ({ order }) => order, text: ({ order }) => order, isNumber: true, isOptional: true },
];

function DocumentTable({ documents }: { documents: SignatureRequestDetail["documents"] }) {
  return (
    <DataTable
      name="signature-documents"
      caption={t.documents}
      rows={documents}
      keyOf={({ id }) => id}
      columns={[
        { label: t.document, render: ({ name }) => name, text: ({ name }) => name, className: "wrap-anywhere" },
        { label: t.purpose, render: ({ purpose }) => nameValue(purpose), text: ({ purpose }) => nameValue(purpose) },
        {
          label: t.pages,
          render: ({ pageCount }) => pageCount ?? t.none,
          text: ({ pageCount }) => pageCount,
          isNumber: true,
        },
        {
          label: t.sealed,
          render: ({ sealedVersionId }) => (sealedVersionId === null ? t.notSealed : t.isSealed),
          text: ({ sealedSha256 }) => sealedSha256,
        },
      ]}
    />
  );
}

function listFacts(request: SignatureRequestDetail): readonly (readonly [string, ReactNode])[] {
  const { case: about, createdBy, sentAt, expiresAt, completedAt, endReason, nextReminderAt, reminderCount } = request;
  const time = (label: string, instant: string | null) =>
    instant === null ? [] : [[label, <RelativeTime key={label} instant={instant} />] as const];
  return [
    [t.about, about === null ? t.lead : [about.sequenceId, about.title].filter((part) => part !== null).join(" · ")],
    [t.createdBy, createdBy.name],
    ...time(t.sent, sentAt),
    ...(request.status === "sent" ? [...time(t.expires, expiresAt), ...time(t.nextReminder, nextReminderAt)] : []),
    [t.reminders, String(reminderCount)],
    ...time(t.completed, completedAt),
    ...(endReason === null ? [] : [[t.endReason, endReason] as const]),
  ];
}

/** What happened, the oldest first. */
function Trail({ requestId, grows }: { requestId: string; grows: boolean }) {
  const trpc = useTRPC();
  const { data } = useQuery(
    trpc.esignRequests.auditTrail.list.queryOptions(
      { esignRequestId: requestId, limit: 200 },
      { refetchInterval: grows ? pollMilliseconds : false },
    ),
  );
  if (data === undefined) return null;
  return (
    <SectionCard title={t.trail} description={t.trailHint}>
      <DataTable
        name="signature-trail"
        caption={t.trail}
        rows={data.entries}
        keyOf={({ number }) => String(number)}
        columns={[
          { label: t.number, render: ({ number }) => number, text: ({ number }) => number, isNumber: true },
          { label: t.what, render: ({ action }) => nameValue(action), text: ({ action }) => nameValue(action) },
          { label: t.by, render: ({ actor }) => actor.label, text: ({ actor }) => actor.label },
          { label: t.at, render: ({ at }) => <RelativeTime instant={at} />, text: ({ at }) => at },
          {
            label: t.ipAddress,
            render: ({ ipAddress }) => ipAddress ?? t.none,
            text: ({ ipAddress }) => ipAddress,
            isOptional: true,
          },
        ]}
      />
    </SectionCard>
  );
}
