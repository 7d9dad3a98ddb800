import { Plus, SunMoon } from "lucide-react";
import { useRouter } from "next/navigation";
import { useEffect, useState } from "react";
import { readError } from "../client/portal-error.ts";
import { useTRPCClient } from "../client/trpc.ts";
import { digestKey } from "../find-key/read-key.ts";
import { useOrganization } from "../shell/account-context.tsx";
import { listPlaces, listSettings } from "../shell/places.ts";
import { themes, useTheme, type Theme } from "../shell/theme.ts";
import { Dialog } from "../ui/overlays/dialog.tsx";
import { Finder, filterChoices, type Choice } from "../ui/overlays/finder.tsx";
import { createLatestRun } from "./latest-run.ts";
import { palette as t } from "./lazy-strings.ts";
import { parsePaletteText, type PaletteTarget } from "./parse-palette-text.ts";
import { useRecords } from "./use-records.ts";

/** Goes to a screen, to a record by its name, or to what a pasted text names. */
export default function Palette({ onClose }: { onClose: () => void }) {
  const organization = useOrganization();
  const router = useRouter();
  const [text, setText] = useState("");
  const [, setTheme] = useTheme();
  // Of a secret the field has only the mask, which names nothing.
  const target = parsePaletteText(text);
  const records = useRecords(target === null ? text.trim() : "");
  const go = (href: string) => {
    onClose();
    router.push(href);
  };
  const { lookUp, message } = useSecretLookup((keyId) => go(organization.href(`/credentials/${keyId}`)));
  const handleTextChange = (next: string, isPasted: boolean) => {
    const nextTarget = parsePaletteText(next);
    setText(maskSecret(nextTarget, next));
    lookUp(organization.can("integrations:manage") ? nextTarget : null);
    const [direct] = listTargets(nextTarget, organization);
    if (isPasted && direct !== undefined) go(direct.href);
  };
  const choices = [
    ...listTargets(target, organization),
    ...(target === null
      ? [...listActs(organization, text, setTheme), ...listScreens(organization, text), ...records.choices]
      : []),
  ];
  const empty = message ?? (records.isFetching ? t.searching : t.nothingFound);
  return (
    <Dialog open onOpenChange={onClose} title={t.goTo}>
      {message !== null && choices.length > 0 && <p className="mb-3 text-sm">{message}</p>}
      <Finder
        label={t.goTo}
        placeholder={t.placeholder}
        text={text}
        onTextChange={handleTextChange}
        choices={choices}
        empty={empty}
        onChoose={({ href, act }) => {
          if (act === undefined) return go(href);
          act();
          onClose();
        }}
      />
      <Shortcuts />
    </Dialog>
  );
}

/** The text without a secret: its prefix, or nothing of an incomplete one. */
function maskSecret(target: PaletteTarget | null, text: string): string {
  if (target?.kind === "secret") return target.prefix;
  return target?.kind === "broken_secret" ? "" : text;
}

type Organization = ReturnType<typeof useOrganization>;

function listScreens(organization: Organization, text: string): Choice[] {
  const places = [
    ...(["main", "tools"] as const).flatMap((group) => listPlaces(organization, group)),
    ...listSettings(organization).flatMap((section) => section.places),
  ];
  return filterChoices(places, text).map(({ label, within, href, icon }) => ({
    key: href,
    group: t.screens,
    label,
    hint: within,
    icon,
    href,
  }));
}

/** What the palette does itself; named only when something is typed, so that it opens with the screens. */
function listActs({ can, href }: Organization, text: string, setTheme: (theme: Theme) => void): Choice[] {
  if (text.trim() === "") return [];
  const create = (label: string, path: string, isAllowed: boolean) =>
    isAllowed ? [{ key: `create ${path}`, group: t.actions, label, icon: Plus, href: href(path) }] : [];
  const isManager = can("integrations:manage");
  return filterChoices(
    [
      ...create(t.createKey, "/credentials/new", isManager),
      ...create(t.createWebhook, "/webhooks/new", isManager),
      ...create(t.createReport, "/reports/new", can("reports:view")),
      ...themes.map(({ value, label }) => ({
        key: `theme ${value}`,
        group: t.actions,
        label: t.useTheme(label.toLowerCase()),
        icon: SunMoon,
        href: "",
        act: () => setTheme(value),
      })),
    ],
    text,
  );
}

/** The keys that work everywhere. */
function Shortcuts() {
  return (
    <p className="mt-3 flex flex-wrap gap-x-4 gap-y-1 border-t border-line pt-3 text-[0.8125rem] text-muted max-sm:hidden">
      {Object.entries(t.shortcuts).map(([keys, what]) => (
        <span key={keys}>
          <kbd className="rounded border border-edge px-1.5 py-0.5 font-sans text-xs">{keys}</kbd> {what}
        </span>
      ))}
    </p>
  );
}

/** The record that a text names, if the member may see it. */
function listTargets(target: PaletteTarget | null, { can, href }: Organization): Choice[] {
  if (target?.kind !== "record" || !can(target.permission)) return [];
  return [{ key: target.id, group: t.ids, label: t.goToRecord(target.noun, target.id), href: href(target.path) }];
}

/**
 * Finds a key by the digest of a pasted secret, as "Find a key" does. The secret stays in the browser. A lookup has no
 * effect after the text has changed, or the palette was closed.
 */
function useSecretLookup(onFound: (keyId: string) => void) {
  const client = useTRPCClient();
  const { organizationName } = useOrganization();
  const [message, setMessage] = useState<string | null>(null);
  const [{ run, cancel }] = useState(createLatestRun);
  useEffect(() => cancel, [cancel]);
  const findKey = async (secret: string, signal: AbortSignal): Promise<() => void> => {
    try {
      const digest = await digestKey(secret);
      const lookup = await client.keys.findByDigest.query({ digest }, { signal });
      if (lookup.found) return () => onFound(lookup.key.id);
      return () => setMessage(t.secretNotFound(organizationName));
    } catch (error) {
      return () => setMessage(readError(error).message);
    }
  };
  const lookUp = (target: PaletteTarget | null): void => {
    setMessage(target?.kind === "broken_secret" ? t.secretIncomplete : null);
    if (target?.kind === "secret") void run((signal) => findKey(target.secret, signal));
    else cancel();
  };
  return { lookUp, message };
}
