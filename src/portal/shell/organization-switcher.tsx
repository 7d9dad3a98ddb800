"use client";

import { Building2, Check, ChevronsUpDown } from "lucide-react";
import { Button } from "../ui/button.tsx";
import { Menu, MenuItem, MenuLabel } from "../ui/overlays/dropdown-menu.tsx";
import { useAccount, useOptionalOrganization } from "./account-context.tsx";
import { findLanding } from "./places.ts";

export function OrganizationSwitcher() {
  const { memberships } = useAccount();
  const organization = useOptionalOrganization();
  const name = organization?.organizationName;
  if (memberships.length === 0 || (memberships.length === 1 && organization !== null)) {
    return <span className="block truncate text-sm font-medium">{name ?? "Platform administration"}</span>;
  }
  const trigger = (
    <Button variant="ghost" size="sm" className="max-w-full min-w-0 px-2 text-sm font-medium">
      <Building2 aria-hidden className="size-4 shrink-0 text-muted" />
      <span className="truncate">{name ?? "Choose an organization"}</span>
      <span className="sr-only">, switch organization</span>
      <ChevronsUpDown aria-hidden className="size-4 shrink-0 text-muted" />
    </Button>
  );
  return (
    <Menu trigger={trigger} align="start" className="max-w-[calc(100vw-2rem)]">
      <MenuLabel>Organizations</MenuLabel>
      {memberships.map(({ slug, organizationName, permissions }) => (
        <MenuItem key={slug} asChild>
          {/* A page load, so that no data of one organization stays in memory in the other. */}
          <a href={findLanding({ slug, permissions })} aria-current={slug === organization?.slug ? "true" : undefined}>
            <span className="min-w-0 flex-1 truncate">{organizationName}</span>
            {slug === organization?.slug && <Check aria-hidden className="size-4 text-accent" />}
          </a>
        </MenuItem>
      ))}
    </Menu>
  );
}
