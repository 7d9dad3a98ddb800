"use client";

import { PlainLink } from "../ui/link.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import { useOrganization } from "./account-context.tsx";
import { settingsScreen as t } from "./lazy-strings.ts";
import { listSettings, type Place } from "./places.ts";

const descriptions: Readonly<Partial<Record<string, string>>> = t.descriptions;

/** All settings that the member may open; the navigation beside it shows the same. */
export function SettingsScreen() {
  const organization = useOrganization();
  return (
    <>
      <PageHeader title={t.title} description={t.description} />
      <div className="grid gap-8">
        {listSettings(organization).map(({ title, places }) => (
          <section key={title} aria-labelledby={`settings-${title}`}>
            <h2 id={`settings-${title}`} className="mb-2 text-sm font-semibold text-muted">
              {title}
            </h2>
            <ul className="grid gap-2 sm:grid-cols-2 xl:grid-cols-3">
              {places.map((place) => (
                <li key={place.href}>
                  <SettingLink
                    place={place}
                    description={descriptions[place.href.slice(organization.href("").length)]}
                  />
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </>
  );
}

function SettingLink({ place, description }: { place: Place; description: string | undefined }) {
  const { label, href, icon: Icon } = place;
  return (
    <PlainLink
      href={href}
      className="flex h-full items-start gap-3 rounded-lg border border-line bg-surface px-4 py-3 text-text no-underline transition-colors hover:border-accent hover:bg-accent-soft"
    >
      <Icon aria-hidden className="mt-0.5 size-4.5 shrink-0 text-muted" />
      <span className="min-w-0">
        <span className="block text-sm font-semibold">{label}</span>
        {description !== undefined && <span className="block text-sm text-muted">{description}</span>}
      </span>
    </PlainLink>
  );
}
