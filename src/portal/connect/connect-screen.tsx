"use client";

import { useQuery } from "@tanstack/react-query";
import { useState, type FormEvent, type ReactNode } from "react";
import { connectionDays } from "../../contract/assistants.ts";
import { scopeCatalog, type Scope } from "../../contract/scopes.ts";
import { useMutationWithConfirmation } from "../client/confirmation.tsx";
import { readError } from "../client/portal-error.ts";
import { useTRPC, type PortalOutputs } from "../client/trpc.ts";
import { useOrganization } from "../shell/account-context.tsx";
import { NoPermission } from "../shell/no-permission.tsx";
import { Button } from "../ui/button.tsx";
import { SectionCard } from "../ui/card.tsx";
import { DescriptionList } from "../ui/description-list.tsx";
import { Banner } from "../ui/feedback/banner.tsx";
import { EmptyState } from "../ui/feedback/empty-state.tsx";
import { ErrorState } from "../ui/feedback/error-state.tsx";
import { SkeletonText } from "../ui/feedback/skeleton.tsx";
import { Checkbox } from "../ui/forms/checkbox.tsx";
import { Field, FieldError } from "../ui/forms/field.tsx";
import { Options, Select } from "../ui/forms/select.tsx";
import { LinkButton } from "../ui/link.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import { connectScreen as t } from "./strings.ts";

type Shown = PortalOutputs["assistants"]["describeRequest"];
type Offered = Shown["scopes"][number];
type Days = (typeof connectionDays)[number];

/** Where a member decides what an assistant that others host can do. */
export function ConnectScreen({ request }: { request: string | null }) {
  const { can, organizationName } = useOrganization();
  return (
    <>
      <PageHeader title={t.title} description={t.description(organizationName)} />
      {can("integrations:manage") ? (
        <Request request={request ?? ""} />
      ) : (
        <NoPermission permission="integrations:manage" what={t.connectAssistants} />
      )}
    </>
  );
}

function Request({ request }: { request: string }) {
  const trpc = useTRPC();
  const { can, href } = useOrganization();
  const found = useQuery(trpc.assistants.describeRequest.queryOptions({ request }, { refetchOnWindowFocus: false }));
  if (found.error !== null)
    return (
      <ErrorState
        title={t.notLoaded}
        error={found.error}
        busy={found.isFetching}
        onRetry={() => void found.refetch()}
      />
    );
  if (found.data === undefined) return <SkeletonText lines={8} />;
  if (!found.data.isAllowed)
    return (
      <EmptyState
        title={t.isOff}
        actions={
          can("organization:manage") ? (
            <LinkButton href={href("/settings/organization")}>{t.openSettings}</LinkButton>
          ) : undefined
        }
      >
        {t.isOffDescription}
      </EmptyState>
    );
  return <ConsentForm request={request} shown={found.data} />;
}

function ConsentForm({ request, shown }: { request: string; shown: Shown }) {
  const { scopes, forAttorneys, declineUrl } = shown;
  const form = useConsent(request, scopes);
  const groups = [
    [t.reading, scopes.filter(({ scope, isSensitive }) => !isSensitive && isReading(scope))],
    [t.changing, scopes.filter(({ scope, isSensitive }) => !isSensitive && !isReading(scope))],
  ] as const;
  return (
    <form onSubmit={form.submit} noValidate className="grid max-w-3xl gap-5">
      <WhoAsks shown={shown} />
      <SectionCard title={t.scopes} why="fields#scopes-of-a-hosted-assistant" description={t.scopesDescription}>
        <div className="grid gap-6">
          <FieldError message={form.fault} />
          {groups.map(([label, offered]) => (
            <ScopeGroup key={label} label={label} offered={offered} chosen={form.chosen} onToggle={form.toggle} />
          ))}
          <ScopeGroup
            label={t.sensitive}
            hint={t.sensitiveHint}
            offered={scopes.filter(({ isSensitive }) => isSensitive)}
            chosen={form.chosen}
            onToggle={form.toggle}
          />
          {forAttorneys.length > 0 && <p className="text-sm text-muted">{t.forAttorneys(forAttorneys.length)}</p>}
        </div>
      </SectionCard>
      <SectionCard title={t.end}>
        <Field label={t.duration} why="fields#end-of-a-connection" hint={t.durationHint} required>
          {(control) => (
            <Select
              {...control}
              className="max-w-48"
              value={form.days}
              onChange={({ target }) => form.setDays(Number(target.value) as Days)}
            >
              <Options of={connectionDays.map((days) => [days, t.days(days)] as const)} />
            </Select>
          )}
        </Field>
      </SectionCard>
      {form.rejection !== null && (
        <Banner tone="danger" live title={t.notConnected}>
          {form.rejection}
        </Banner>
      )}
      <div className="flex flex-wrap gap-2.5">
        <Button type="submit" variant="primary" busy={form.isBusy}>
          {t.connect}
        </Button>
        <Button onClick={() => window.location.assign(declineUrl)}>{t.cancel}</Button>
      </div>
    </form>
  );
}

