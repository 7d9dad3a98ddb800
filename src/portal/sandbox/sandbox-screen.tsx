"use client";

import { useQuery } from "@tanstack/react-query";
import { FlaskConical } from "lucide-react";
import { useState } from "react";
import { DeleteDialog } from "../client/delete-dialog.tsx";
import { useTRPC, type PortalOutputs } from "../client/trpc.ts";
import { useChange } from "../client/use-change.ts";
import { useInvalidate } from "../client/use-invalidate.ts";
import { useOrganization } from "../shell/account-context.tsx";
import { NoPermission } from "../shell/no-permission.tsx";
import { Button } from "../ui/button.tsx";
import { SectionCard } from "../ui/card.tsx";
import { DescriptionList } from "../ui/description-list.tsx";
import { EmptyState } from "../ui/feedback/empty-state.tsx";
import { ErrorState } from "../ui/feedback/error-state.tsx";
import { later } from "../ui/feedback/later.tsx";
import { SkeletonText } from "../ui/feedback/skeleton.tsx";
import { formatNumber } from "../ui/format.ts";
import { PageHeader } from "../ui/page-header.tsx";
import { RelativeTime } from "../ui/relative-time.tsx";
import { sandboxScreen as t } from "./strings.ts";

const ContentsDialog = later(() => import("./contents-dialog.tsx").then((file) => file.ContentsDialog));

type Sandbox = NonNullable<PortalOutputs["sandbox"]["get"]["sandbox"]>;

/** How often the screen asks whether a job has ended, in milliseconds. */
const pollMilliseconds = 2_000;

/** Whether no job works on it, also because there is none. */
const isIdle = (state: Sandbox["state"] | undefined) => state !== "filling" && state !== "resetting";

/** The firm's sandbox, or from within it the sandbox itself. */
export function SandboxScreen() {
  const { can } = useOrganization();
  return (
    <>
      <PageHeader title={t.title} description={t.description} />
      {can("integrations:manage") ? (
        <FirmSandbox />
      ) : (
        <NoPermission permission="integrations:manage" what={t.manageTheSandbox} />
      )}
    </>
  );
}

function FirmSandbox() {
  const trpc = useTRPC();
  const [dialog, setDialog] = useState<"create" | "reset" | "delete" | null>(null);
  const found = useQuery(
    trpc.sandbox.get.queryOptions(
      {},
      {
        refetchInterval: ({ state }) => (isIdle(state.data?.sandbox?.state) ? false : pollMilliseconds),
      },
    ),
  );
  const close = () => setDialog(null);
  if (found.data?.sandbox === null)
    return (
      <>
        <EmptyState
          icon={FlaskConical}
          title={t.noSandboxYet}
          actions={
            <Button variant="primary" onClick={() => setDialog("create")}>
              {t.createSandbox}
            </Button>
          }
        >
          {t.whatItIs}
        </EmptyState>
        {dialog === "create" && <ContentsDialog purpose="create" onClose={close} />}
      </>
    );
  if (found.error !== null)
    return (
      <ErrorState
        title={t.notLoaded}
        error={found.error}
        busy={found.isFetching}
        onRetry={() => void found.refetch()}
      />
    );
  if (found.data === undefined) return <SkeletonText lines={6} />;
  const { sandbox } = found.data;
  return (
    <>
      <SandboxCard sandbox={sandbox} onReset={() => setDialog("reset")} onDelete={() => setDialog("delete")} />
      {dialog === "reset" && <ContentsDialog purpose="reset" contents={sandbox.contents} onClose={close} />}
      {dialog === "delete" && <DeleteSandbox name={sandbox.name} onClose={close} />}
    </>
  );
}

interface SandboxCardProps {
  sandbox: Sandbox;
  onReset: () => void;
  onDelete: () => void;
}

function SandboxCard({ sandbox, onReset, onDelete }: SandboxCardProps) {
  const { isSandbox } = useOrganization();
  const canBeReset = isIdle(sandbox.state);
  const { read, write, sensitive } = sandbox.rateLimits;
  return (
    <SectionCard
      title={sandbox.name}
      actions={
        <>
          {!isSandbox && <OpenSandbox />}
          <Button disabled={!canBeReset} onClick={onReset}>
            {t.resetSandbox}
          </Button>
          {!isSandbox && (
            <Button variant="danger-quiet" onClick={onDelete}>
              {t.deleteSandbox}
            </Button>
          )}
        </>
      }
    >
      <DescriptionList
        facts={[
          [t.state, <output key="state">{t.states[sandbox.state]}</output>],
          [t.records, t.contents[sandbox.contents]],
          [
            t.limits,
            t.limitsAMinute({
              read: formatNumber(read),
              write: formatNumber(write),
              sensitive: formatNumber(sensitive),
            }),
          ],
          [t.created, <RelativeTime key="created" instant={sandbox.createdAt} />],
          [t.lastReset, sandbox.resetAt === null ? t.never : <RelativeTime key="reset" instant={sandbox.resetAt} />],
        ]}
      />
    </SectionCard>
  );
}

/** Makes the member one of the sandbox, if they were not when it was created, and loads its pages. */
function OpenSandbox() {
  const trpc = useTRPC();
  const mutation = useChange(trpc.sandbox.open.mutationOptions(), {
    successMessage: () => t.opening,
    invalidate: () => Promise.resolve(),
  });
  const open = () =>
    mutation.mutate(
      {},
      // A page load, so that no data of the firm stays in memory in the sandbox.
      { onSuccess: ({ slug }) => window.location.assign(`/o/${slug}`) },
    );
  return (
    <Button variant="primary" busy={mutation.isPending} onClick={open}>
      {t.openSandbox}
    </Button>
  );
}

function DeleteSandbox({ name, onClose }: { name: string; onClose: () => void }) {
  const trpc = useTRPC();
  const invalidate = useInvalidate((client) => [client.sandbox.pathFilter(), client.account.pathFilter()]);
  const mutation = useChange(trpc.sandbox.delete.mutationOptions(), {
    successMessage: () => t.wasDeleted,
    onSuccess: onClose,
    onRejected: null,
    invalidate,
  });
  return (
    <DeleteDialog noun={t.noun} name={name} mutation={mutation} onDelete={() => mutation.mutate({})} onClose={onClose}>
      {t.deletionConsequence}
    </DeleteDialog>
  );
}
