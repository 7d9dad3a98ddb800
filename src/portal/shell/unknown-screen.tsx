"use client";

import { LinkButton } from "../ui/link.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import { useOrganization } from "./account-context.tsx";
import { findLanding } from "./places.ts";
import { unknownScreen as t } from "./lazy-strings.ts";

export function UnknownScreen() {
  const organization = useOrganization();
  return (
    <>
      <PageHeader title={t.pageNotFound} description={t.pageNotFoundDescription} />
      <LinkButton href={findLanding(organization)}>{t.goTo(organization.organizationName)}</LinkButton>
    </>
  );
}