function WhoAsks({ shown: { clientName, host, publishedBy, isOnMachine } }: { shown: Shown }) {
  return (
    <SectionCard title={t.who} description={t.onlyIfStarted}>
      <DescriptionList
        facts={[
          [
            t.name,
            <span key="name">
              <span className="font-semibold wrap-anywhere">{clientName}</span>
              {publishedBy === null && <span className="block text-sm text-muted">{t.notVerified}</span>}
            </span>,
          ],
          [t.published, publishedBy ?? t.unpublished],
          [t.returnsTo, isOnMachine ? t.onMachine(host) : host],
        ]}
      />
    </SectionCard>
  );
}

interface ScopeGroupProps {
  label: string;
  hint?: ReactNode;
  offered: readonly Offered[];
  chosen: ReadonlySet<Scope>;
  onToggle: (scope: Scope) => void;
}

function ScopeGroup({ label, hint, offered, chosen, onToggle }: ScopeGroupProps) {
  if (offered.length === 0) return null;
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-2 text-sm font-semibold">{label}</legend>
      {hint !== undefined && <p className="text-sm text-muted">{hint}</p>}
      <div className="grid gap-3 sm:grid-cols-2">
        {offered.map(({ scope }) => (
          <Checkbox
            key={scope}
            label={scopeCatalog.get(scope)?.description ?? scope}
            hint={scope}
            checked={chosen.has(scope)}
            onChange={() => onToggle(scope)}
          />
        ))}
      </div>
    </fieldset>
  );
}

function isReading(scope: Scope): boolean {
  return scope.endsWith(":read");
}

function useConsent(request: string, offered: readonly Offered[]) {
  const trpc = useTRPC();
  const [chosen, setChosen] = useState<ReadonlySet<Scope>>(
    () => new Set(offered.filter(({ isSuggested }) => isSuggested).map(({ scope }) => scope)),
  );
  const [days, setDays] = useState<Days>(90);
  const [fault, setFault] = useState<string>();
  const mutation = useMutationWithConfirmation(
    trpc.assistants.connect.mutationOptions({
      // The code is in it: nothing keeps it.
      gcTime: 0,
      onSuccess: async ({ redirectTo }) => {
        window.location.assign(redirectTo);
        // Stays busy until the assistant's page loads.
        await new Promise(() => undefined);
      },
    }),
  );
  const error = mutation.error === null ? null : readError(mutation.error);
  const toggle = (scope: Scope) => {
    const next = new Set(chosen);
    if (!next.delete(scope)) next.add(scope);
    setChosen(next);
    setFault(undefined);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (chosen.size === 0) return setFault(t.chooseScope);
    mutation.mutate({ request, scopes: [...chosen], days });
  };
  return {
    chosen,
    toggle,
    days,
    setDays,
    fault,
    submit,
    isBusy: mutation.isPending,
    rejection: error === null || error.code === "CANCELLED" ? null : error.message,
  };
}
