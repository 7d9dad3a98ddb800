"use client";

import { useQuery } from "@tanstack/react-query";
import { Check, Clock } from "lucide-react";
import type { ReactNode } from "react";
import { useFormContext } from "react-hook-form";
import { useTRPC } from "../../client/trpc.ts";
import { SectionCard } from "../../ui/card.tsx";
import { DescriptionList } from "../../ui/description-list.tsx";
import { describeAbilities } from "./abilities.ts";
import { formatExpiry } from "./expiry.ts";
import type { KeyValues } from "./key-form.ts";
import { findElevated } from "./scope-grid.ts";

export function ReviewSection() {
  const trpc = useTRPC();
  const { watch } = useFormContext<KeyValues>();
  const values = watch();
  const needsName = values.actingAttorneyId !== null;
  const { data } = useQuery(trpc.keys.listAttorneys.queryOptions({}, { enabled: needsName }));
  const attorney = data?.attorneys.find(({ memberId }) => memberId === values.actingAttorneyId);
  const { data: listed } = useQuery(trpc.keys.listVendors.queryOptions({}, { enabled: values.vendorContactId !== null }));
  const vendor = listed?.vendors.find(({ contactId }) => contactId === values.vendorContactId);
  const vendorFact: [string, ReactNode][] = vendor === undefined ? [] : [["Vendor", vendor.name]];
  return (
    <SectionCard title="Review">
      <DescriptionList
        facts={[
          ["Name", values.name.trim() === "" ? <Missing key="missing">No name yet</Missing> : values.name],
          ["Access", <Abilities key="abilities" scopes={values.scopes} />],
          ["Acting attorney", attorney === undefined ? <Missing key="missing">None</Missing> : `${attorney.firstName} ${attorney.lastName}`],
          ...vendorFact,
          ["Expires", values.validUntil === "" ? <Missing key="missing">No date yet</Missing> : formatExpiry(values.validUntil)],
          ["Reports", values.reportIncludeChildOrganizations ? "Include child organizations" : "This organization only"],
          ["Webhook hosts", values.webhookAllowedHosts.length === 0 ? <Missing key="missing">None</Missing> : values.webhookAllowedHosts.join(", ")],
          ["Allowed networks", values.allowedNetworks.length === 0 ? "Any IP address" : values.allowedNetworks.join(", ")],
        ]}
      />
    </SectionCard>
  );
}

function Missing({ children }: { children: ReactNode }) {
  return <span className="text-muted">{children}</span>;
}

function Abilities({ scopes }: { scopes: KeyValues["scopes"] }) {
  const elevated = findElevated(scopes);
  const atOnce = describeAbilities(scopes.filter((scope) => !elevated.includes(scope)));
  const later = describeAbilities(elevated);
  if (scopes.length === 0) return <Missing key="missing">None</Missing>;
  return (
    <div className="grid gap-3">
      {atOnce.length > 0 && (
        <ul className="grid gap-1.5">
          {atOnce.map((sentence) => (
            <li key={sentence} className="flex gap-2">
              <Check aria-hidden className="mt-0.5 size-4 shrink-0 text-success" />
              {sentence}
            </li>
          ))}
        </ul>
      )}
      {later.length > 0 && (
        <div>
          <p className="text-muted">After approval by a platform administrator:</p>
          <ul className="mt-1.5 grid gap-1.5">
            {later.map((sentence) => (
              <li key={sentence} className="flex gap-2">
                <Clock aria-hidden className="mt-0.5 size-4 shrink-0 text-warning" />
                {sentence}
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  );
}
