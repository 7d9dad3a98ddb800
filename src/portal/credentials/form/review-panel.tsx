import { capitalize } from "../../../contract/values/capitalize.ts";
import { useQuery } from "@tanstack/react-query";
import { Check, ChevronUp, Clock, X } from "lucide-react";
import { Fragment, useId, useState, type ReactNode } from "react";
import { useFormContext } from "react-hook-form";
import { useTRPC } from "../../client/trpc.ts";
import { Button } from "../../ui/button.tsx";
import { cn } from "../../ui/class-names.ts";
import { Banner } from "../../ui/feedback/banner.tsx";
import { LinkButton } from "../../ui/link.tsx";
import { optInScopes } from "../../../contract/mcp.ts";
import { describeAbilities, describeAssistants, describeDenials } from "../scopes/abilities.ts";
import { formatExpiry } from "./expiry.ts";
import type { KeyValues } from "./key-form.ts";
import { findElevated, findOnBehalf, summarizeScopes } from "../scopes/scope-grid.ts";
import { reviewPanel as t } from "./strings.ts";

interface ReviewPanelProps {
  rejection: { message: string } | null;
  cancelHref: string;
}

/**
 * What the key will be able to do and what it will not, and what is still missing, with the button that creates it:
 * beside the form, or on a small screen a bar at its foot that opens.
 */
export function ReviewPanel({ rejection, cancelHref }: ReviewPanelProps) {
  const { watch, formState } = useFormContext<KeyValues>();
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const scopes = watch("scopes");
  const faults = formState.isSubmitted ? Object.keys(formState.errors).length : 0;
  return (
    <aside
      aria-label={t.review}
      className="sticky z-10 flex flex-col border-line bg-surface max-xl:bottom-0 max-xl:-mx-4 max-xl:border-t max-xl:shadow-lg sm:max-xl:-mx-8 xl:top-20 xl:max-h-[calc(100dvh-6.5rem)] xl:rounded-lg xl:border xl:shadow-xs"
    >
      <div
        id={id}
        role="group"
        aria-label={t.summary}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, and has nothing else to focus
        tabIndex={0}
        className={cn("overflow-y-auto px-4 sm:px-6 xl:block xl:min-h-0", isOpen ? "max-h-[60dvh]" : "hidden")}
      >
        <h2 className="pt-5 text-base leading-snug font-semibold">{t.review}</h2>
        <Facts />
      </div>
      <div className="flex flex-wrap items-center justify-end gap-x-3 gap-y-2 border-line px-4 py-3 sm:px-6 xl:border-t">
        {faults === 0 && <StillNeeded parts={listMissing(watch())} />}
        {rejection !== null && (
          <Banner tone="danger" title={t.keyWasNotCreated} live className="basis-full">
            {rejection.message}
          </Banner>
        )}
        <Button
          variant="ghost"
          className="mr-auto -ml-3 px-3 xl:hidden"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setOpen(!isOpen)}
        >
          <ChevronUp aria-hidden className={cn("size-4 transition-transform", isOpen && "rotate-180")} />
          {summarizeScopes(scopes.length, findElevated(scopes).length, 0)}
        </Button>
        <output
          className={cn("text-sm text-danger", faults > 0 && "max-xl:order-first max-xl:basis-full xl:basis-full")}
        >
          {faults > 0 && t.fieldsNeedAttention(faults)}
        </output>
        <LinkButton href={cancelHref} className="max-sm:hidden">
          {t.cancel}
        </LinkButton>
        <Button type="submit" variant="primary" busy={formState.isSubmitting}>
          {t.createKey}
        </Button>
      </div>
    </aside>
  );
}

interface Part {
  label: string;
  /** The id of the form's section. */
  section: string;
}

/** What a key must have and this form has not yet, in the order of its sections. */
function listMissing({ name, scopes, purpose = "", actingAttorneyId, validUntil }: KeyValues): Part[] {
  return [
    { label: t.name, section: "integration", isMissing: name.trim() === "" },
    { label: t.scopes, section: "scopes", isMissing: scopes.length === 0 },
    { label: t.reason, section: "purpose", isMissing: findElevated(scopes).length > 0 && purpose.trim() === "" },
    {
      label: t.actingAttorney,
      section: "acting-attorney",
      isMissing: findOnBehalf(scopes).length > 0 && actingAttorneyId === null,
    },
    { label: t.expires, section: "expiry", isMissing: validUntil === "" },
  ].filter(({ isMissing }) => isMissing);
}

/** Each leads to its section. */
function StillNeeded({ parts }: { parts: readonly Part[] }) {
  if (parts.length === 0) return null;
  return (
    <p className="basis-full text-sm text-muted max-xl:order-first">
      {t.stillNeeded}
      {parts.map(({ label, section }, index) => (
        <Fragment key={section}>
          {index > 0 && ","}{" "}
          <button
            type="button"
            onClick={() => jumpTo(section)}
            className="min-h-6 cursor-pointer rounded text-accent underline underline-offset-3"
          >
            {label}
          </button>
        </Fragment>
      ))}
    </p>
  );
}

interface Fact {
  label: string;
  value: ReactNode;
}

