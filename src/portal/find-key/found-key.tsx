import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { readError } from "../client/portal-error.ts";
import { useTRPC, type PortalOutputs } from "../client/trpc.ts";
import { useInvalidateKeys } from "../credentials/use-invalidate-keys.ts";
import { useOrganization } from "../shell/account-context.tsx";
import { Banner } from "../ui/feedback/banner.tsx";
import { Button } from "../ui/button.tsx";
import { SectionCard } from "../ui/card.tsx";
import { Code } from "../ui/code-block.tsx";
import { DescriptionList } from "../ui/description-list.tsx";
import { LinkButton } from "../ui/link.tsx";
import { RelativeTime } from "../ui/relative-time.tsx";
import { StatusBadge, type Status } from "../ui/feedback/status-badge.tsx";
import { useToast } from "../ui/overlays/toast.tsx";
import { later } from "../ui/feedback/later.tsx";
import { foundKey as t } from "./strings.ts";

const RevokeDialog = later(() => import("../credentials/revoke-dialog.tsx").then((module) => module.RevokeDialog));

type FoundKeyView = Extract<PortalOutputs["keys"]["findByDigest"], { found: true }>["key"];

interface FoundKeyProps {
  digest: string;
  found: FoundKeyView;
  onChanged: () => Promise<void>;
}

export function FoundKey({ digest, found, onChanged }: FoundKeyProps) {
  const { href } = useOrganization();
  const { id, name, status } = found;
  return (
    <SectionCard
      className="max-w-2xl"
      title={name}
      actions={
        <span className="flex items-center">
          <StatusBadge status={status as Status} />
        </span>
      }
    >
      <Danger found={found} />
      <div className="my-4">
        <DescriptionList facts={listFacts(found)} />
      </div>
      <div className="flex flex-wrap gap-2.5">
        <LinkButton href={href(`/credentials/${id}`)}>{t.viewKey}</LinkButton>
        {status !== "revoked" && status !== "expired" && (
          <StopButtons digest={digest} found={found} onChanged={onChanged} />
        )}
      </div>
    </SectionCard>
  );
}

function listFacts({ id, prefix, secretState, createdBy, actingAttorney, lastUsedAt, status }: FoundKeyView) {
  return [
    [t.createdBy, createdBy?.name ?? t.unknown],
    [
      t.actingAttorney,
      actingAttorney === null
        ? t.none
        : t.attorney(`${actingAttorney.firstName} ${actingAttorney.lastName}`, actingAttorney.status === "active"),
    ],
    [
      t.secret,
      <span key={id}>
        <Code>{prefix}</Code> {describeSecret(secretState, status)}
      </span>,
    ],
    [t.lastUsed, <RelativeTime key={id} instant={lastUsedAt} />],
  ] as const;
}

function describeSecret(state: FoundKeyView["secretState"], status: FoundKeyView["status"]): string {
  if (state === "retired") return t.rotatedOut;
  return status === "revoked" || status === "expired" ? t.expiredWithKey : t.live;
}

function Danger({ found: { secretState, status } }: { found: FoundKeyView }) {
  if (status === "revoked" || status === "expired" || secretState === "retired") {
    return (
      <Banner tone="success" title={t.thisSecretIsNo}>
        {secretState === "retired" ? t.keyWasRotated : t.requestsWithItFail}
      </Banner>
    );
  }
  if (status === "paused") {
    return (
      <Banner tone="info" title={t.keyIsPaused}>
        {t.requestsWithThisSecret}
      </Banner>
    );
  }
  return (
    <Banner tone="warning" title={t.thisSecretIsValid}>
      {t.ifItWasExposed}
    </Banner>
  );
}

function StopButtons({ digest, found, onChanged }: FoundKeyProps) {
  const { id, name, status } = found;
  const trpc = useTRPC();
  const showToast = useToast();
  const invalidate = useInvalidateKeys();
  const [isRevoking, setRevoking] = useState(false);
  const pause = useMutation(
    trpc.serviceAccounts.pause.mutationOptions({
      onSuccess: () => showToast(t.wasPaused(name)),
      onError: (error) => showToast(t.couldNotBePaused(name, readError(error).message), "danger"),
      onSettled: () => Promise.all([invalidate(), onChanged()]),
    }),
  );
  const report = useMutation(
    trpc.keys.reportLeak.mutationOptions({
      onSuccess: () => showToast(t.wasReported(name)),
      onError: (error) => showToast(t.couldNotBeReported(name, readError(error).message), "danger"),
      onSettled: () => Promise.all([invalidate(), onChanged()]),
    }),
  );
  const closeRevoking = () => {
    setRevoking(false);
    void onChanged();
  };
  return (
    <>
      {status !== "paused" && (
        <Button busy={pause.isPending} onClick={() => pause.mutate({ serviceAccountId: id })}>
          {t.pauseKey}
        </Button>
      )}
      {found.secretState === t.live && !report.isSuccess && (
        <Button busy={report.isPending} onClick={() => report.mutate({ digest })}>
          {t.reportAsLeaked}
        </Button>
      )}
      <Button variant="danger-quiet" onClick={() => setRevoking(true)}>
        {t.revokeKey}
      </Button>
      {isRevoking && <RevokeDialog keyId={id} keyName={name} onClose={closeRevoking} />}
    </>
  );
}
