"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { FormProvider, useController, useFormContext } from "react-hook-form";
import { useMutationWithConfirmation } from "../../client/confirmation.tsx";
import { useTRPC } from "../../client/trpc.ts";
import { usePortalForm } from "../../client/use-portal-form.ts";
import { useOrganization } from "../../shell/account-context.tsx";
import { NoPermission } from "../../shell/no-permission.tsx";
import { SectionCard } from "../../ui/card.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { ExpiryField } from "./expiry-field.tsx";
import { expiryPresets, resolvePreset } from "./expiry.ts";
import { useInvalidateKeys } from "../use-invalidate-keys.ts";
import { emptyKey } from "./key-form.ts";
import type { CheckedKey, KeyValues } from "./key-form.ts";
import { AttorneySection, LimitsSection, NameSection, ReportsSection, ScopesSection, VendorSection } from "./key-sections.tsx";
import { ReviewPanel } from "./review-panel.tsx";
import { findElevated } from "./scope-grid.ts";
import { SecretOnce } from "../secret-once.tsx";
import { UnsavedGuard } from "./unsaved-guard.tsx";
import { useDraft } from "./use-draft.ts";

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
    <div className="max-w-4xl xl:max-w-7xl">
      <PageHeader
        title="Create API key"
        trail={[{ label: "API keys", href: list }]}
        description="An API key gives an integration access to your firm’s records within its scopes."
      />
      {organization.can("integrations:manage") ? <KeyForm isDone={created !== null} onCreated={setCreated} /> : <NoPermission permission="integrations:manage" what="manage API keys" />}
      {created !== null && (
        <SecretOnce keyId={created.id} keyName={created.name} secret={created.secret} onStored={() => router.replace(organization.href(`/credentials/${created.id}`))} />
      )}
    </div>
  );
}

const startingPreset = "90d";

function startValues(): KeyValues {
  const preset = expiryPresets.find(({ id }) => id === startingPreset) ?? expiryPresets[0];
  return emptyKey(resolvePreset(preset, new Date()));
}

const restore = (_before: KeyValues, typed: KeyValues) => typed;

function KeyForm({ isDone, onCreated }: { isDone: boolean; onCreated: (created: Created) => void }) {
  const organization = useOrganization();
  const trpc = useTRPC();
  const invalidate = useInvalidateKeys();
  const create = useMutationWithConfirmation(trpc.serviceAccounts.create.mutationOptions({ gcTime: 0 }));
  const [start] = useState(startValues);
  const { form, rejection, submit } = usePortalForm<KeyValues, CheckedKey>(() => import("./key-form-schema.ts").then((file) => file.NewKeyForm), start);
  const forget = useDraft("new-key", form, restore);
  const send = submit(async (values) => {
    const { serviceAccount, secret } = await create.mutateAsync(values);
    forget();
    onCreated({ id: serviceAccount.id, name: serviceAccount.name, secret });
    // Only the dialog holds the secret.
    create.reset();
    await invalidate();
  });
  return (
    <FormProvider {...form}>
      <form onSubmit={send} noValidate className="flex flex-col gap-5 xl:grid xl:items-start xl:gap-x-6 xl:grid-cols-[minmax(0,1fr)_20.5rem] 2xl:grid-cols-[minmax(0,1fr)_24rem]">
        <div className="grid min-w-0 gap-5">
          <NameSection />
          <ScopesSection presets requested={findElevated(form.watch("scopes"))} />
          <AttorneySection />
          <VendorSection />
          <ExpirySection />
          <ReportsSection />
          <LimitsSection />
        </div>
        <ReviewPanel rejection={rejection} cancelHref={organization.href("/credentials")} />
      </form>
      <UnsavedGuard
        active={form.formState.isDirty && !isDone}
        title="Leave without creating the API key?"
        description="Your input on this page will be lost."
        leave="Leave page"
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
    <SectionCard id="expiry" title="Expiry" description="Keys must expire. We email reminders 30, 14, 7 and 1 days before. Rotate the key to extend it.">
      <ExpiryField
        legend="Valid for"
        value={field.value}
        onChange={field.onChange}
        hasElevated={hasElevated}
        error={fieldState.error?.message}
        inputRef={field.ref}
      />
    </SectionCard>
  );
}
