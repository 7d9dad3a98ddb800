import { useQuery } from "@tanstack/react-query";
import { FormProvider } from "react-hook-form";
import { useMutationWithConfirmation } from "../../client/confirmation.tsx";
import { readError, type PortalError } from "../../client/portal-error.ts";
import { useTRPC } from "../../client/trpc.ts";
import { useEditForm } from "../../client/forms/use-edit-form.ts";
import type { Key } from "../../credentials/portal-types.ts";
import { UnsavedGuard } from "../../ui/unsaved-guard.tsx";
import { Banner } from "../../ui/feedback/banner.tsx";
import { ErrorState } from "../../ui/feedback/error-state.tsx";
import { SaveBar } from "../../ui/forms/save-bar.tsx";
import { Loading, Skeleton } from "../../ui/feedback/skeleton.tsx";
import { useToast } from "../../ui/overlays/toast.tsx";
import { EventTypesSection } from "./event-types-section.tsx";
import { useInvalidateWebhooks } from "../use-invalidate-webhooks.ts";
import { PlaceSection } from "./endpoint-section.tsx";
import { collectWebhookChanges, readWebhook, type CheckedWebhook, type WebhookValues } from "./webhook-form.ts";
import type { Subscription } from "../webhook-types.ts";
import { editTab as t } from "./lazy-strings.ts";

interface EditTabProps {
  subscription: Subscription;
  onDirtyChange: (isDirty: boolean) => void;
}

export function EditTab(props: EditTabProps) {
  const trpc = useTRPC();
  const { data, error, isFetching, refetch } = useQuery(
    trpc.serviceAccounts.get.queryOptions({ serviceAccountId: props.subscription.keyId }),
  );
  if (data !== undefined) return <EditForm {...props} integrationKey={data.serviceAccount} />;
  if (error !== null)
    return <ErrorState title={t.couldNotLoadApi} error={error} busy={isFetching} onRetry={() => void refetch()} />;
  return (
    <div className="grid gap-5">
      <Loading />
      <Skeleton className="h-64 rounded-lg" />
      <Skeleton className="h-52 rounded-lg" />
    </div>
  );
}

function EditForm({ subscription, onDirtyChange, integrationKey }: EditTabProps & { integrationKey: Key }) {
  const trpc = useTRPC();
  const showToast = useToast();
  const invalidate = useInvalidateWebhooks();
  const update = useMutationWithConfirmation(trpc.webhookSubscriptions.update.mutationOptions());
  const load = () => import("./webhook-form-schema.ts").then((file) => file.webhookForm([integrationKey]));
  const { form, rejection, submit, start, begin } = useEditForm<Subscription, WebhookValues, CheckedWebhook>({
    present: subscription,
    read: readWebhook,
    load,
    onDirtyChange,
  });
  const { isDirty, isSubmitting, isSubmitted, errors } = form.formState;
  const send = submit(async (values) => {
    const changes = collectWebhookChanges(start, values);
    if (Object.keys(changes).length === 0) return begin(subscription);
    const saved = await update
      .mutateAsync({ subscriptionId: start.id, expectedRevision: start.revision, ...changes })
      .catch(async (error: unknown) => {
        if (readError(error).code === "STALE_REVISION") await invalidate();
        throw error;
      });
    begin(saved.webhookSubscription);
    showToast(changes.url === undefined ? t.changesSaved : t.changesSavedPendingDeliveriesGoToNew);
    await invalidate();
  });
  return (
    <FormProvider {...form}>
      <form onSubmit={send} noValidate className="grid gap-5">
        <PlaceSection chosen={integrationKey} />
        {/* Remounts with its initial values. */}
        <EventTypesSection key={start.revision} chosen={integrationKey} />
        <SaveBar
          isDirty={isDirty}
          isBusy={isSubmitting}
          hasFaults={isSubmitted && Object.keys(errors).length > 0}
          onReset={() => begin(subscription)}
          notice={rejection === null ? null : <RejectionBanner rejection={rejection} />}
        />
      </form>
      <UnsavedGuard
        active={isDirty}
        title={t.leaveWithoutSaving}
        description={t.leaveWithoutSavingDescription}
        leave={t.leavePage}
      />
    </FormProvider>
  );
}

function RejectionBanner({ rejection: { code, message } }: { rejection: PortalError }) {
  const isStale = code === "STALE_REVISION";
  return (
    <Banner tone={isStale ? "warning" : "danger"} title={isStale ? t.thisWebhookWasChanged : t.nothingWasSaved} live>
      {isStale ? t.nothingWasSavedYourChangesAreStill : message}
    </Banner>
  );
}
