"use client";

import { useQuery } from "@tanstack/react-query";
import { useRouter, useSearchParams } from "next/navigation";
import { useState } from "react";
import { FormProvider, useController, useFormContext } from "react-hook-form";
import { useMutationWithConfirmation } from "../../client/confirmation.tsx";
import { useTRPC } from "../../client/trpc.ts";
import { usePortalForm } from "../../client/forms/use-portal-form.ts";
import { useOrganization } from "../../shell/account-context.tsx";
import { NoPermission } from "../../shell/no-permission.tsx";
import { SectionCard } from "../../ui/card.tsx";
import { SkeletonTab } from "../../ui/feedback/skeleton.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { ExpiryField } from "./expiry-field.tsx";
import { expiryPresets, resolvePreset } from "./expiry.ts";
import { useInvalidateKeys } from "../use-invalidate-keys.ts";
import { copyValues, emptyKey, type CheckedKey, type KeyValues } from "./key-form.ts";
import { ConditionsSection, NameSection, ScopesSection } from "./key-sections.tsx";
import { ReviewPanel } from "./review-panel.tsx";
import { findElevated } from "../scopes/scope-grid.ts";
import type { Key } from "../portal-types.ts";
import { UnsavedGuard } from "../../ui/unsaved-guard.tsx";
import { useDraft } from "./use-draft.ts";
import { later } from "../../ui/feedback/later.tsx";
import { newKey as t } from "./strings.ts";

const loadSecretOnce = () => import("../secret-once.tsx");
const SecretOnce = later(() => loadSecretOnce().then((module) => module.SecretOnce));
/** The last section, far below what a screen shows at first. */
const LimitsSection = later(() => import("./limits-section.tsx").then((module) => module.LimitsSection), SkeletonTab);
/**
 * At the first validation; with what a submission shows: the dialog, so that no secret is created that could not be
 * shown, and the attorney.
 */
const loadForm = () =>
  Promise.all([import("./key-form-schema.ts"), loadSecretOnce(), import("./attorney-select.tsx")]).then(
    ([file]) => file.NewKeyForm,
  );

interface Created {
  id: string;
  name: string;
  secret: string;
}

export function NewKey() {
  const organization = useOrganization();
  const router = useRouter();
  const [created, setCreated] = useState<Created | null>(null);
  const list = organization.href("/credentials");
  return (
    <div>
      <PageHeader title={t.pageTitle} trail={[{ label: t.apiKeys, href: list }]} description={t.description} />
      {organization.can("integrations:manage") ? (
        <KeyFormFrom isDone={created !== null} onCreated={setCreated} />
      ) : (
        <NoPermission permission="integrations:manage" what={t.manageApiKeys} />
      )}
      {created !== null && (
        <SecretOnce
          keyId={created.id}
          keyName={created.name}
          secret={created.secret}
          onStored={() => router.replace(organization.href(`/credentials/${created.id}`))}
        />
      )}
    </div>
  );
}

const startingPreset = "90d";

function startValues(copied: Key | null): KeyValues {
  const preset = expiryPresets.find(({ id }) => id === startingPreset) ?? expiryPresets[0];
  const validUntil = resolvePreset(preset, new Date());
  return copied === null ? emptyKey(validUntil) : copyValues(copied, validUntil.toISOString());
}

const restore = (_before: KeyValues, typed: KeyValues) => typed;

interface KeyFormProps {
  isDone: boolean;
  onCreated: (created: Created) => void;
  /** The key whose settings the form begins with. */
  copied?: Key | null;
}

/** `?from=key_…` begins with that key's settings. */
function KeyFormFrom(props: KeyFormProps) {
  const trpc = useTRPC();
  const from = useSearchParams().get("from");
  const { data, isLoading } = useQuery(
    trpc.serviceAccounts.get.queryOptions({ serviceAccountId: from ?? "" }, { enabled: from !== null }),
  );
  return isLoading ? <SkeletonTab /> : <KeyForm {...props} copied={data?.serviceAccount ?? null} />;
}

function KeyForm({ isDone, onCreated, copied = null }: KeyFormProps) {
  const organization = useOrganization();
  const trpc = useTRPC();
  const invalidate = useInvalidateKeys();
  const create = useMutationWithConfirmation(trpc.serviceAccounts.create.mutationOptions({ gcTime: 0 }));
  const [start] = useState(() => startValues(copied));
  const { form, rejection, submit } = usePortalForm<KeyValues, CheckedKey>(loadForm, start);
  const forget = useDraft(copied === null ? "new-key" : `new-key/${copied.id}`, form, restore);
  const send = submit(async (values) => {
    const { serviceAccount, secret } = await create.mutateAsync(values);
    forget();
    onCreated({ id: serviceAccount.id, name: serviceAccount.name, secret });
    // The secret exists only in the dialog.
    create.reset();
    await invalidate();
  });
  return (
    <FormProvider {...form}>
      <form
        onSubmit={send}
        noValidate
        className="flex flex-col gap-5 xl:grid xl:items-start xl:gap-x-6 xl:grid-cols-[minmax(0,1fr)_20.5rem] 2xl:grid-cols-[minmax(0,1fr)_24rem]"
      >
        <div className="grid min-w-0 gap-5">
          <NameSection />
          <ScopesSection presets requested={findElevated(form.watch("scopes"))} />
          <ConditionsSection proposedAttorney={organization.memberId} />
          <ExpirySection />
          <LimitsSection />
        </div>
        <ReviewPanel rejection={rejection} cancelHref={organization.href("/credentials")} />
      </form>
      <UnsavedGuard
        active={form.formState.isDirty && !isDone}
        title={t.leaveWithoutCreating}
        description={t.inputWillBeLost}
        leave={t.leavePage}
        onLeave={forget}
      />
    </FormProvider>
  );
}

function ExpirySection() {
  const { control, watch } = useFormContext<KeyValues>();
  const { field, fieldState } = useController({ control, name: "validUntil" });
  const hasElevated = findElevated(watch("scopes")).length > 0;
  return (
    <SectionCard id="expiry" title={t.expiry} why="fields#expiry" description={t.expiryDescription}>
      <ExpiryField
        legend={t.validFor}
        isTitled
        value={field.value}
        onChange={field.onChange}
        hasElevated={hasElevated}
        error={fieldState.error?.message}
        inputRef={field.ref}
      />
    </SectionCard>
  );
}
