import { Building2, ChevronsUpDown } from "lucide-react";
import { useEffect, useState } from "react";
import { Button } from "../ui/button.tsx";
import { useAccount, useOptionalOrganization } from "./account-context.tsx";
import { writeRecent } from "./recent.ts";
import { later } from "../ui/feedback/later.tsx";
import { organizationSwitcher as t } from "./strings.ts";

const SwitcherPanel = later(() => import("./switcher-panel.tsx"));

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
    return <span className="block truncate text-sm font-medium">{name ?? t.platformAdministration}</span>;
  }
  return (
    <>
      <Button
        variant="ghost"
        size="sm"
        aria-haspopup="dialog"
        className="max-w-full min-w-0 px-2 text-sm font-medium"
        onClick={() => setOpen(true)}
      >
        <Building2 aria-hidden className="size-4 shrink-0 text-muted" />
        <span className="truncate">{name ?? t.chooseOrganization}</span>
        <span className="sr-only">{t.switchOrganization}</span>
        <ChevronsUpDown aria-hidden className="size-4 shrink-0 text-muted" />
      </Button>
      {isOpen && <SwitcherPanel onClose={() => setOpen(false)} />}
    </>
  );
}
