import { useQuery } from "@tanstack/react-query";
import { Check, ChevronUp, Clock, X } from "lucide-react";
import { useId, useState, type ReactNode } from "react";
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
import { findElevated, summarizeScopes } from "../scopes/scope-grid.ts";
import { reviewPanel as t } from "./strings.ts";

interface ReviewPanelProps {
  rejection: { message: string } | null;
  cancelHref: string;
}

/**
 * What the key will be able to do and what it will not, with the button that creates it: beside the form, or on a small
 * screen a bar at its foot that opens. Each heading leads to its section.
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
        className={cn("overflow-y-auto px-4 sm:px-6 xl:block xl:min-h-0", isOpen ? "max-h-[60dvh]" : "hidden")}
      >
        <h2 className="pt-5 text-base leading-snug font-semibold">{t.review}</h2>
        <Facts onJump={() => setOpen(false)} />
      </div>
      <div className="flex flex-wrap items-center justify-end gap-x-3 gap-y-2 border-line px-4 py-3 sm:px-6 xl:border-t">
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

interface Fact {
  label: string;
  /** The id of the form's section that it leads to. */
  section: string;
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
      section: "integration",
      value: name.trim() === "" ? <Missing>{t.noNameYet}</Missing> : shownName,
    },
    { label: t.owner, section: "integration", value: owner },
    { label: t.tags, section: "integration", value: tags === "" ? null : tags },
    { label: t.can, section: "scopes", value: <Abilities scopes={scopes} /> },
    { label: t.cannot, section: "scopes", value: scopes.length > 0 ? <Denials scopes={scopes} /> : null },
    { label: t.actingAttorney, section: "acting-attorney", value: attorney },
    { label: t.vendor, section: "vendor", value: vendor },
    {
      label: t.expires,
      section: "expiry",
      value: validUntil === "" ? <Missing>{t.noDateYet}</Missing> : formatExpiry(validUntil),
    },
    { label: t.reports, section: "reports", value: scopes.includes("reports:run") ? children : null },
    {
      label: t.assistants,
      section: "assistants",
      value: takesAssistants ? describeAssistants(values.mcpSensitiveRecords) : null,
    },
    {
      label: t.webhooks,
      section: "webhook-hosts",
      value: webhookAllowedHosts.length === 0 ? t.notAllowed : t.onlyTo(webhookAllowedHosts.join(", ")),
    },
    {
      label: t.worksFrom,
      section: "networks",
      value: allowedNetworks.length === 0 ? t.anyIpAddress : allowedNetworks.join(", "),
    },
  ].filter(({ value }) => value !== null);
}

function Facts({ onJump }: { onJump: () => void }) {
  const { watch } = useFormContext<KeyValues>();
  const values = watch();
  const facts = listFacts(values, useNames(values));
  return (
    <dl className="grid pb-4 text-sm">
      {facts.map(({ label, section, value }) => (
        <div key={label} className="border-b border-line py-2 last:border-0">
          <dt>
            <button
              type="button"
              onClick={() => {
                onJump();
                jumpTo(section);
              }}
              className="min-h-6 cursor-pointer rounded text-muted underline decoration-line underline-offset-3 hover:text-text"
            >
              {label}
            </button>
          </dt>
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
  const sentences = describeDenials(scopes).map((denial) => `${denial.charAt(0).toUpperCase()}${denial.slice(1)}.`);
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
