import { Building, Building2, Check, FlaskConical, Landmark, type LucideIcon } from "lucide-react";
import { useState } from "react";
import { Dialog } from "../ui/overlays/dialog.tsx";
import { Finder, filterChoices, type Choice } from "../ui/overlays/finder.tsx";
import { useAccount, useOptionalOrganization, type MembershipView } from "./account-context.tsx";
import { findLanding } from "./places.ts";
import { readRecent } from "./recent.ts";
import { switcherPanel as t } from "./lazy-strings.ts";

function iconOf({ isHeadquarters, isOffice, isSandbox }: MembershipView): LucideIcon {
  if (isSandbox) return FlaskConical;
  if (isHeadquarters) return Landmark;
  return isOffice ? Building : Building2;
}

export default function SwitcherPanel({ onClose }: { onClose: () => void }) {
  const { memberships } = useAccount();
  const here = useOptionalOrganization()?.slug;
  const [text, setText] = useState("");
  const [recent] = useState(() => readRecent(document.cookie));
  const describe = (membership: MembershipView, group: string): Choice => {
    const { slug, organizationName, isHeadquarters, isOffice, isSandbox } = membership;
    const marks = [
      slug === here && t.current,
      isHeadquarters && t.headquarters,
      isOffice && t.office,
      isSandbox && t.sandbox,
    ].filter((mark) => mark !== false);
    return {
      key: `${group} ${slug}`,
      group,
      label: organizationName,
      hint: marks.join(" · "),
      icon: slug === here ? Check : iconOf(membership),
      href: findLanding(membership),
    };
  };
  const others = recent.flatMap((slug) => memberships.filter((each) => each.slug === slug && slug !== here));
  const all = memberships.map((membership) => describe(membership, t.allOrganizations));
  const choices =
    text === "" ? [...others.map((membership) => describe(membership, t.recent)), ...all] : filterChoices(all, text);
  return (
    <Dialog open onOpenChange={onClose} title={t.switchOrganization}>
      <Finder
        label={t.organizations}
        placeholder={t.organization}
        text={text}
        onTextChange={setText}
        choices={choices}
        empty={t.noMatchingOrganizations}
        // A page load, so that no data of one organization stays in memory in the other.
        onChoose={({ href }) => window.location.assign(href)}
      />
    </Dialog>
  );
}
