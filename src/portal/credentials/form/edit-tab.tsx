import { useSearchParams } from "next/navigation";
import { useEffect, useState } from "react";
import { FormProvider, type UseFormReturn } from "react-hook-form";
import { useMutationWithConfirmation } from "../../client/confirmation.tsx";
import { readError, type PortalError } from "../../client/portal-error.ts";
import { useTRPC } from "../../client/trpc.ts";
import { useEditForm } from "../../client/forms/use-edit-form.ts";
import { Banner } from "../../ui/feedback/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/feedback/empty-state.tsx";
import { SaveBar } from "../../ui/forms/save-bar.tsx";
import { useToast } from "../../ui/overlays/toast.tsx";
import { useInvalidateKeys } from "../use-invalidate-keys.ts";
import { ChangeSummary } from "./change-summary.tsx";
import { collectChanges, mergeValues } from "./key-changes.ts";
import { readValues, type CheckedKey, type KeyValues } from "./key-form.ts";
import { listRequested } from "../scopes/wanted-scopes.ts";
import { ConditionsSection, NameSection, ScopesSection } from "./key-sections.tsx";
import { LimitsSection } from "./limits-section.tsx";
import { listActions } from "../list/key-status.ts";
import type { Key } from "../portal-types.ts";
import { editTab as t } from "./lazy-strings.ts";
import { UnsavedGuard } from "../../ui/unsaved-guard.tsx";
import { useDraft } from "./use-draft.ts";

interface EditTabProps {
  serviceAccount: Key;
  onDirtyChange: (isDirty: boolean) => void;
}

export function EditTab({ serviceAccount, onDirtyChange }: EditTabProps) {
  if (!listActions(serviceAccount).change) {
    return <EmptyState title={t.revokedKeyCannot}>{t.itsSettingsAreKept}</EmptyState>;
  }
  return <EditForm serviceAccount={serviceAccount} onDirtyChange={onDirtyChange} />;
}

function EditForm({ serviceAccount, onDirtyChange }: EditTabProps) {
  const trpc = useTRPC();
  const showToast = useToast();
  const invalidate = useInvalidateKeys();
  const update = useMutationWithConfirmation(trpc.serviceAccounts.update.mutationOptions());
  const { form, rejection, submit, start, begin, goOn } = useEditedKey(serviceAccount, onDirtyChange);
  const { isDirty, isSubmitting, isSubmitted, errors } = form.formState;
  const forget = useDraft(`key/${start.id}`, form, mergeValues);
  useRemoval(form);
  // The request debugger links to the section that fixes the request: `#scopes`.
  useEffect(() => {
    const section = document.getElementById(window.location.hash.slice(1));
    section?.scrollIntoView();
    section?.querySelector<HTMLElement>("input, select, button")?.focus({ preventScroll: true });
  }, []);
  const send = submit(async (values) => {
    const changes = collectChanges(start, values);
    if (Object.keys(changes).length === 0) return begin(serviceAccount);
    const saved = await update
      .mutateAsync({ serviceAccountId: start.id, expectedRevision: start.revision, ...changes })
      .catch(async (error: unknown) => {
        if (readError(error).code === "STALE_REVISION") await invalidate();
        throw error;
      });
    begin(saved.serviceAccount);
    showToast(changes.purpose === undefined ? t.changesSaved : t.changesSavedScopeRequestWasSent);
    await invalidate();
  });
  const requested = listRequested(start, form.watch("scopes"));
  return (
    <FormProvider {...form}>
      <form onSubmit={send} noValidate className="grid gap-5">
        <NameSection ownId={start.id} owner={start.owner} />
        <ScopesSection pending={new Set(start.pendingScopes.map(({ scope }) => scope))} requested={requested} />
        <ConditionsSection formerAttorney={findFormer(start)} vendor={start.vendorContact} />
        <LimitsSection />
        <SaveBar
          isDirty={isDirty}
          isBusy={isSubmitting}
          hasFaults={isSubmitted && Object.keys(errors).length > 0}
          onReset={() => begin(serviceAccount)}
          summary={<ChangeSummary before={readValues(start)} />}
          notice={rejection === null ? null : <RejectionBanner rejection={rejection} onGoOn={goOn} />}
        />
      </form>
      <UnsavedGuard
        active={isDirty}
        title={t.leaveWithoutSaving}
        description={t.leaveWithoutSavingDescription}
        leave={t.leavePage}
        onLeave={forget}
      />
    </FormProvider>
  );
}

/** The usage screen links here with `?remove=cases:read,leads:write`: one change, to be reviewed and saved. */
function useRemoval({ setValue, getValues }: Pick<UseFormReturn<KeyValues>, "setValue" | "getValues">): void {
  const removed = useSearchParams().get("remove");
  useEffect(() => {
    if (removed === null) return;
    const unwanted = new Set(removed.split(","));
    setValue(
      "scopes",
      getValues("scopes").filter((scope) => !unwanted.has(scope)),
      { shouldDirty: true },
    );
  }, [removed, setValue, getValues]);
}

function useEditedKey(present: Key, onDirtyChange: (isDirty: boolean) => void) {
  const load = (start: Key) => import("./key-form-schema.ts").then((file) => file.editForm(start));
  const { form, rejection, submit, start, begin } = useEditForm<Key, KeyValues, CheckedKey>({
    present,
    read: readValues,
    load,
    onDirtyChange,
  });
  const [settled, setSettled] = useState<PortalError | null>(null);
  const beginAnew = (key: Key) => {
    begin(key);
    setSettled(rejection);
  };
  const goOn = () => {
    const merged = mergeValues(readValues(start), form.getValues(), readValues(present));
    beginAnew(present);
    form.reset(merged, { keepDefaultValues: true });
  };
  return { form, submit, start, begin: beginAnew, goOn, rejection: rejection === settled ? null : rejection };
}

/** After a concurrent change the input stays, so that the user can review both before saving again. */
function RejectionBanner({ rejection, onGoOn }: { rejection: PortalError; onGoOn: () => void }) {
  if (rejection.code !== "STALE_REVISION") {
    return (
      <Banner tone="danger" title={t.nothingWasSaved} live>
        {rejection.message}
      </Banner>
    );
  }
  return (
    <Banner
      tone="warning"
      title={t.thisKeyWasChanged}
      live
      actions={<Button onClick={onGoOn}>{t.reviewChanges}</Button>}
    >
      {t.nothingWasSavedYourChangesAreStill}
    </Banner>
  );
}

function findFormer({ actingAttorney }: Key): { id: string; name: string } | null {
  if (actingAttorney === null || actingAttorney.status === "active") return null;
  return { id: actingAttorney.attorneyId, name: `${actingAttorney.firstName} ${actingAttorney.lastName}` };
}
