"use client";

import { LinkButton } from "../ui/link.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import { useOrganization } from "./account-context.tsx";
import { findLanding } from "./places.ts";

export function UnknownScreen() {
  const organization = useOrganization();
  return (
    <>
      <PageHeader title="Page not found" description="Check the URL. The page may have moved." />
      <LinkButton href={findLanding(organization)}>Go to {organization.organizationName}</LinkButton>
    </>
  );
}
