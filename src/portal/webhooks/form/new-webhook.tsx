"use client";

import { KeyRound } from "lucide-react";
import { useRouter, useSearchParams } from "next/navigation";
import { useState } from "react";
import { FormProvider } from "react-hook-form";
import { useMutationWithConfirmation } from "../../client/confirmation.tsx";
import { useTRPC } from "../../client/trpc.ts";
import { usePortalForm } from "../../client/forms/use-portal-form.ts";
import type { Key } from "../../credentials/portal-types.ts";
import { UnsavedGuard } from "../../ui/unsaved-guard.tsx";
import { useOrganization } from "../../shell/account-context.tsx";
import { NoPermission } from "../../shell/no-permission.tsx";
import { EmptyState } from "../../ui/feedback/empty-state.tsx";
import { QueryFallback } from "../../ui/feedback/query-fallback.tsx";
import { LinkButton } from "../../ui/link.tsx";
import { CreateBar } from "../../ui/forms/create-bar.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { Loading, Skeleton } from "../../ui/feedback/skeleton.tsx";
import { EventTypesSection } from "./event-types-section.tsx";
import { useInvalidateWebhooks } from "../use-invalidate-webhooks.ts";
import { KeySection } from "./key-section.tsx";
import { PlaceSection } from "./endpoint-section.tsx";
import { useKeys } from "../use-keys.ts";
import type { CheckedWebhook, WebhookValues } from "./webhook-form.ts";
import { readKeyId } from "../webhooks-query.ts";
import { later } from "../../ui/feedback/later.tsx";
import { newWebhook as t } from "./strings.ts";

const SigningSecretOnce = later(() => import("../signing-secret-once.tsx").then((module) => module.SigningSecretOnce));

interface Created {
  id: string;
  name: string;
  secret: string;
}

export function NewWebhook() {
  const { can, href } = useOrganization();
  const router = useRouter();
  const [created, setCreated] = useState<Created | null>(null);
  return (
    <div>
      <PageHeader
        title={t.createWebhook}
        trail={[{ label: t.webhooks, href: href("/webhooks") }]}
        description={t.createWebhookDescription}
      />
      {can("integrations:manage") ? (
        <Keys isDone={created !== null} onCreated={setCreated} />
      ) : (
        <NoPermission permission="integrations:manage" what={t.manageWebhooks} />
      )}
      {created !== null && (
        <SigningSecretOnce
          name={created.name}
          secret={created.secret}
          onStored={() => router.push(href(`/webhooks/${created.id}`))}
        />
      )}
    </div>
  );
}

interface KeysProps {
  isDone: boolean;
  onCreated: (created: Created) => void;
}

function Keys(props: KeysProps) {
  const { href } = useOrganization();
  const query = useKeys();
  if (query.data === undefined) return <QueryFallback query={query} what={t.apiKeys} placeholder={<FormSkeleton />} />;
  const usable = query.data.filter(({ status }) => status !== "revoked" && status !== "expired");
  if (usable.length > 0) return <WebhookForm {...props} keys={usable} />;
  return (
    <EmptyState
      icon={KeyRound}
      title={t.webhookNeedsApiKey}
      actions={
        <LinkButton variant="primary" href={href("/credentials/new")}>
          {t.createKey}
        </LinkButton>
      }
    >
      {t.keySetsWhichEvents}
    </EmptyState>
  );
}

function WebhookForm({ keys, isDone, onCreated }: KeysProps & { keys: readonly Key[] }) {
  const { href } = useOrganization();
  const trpc = useTRPC();
  const invalidate = useInvalidateWebhooks();
  const wanted = readKeyId(useSearchParams().get("key"));
  const create = useMutationWithConfirmation(trpc.webhookSubscriptions.create.mutationOptions({ gcTime: 0 }));
  const { form, rejection, submit } = usePortalForm<WebhookValues, CheckedWebhook>(
    () => import("./webhook-form-schema.ts").then((file) => file.webhookForm(keys)),
    { keyId: keys.find(({ id }) => id === wanted)?.id ?? "", name: "", url: "", eventTypes: ["*"] },
  );
  const send = submit(async (values) => {
    const { webhookSubscription, secret } = await create.mutateAsync(values);
    onCreated({ id: webhookSubscription.id, name: webhookSubscription.name, secret });
    // The secret exists only in the dialog.
    create.reset();
    await invalidate();
  });
  const key = keys.find(({ id }) => id === form.watch("keyId")) ?? null;
  return (
    <FormProvider {...form}>
      <form onSubmit={send} noValidate className="grid gap-5">
        <KeySection keys={keys} chosen={key} />
        <PlaceSection chosen={key} />
        <EventTypesSection chosen={key} />
        <CreateBar noun={t.webhook} state={form.formState} rejection={rejection} cancelHref={href("/webhooks")} />
      </form>
      <UnsavedGuard
        active={form.formState.isDirty && !isDone}
        title={t.leaveWithoutCreatingWebhook}
        description={t.leaveWithoutCreatingDescription}
        leave={t.leavePage}
      />
    </FormProvider>
  );
}

function FormSkeleton() {
  return (
    <div className="grid gap-5">
      <Loading />
      <Skeleton className="h-44 rounded-lg" />
      <Skeleton className="h-64 rounded-lg" />
      <Skeleton className="h-52 rounded-lg" />
    </div>
  );
}