interface Names {
  owner: string | null;
  attorney: string | null;
  vendor: string | null;
}

/** The names of the records that the form refers to; null while none is chosen, or until they are loaded. */
function useNames(values: KeyValues): Names {
  const trpc = useTRPC();
  const { data } = useQuery(trpc.keys.listAttorneys.queryOptions({}, { enabled: values.actingAttorneyId !== null }));
  const attorney = data?.attorneys.find(({ memberId }) => memberId === values.actingAttorneyId);
  const { data: team } = useQuery(
    trpc.members.list.queryOptions({ status: "active", limit: 200 }, { enabled: values.ownerMemberId !== null }),
  );
  const owner = team?.members.find(({ id }) => id === values.ownerMemberId);
  const { data: listed } = useQuery(
    trpc.keys.listVendors.queryOptions({}, { enabled: values.vendorContactId !== null }),
  );
  const vendor = listed?.vendors.find(({ contactId }) => contactId === values.vendorContactId);
  return {
    owner: owner === undefined ? null : `${owner.firstName} ${owner.lastName}`,
    attorney: attorney === undefined ? null : `${attorney.firstName} ${attorney.lastName}`,
    vendor: vendor?.name ?? null,
  };
}

/** In the order of the form's sections. A fact with the value null is not shown. */
function listFacts(values: KeyValues, { owner, attorney, vendor }: Names): Fact[] {
  const { name, scopes, tags, validUntil, webhookAllowedHosts, allowedNetworks } = values;
  const children = values.reportIncludeChildOrganizations ? t.includeChildren : t.onlyThisOrganization;
  const takesAssistants = scopes.some((scope) => optInScopes.has(scope));
  const shownName = <span className="line-clamp-3">{name}</span>;
  return [
    {
      label: t.name,
      value: name.trim() === "" ? <Missing>{t.noNameYet}</Missing> : shownName,
    },
    { label: t.owner, value: owner },
    { label: t.tags, value: tags === "" ? null : tags },
    { label: t.can, value: <Abilities scopes={scopes} /> },
    { label: t.cannot, value: scopes.length > 0 ? <Denials scopes={scopes} /> : null },
    { label: t.actingAttorney, value: attorney },
    { label: t.vendor, value: vendor },
    {
      label: t.expires,
      value: validUntil === "" ? <Missing>{t.noDateYet}</Missing> : formatExpiry(validUntil),
    },
    { label: t.reports, value: scopes.includes("reports:run") ? children : null },
    {
      label: t.assistants,
      value: takesAssistants ? describeAssistants(values.mcpSensitiveRecords) : null,
    },
    {
      label: t.webhooks,
      value: webhookAllowedHosts.length === 0 ? t.notAllowed : t.onlyTo(webhookAllowedHosts.join(", ")),
    },
    {
      label: t.worksFrom,
      value: allowedNetworks.length === 0 ? t.anyIpAddress : allowedNetworks.join(", "),
    },
  ].filter(({ value }) => value !== null);
}

function Facts() {
  const { watch } = useFormContext<KeyValues>();
  const values = watch();
  const facts = listFacts(values, useNames(values));
  return (
    <dl className="grid pb-4 text-sm">
      {facts.map(({ label, value }) => (
        <div key={label} className="border-b border-line py-2 last:border-0">
          <dt className="text-muted">{label}</dt>
          <dd className="wrap-anywhere">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function jumpTo(id: string): void {
  const section = document.getElementById(id);
  section?.scrollIntoView({ block: "start" });
  section?.querySelector<HTMLElement>("input, select, textarea, button")?.focus({ preventScroll: true });
}

function Missing({ children }: { children: ReactNode }) {
  return <span className="text-muted">{children}</span>;
}

function Abilities({ scopes }: { scopes: KeyValues["scopes"] }) {
  const elevated = findElevated(scopes);
  const atOnce = describeAbilities(scopes.filter((scope) => !elevated.includes(scope)));
  const later = describeAbilities(elevated);
  if (scopes.length === 0) return <Missing>{t.nothingYet}</Missing>;
  return (
    <div className="grid gap-2">
      <Sentences sentences={atOnce} icon={<Check aria-hidden className="mt-0.5 size-4 shrink-0 text-success" />} />
      {later.length > 0 && (
        <div className="grid gap-1.5">
          <p className="text-muted">{t.afterApproval}</p>
          <Sentences sentences={later} icon={<Clock aria-hidden className="mt-0.5 size-4 shrink-0 text-warning" />} />
        </div>
      )}
    </div>
  );
}

function Denials({ scopes }: { scopes: KeyValues["scopes"] }) {
  const sentences = describeDenials(scopes).map((denial) => `${capitalize(denial)}.`);
  return <Sentences sentences={sentences} icon={<X aria-hidden className="mt-0.5 size-4 shrink-0 text-muted" />} />;
}

function Sentences({ sentences, icon }: { sentences: readonly string[]; icon: ReactNode }) {
  if (sentences.length === 0) return null;
  return (
    <ul className="grid gap-1">
      {sentences.map((sentence) => (
        <li key={sentence} className="flex gap-2">
          {icon}
          {sentence}
        </li>
      ))}
    </ul>
  );
}
