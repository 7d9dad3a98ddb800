import { Building2, ChevronsUpDown } from "lucide-react";
import { lazy, Suspense, useEffect, useState } from "react";
import { Button } from "../ui/button.tsx";
import { useAccount, useOptionalOrganization } from "./account-context.tsx";
import { writeRecent } from "./recent.ts";
import { retryable } from "../ui/feedback/retryable.tsx";

const SwitcherPanel = lazy(retryable(() => import("./switcher-panel.tsx")));

export function OrganizationSwitcher() {
  const { memberships } = useAccount();
  const organization = useOptionalOrganization();
  const [isOpen, setOpen] = useState(false);
  const slug = organization?.slug;
  useEffect(() => {
    // oxlint-disable-next-line unicorn/no-document-cookie -- Cookie Store needs https
    if (slug !== undefined) document.cookie = writeRecent(document.cookie, slug);
  }, [slug]);
  const name = organization?.organizationName;
  if (memberships.length === 0 || (memberships.length === 1 && organization !== null)) {
    return <span className="block truncate text-sm font-medium">{name ?? "Platform administration"}</span>;
  }
  return (
    <>
      <Button variant="ghost" size="sm" aria-haspopup="dialog" className="max-w-full min-w-0 px-2 text-sm font-medium" onClick={() => setOpen(true)}>
        <Building2 aria-hidden className="size-4 shrink-0 text-muted" />
        <span className="truncate">{name ?? "Choose an organization"}</span>
        <span className="sr-only">, switch organization</span>
        <ChevronsUpDown aria-hidden className="size-4 shrink-0 text-muted" />
      </Button>
      {isOpen && (
        <Suspense>
          <SwitcherPanel onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
